import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runProgram, type Ran } from '../package/installed-package.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { page } from './support/pages.ts'
import { newDataDirectory } from './support/service.ts'

const data = newDataDirectory()
let site: LoopbackSite
let ran: Ran

beforeAll(async () => {
  site = await startLoopbackSite({ '/': page('Built'), '/hook': '' })
  const hook = path.join(import.meta.dirname, '../support/list-modules.cjs')
  const script = path.join(import.meta.dirname, 'support/crawl-once.mjs')
  ran = await runProgram(
    [process.execPath, '--require', hook, script, site.url('/'), data, site.url('/hook')],
    { cwd: data, env: { LIST_MODULES_OF: 'threads' } },
  )
})

afterAll(async () => {
  await site.close()
  rmSync(data, { recursive: true, force: true })
})

it('the bundled service crawls', () => {
  expect(ran).toMatchObject({ status: 0, stdout: expect.stringContaining('# Built') })
})

it('the bundled service sends events', () => {
  expect(site.count('/hook')).toBeGreaterThan(0)
})

it('the bundled service reads pages in a thread that loads no package and no TLS', () => {
  const line = ran.stderr.split('\n').find((candidate) => candidate.startsWith('modules: ')) ?? ''
  const modules = JSON.parse(line.slice('modules: '.length)) as string[]
  expect(modules.length).toBeGreaterThan(0)
  expect(modules.filter((name) => !name.startsWith('node:') || /^node:(?:http2|tls)$/.test(name))).toEqual([])
})

it('the bundled service does not change the flags, listeners or globals of its process', async () => {
  const script = path.join(import.meta.dirname, 'support/look-around.mjs')
  const { stdout } = await runProgram([process.execPath, script, site.url('/'), data], { cwd: data })
  const { status, before, meanwhile, after } = JSON.parse(stdout) as Record<string, unknown>
  expect(status).toBe('completed')
  expect(meanwhile).toEqual(before)
  expect(after).toEqual(before)
})
