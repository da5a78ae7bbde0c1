import { expect } from 'vitest'
import { StateError } from '../../src/state/state.ts'

/** The error of a call that must fail. */
export async function stateErrorOf(promise: Promise<unknown>): Promise<StateError> {
  const error = await promise.then(
    () => new Error('nothing was thrown'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StateError)
  return error as StateError
}
