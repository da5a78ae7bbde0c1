import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runProgram, type Ran } from '../package/installed-package.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { page } from './support/pages.ts'
import { newDataDirectory } from './support/service.ts'

const built = path.join(import.meta.dirname, '../../dist/service')
const data = newDataDirectory()
let site: LoopbackSite
let ran: Ran
let thread: { readonly files: readonly string[]; readonly builtins: readonly string[] }

beforeAll(async () => {
  site = await startLoopbackSite({ '/': page('Built'), '/hook': '' })
  const hook = path.join(import.meta.dirname, '../support/list-thread-files.cjs')
  const script = path.join(import.meta.dirname, 'support/crawl-once.mjs')
  ran = await runProgram(
    [process.execPath, '--require', hook, script, site.url('/'), data, site.url('/hook')],
    { cwd: data },
  )
  const line = ran.stderr.split('\n').find((candidate) => candidate.startsWith('thread: ')) ?? 'thread: {}'
  thread = JSON.parse(line.slice('thread: '.length)) as typeof thread
})

afterAll(async () => {
  await site.close()
  rmSync(data, { recursive: true, force: true })
})

it('crawls', () => {
  expect(ran).toMatchObject({ status: 0, stdout: expect.stringContaining('# Built') })
})

it('reads pages in a thread that has loaded files of the bundle alone', () => {
  const own = thread.files.filter((file) => file.startsWith(path.join(built, 'worker') + path.sep))
  expect(own).toContain(path.join(built, 'worker/page-worker.cjs'))
  const others = thread.files.filter((file) => !own.includes(file) && !file.endsWith('list-thread-files.cjs'))
  expect(others).toEqual([])
  expect(own.length).toBeLessThan(5)
})

it('loads nothing of Node for encryption and HTTP/2 in a thread that never speaks them', () => {
  expect(thread.builtins).toContain('node:net')
  expect(thread.builtins).not.toContain('node:tls')
  expect(thread.builtins).not.toContain('node:http2')
})

it('sends events with connections of the bundle', () => {
  expect(site.count('/hook')).toBeGreaterThan(0)
})

it('leaves nothing in the package of what the bundle has', () => {
  const modules = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  )
  expect(modules.toSorted()).toEqual([path.normalize('browser/find-chromium.js'), 'index.js'])
  for (const file of modules) {
    expect(readFileSync(path.join(built, file), 'utf8').length, file).toBeLessThan(400)
  }
})

it('changes nothing of the process that starts it: flags, listeners, environment, globals', async () => {
  const script = path.join(import.meta.dirname, 'support/look-around.mjs')
  const { stdout } = await runProgram([process.execPath, script, site.url('/'), data], { cwd: data })
  const { status, before, meanwhile, after } = JSON.parse(stdout) as Record<string, unknown>
  expect(status).toBe('completed')
  expect(meanwhile).toEqual(before)
  expect(after).toEqual(before)
})
