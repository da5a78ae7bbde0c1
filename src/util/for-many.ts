import { setMaxListeners } from 'node:events'

/**
 * Lets any number listen to a signal at once, and returns it. Node takes more than ten for a leak and says so on stderr,
 * where a hundred jobs may well wait for one Ctrl-C.
 */
export function forMany(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal)
  return signal
}
