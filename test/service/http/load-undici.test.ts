import * as undici from 'undici'
import { expect, it } from 'vitest'
import { Agent, loadRequest } from '../../../src/service/http/load-undici.ts'

it('gives the classes that undici itself exports', () => {
  expect([Agent, loadRequest()]).toEqual([undici.Agent, undici.request])
})
