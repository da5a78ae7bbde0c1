import * as undici from 'undici'
import { expect, it } from 'vitest'
import { loadAgent, loadProxyAgent } from '../../src/client/load-agents.ts'

it('gives the classes that undici itself exports', () => {
  expect([loadAgent(), loadProxyAgent()]).toEqual([undici.Agent, undici.EnvHttpProxyAgent])
})
