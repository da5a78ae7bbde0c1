import * as undici from 'undici'
import { expect, it } from 'vitest'
import { loadRequest } from '../../../src/service/http/load-request.ts'
import { Agent } from '../../../src/service/http/load-undici.ts'

it('gives the classes that undici itself exports', () => {
  expect([Agent, loadRequest()]).toEqual([undici.Agent, undici.request])
})
