// Runs in the test process before each test file: lets planted mutants ask which of them acts, and notes which tests pass by which.
import fc from 'fast-check'
import { afterEach, beforeEach } from 'vitest'

// That a test fails is enough; the smallest example takes many runs more.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true })

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
