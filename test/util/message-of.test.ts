import { expect, it } from 'vitest'
import { isMachineFault, machineFaultOf, messageOf } from '../../src/util/message-of.ts'

const withCode = (code: string): Error => Object.assign(new Error(`connect ${code} 192.0.2.1`), { code })

it.each([
  withCode('EMFILE'),
  withCode('ENFILE'),
  withCode('ENOMEM'),
  new Error('fetch failed', { cause: new AggregateError([withCode('EMFILE')]) }),
  new Error("EMFILE: too many open files, open '/a'"),
  new RangeError('Array buffer allocation failed'),
  new RangeError('WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance'),
])('a lack of files or memory is a fault of this machine: %s', (error) => {
  expect(machineFaultOf(error)).toMatch(/^This machine .*\((?:EMFILE|ENFILE|ENOMEM)\)\. .*\.$/)
  expect(isMachineFault(`The job failed: ${messageOf(error)}`)).toBe(true)
})

it.each([
  withCode('ECONNREFUSED'),
  new RangeError('Invalid array length'),
  new Error('EMFILE it is'),
  'EMFILE it is',
])('other errors are not a fault of this machine: %s', (error) => {
  expect(machineFaultOf(error)).toBeUndefined()
  expect(isMachineFault(messageOf(error))).toBe(false)
})
