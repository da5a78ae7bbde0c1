// Runs in the test process before each test file: switches one mutant on, or notes which test passes by which mutants.
import { afterEach, beforeEach, inject } from 'vitest'

const active = inject('mutant')
const passedOutside = new Set()
let passed = passedOutside
globalThis.sameValue = (value) => value
globalThis.isMutant = (id) => {
  passed.add(id)
  return id === active
}
beforeEach(() => {
  passed = new Set()
})
afterEach(({ task }) => {
  // What is run outside of tests, as when a module is loaded, every test of the file may notice.
  task.meta.passed = [...passedOutside, ...passed]
  passed = passedOutside
})
