import { setMaxListeners } from 'node:events'

/** Returns `signal` with any number of listeners allowed: Node warns above ten, but a hundred jobs may wait for one Ctrl-C. */
export function allowManyListeners(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal)
  return signal
}
