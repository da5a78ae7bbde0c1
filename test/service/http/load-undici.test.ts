import * as undici from 'undici'
import { expect, it } from 'vitest'
import { Agent, loadRequest, ProxyAgent } from '../../../src/service/http/load-undici.ts'

it('gives the classes that undici itself exports', () => {
  expect([Agent, ProxyAgent, loadRequest()]).toEqual([undici.Agent, undici.ProxyAgent, undici.request])
})
