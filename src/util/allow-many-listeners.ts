import { setMaxListeners } from 'node:events'

/**
 * Returns `signal` after allowing it any number of listeners. Node warns of a leak above ten, but a hundred jobs may wait for
 * one Ctrl-C.
 */
export function allowManyListeners(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal)
  return signal
}
