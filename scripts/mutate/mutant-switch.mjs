// Runs in the test process before each test file: lets planted mutants ask which of them acts, and notes which tests pass by which.
import { afterEach, beforeEach } from 'vitest'

// Of all files so far: a module that an earlier file has loaded is not loaded again.
const passedOutside = (globalThis.passedOutside ??= new Set())
let passed = passedOutside
globalThis.sameValue = (value) => value
globalThis.isMutant = (id) => {
  passed.add(id)
  return id === globalThis.activeMutant
}
beforeEach(() => {
  passed = new Set()
})
afterEach(({ task }) => {
  task.meta.passed = [...passed]
  task.meta.passedOutside = [...passedOutside]
  passed = passedOutside
})
