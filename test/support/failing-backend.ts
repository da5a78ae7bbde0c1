import { StateError, type StateBackend } from '../../src/state/state.ts'

/** Fails the writes with the given numbers, counted from 1: before the write, or after it as a lost answer. */
export function failingBackend(
  inner: StateBackend,
  before: (write: number) => boolean,
  after: (write: number) => boolean = () => false,
): StateBackend {
  let writes = 0
  const refuse = (): never => {
    throw new StateError('unavailable', 'the disk is full')
  }
  return {
    environment: inner.environment,
    description: inner.description,
    read: () => inner.read(),
    compareAndSwap: async (expected, next) => {
      const write = ++writes
      if (before(write)) refuse()
      const token = await inner.compareAndSwap(expected, next)
      return after(write) ? refuse() : token
    },
  }
}
