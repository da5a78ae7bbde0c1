import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { HttpBackend } from '../../src/state/http-backend.ts'
import { aState } from '../support/a-record.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { TerraformStateServer } from '../support/terraform-state-server.ts'

let server: TerraformStateServer
let backend: HttpBackend

beforeEach(async () => {
  server = await new TerraformStateServer().listen()
  const place = { address: server.address(), lockAddress: server.address() }
  backend = new HttpBackend({
    environment: 'local',
    clock: new FakeClock({ skipSleeps: true }),
    userAgent: 'test',
    ...place,
  })
})

afterEach(async () => server.close())

it.each([
  ['gzip', gzipSync],
  ['deflate', deflateRawSync],
  ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
  ['utf-8', (text: string) => Buffer.from(text)],
])('reads answers that the server has encoded as %s', async (coding, pack) => {
  server.packing = { coding, pack }
  const token = await backend.compareAndSwap(null, aState())
  expect(await backend.read()).toEqual({ state: aState(), token })
})

it('names an encoding that it cannot read', async () => {
  server.state = 'x'
  server.packing = { coding: 'compress', pack: (text) => Buffer.from(text) }
  await expect(backend.read()).rejects.toThrow(
    'the server packs its answers as "compress", which is not read: switch that off there',
  )
})
