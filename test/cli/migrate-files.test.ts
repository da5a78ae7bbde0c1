import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cliProject, type CliProject } from '../support/run-cli.ts'

const OLD =
  '\uFEFF# kept\r\nversion: 1\r\nrequest:\r\n  url: https://example.com/\r\n  ignoreSitemap: true\r\n'
const NEW = '\uFEFF# kept\r\nversion: 2\r\nrequest:\r\n  url: https://example.com/\r\n  sitemap: skip\r\n'

let project: CliProject
const at = (file: string): string => path.join(project.directory, file)

beforeEach(() => {
  project = cliProject({ 'crawls/old.yaml': OLD })
})
afterEach(() => project.remove())

it('keeps line endings, modes and links, and leaves no other file', async () => {
  mkdirSync(at('.git'))
  chmodSync(at('crawls/old.yaml'), 0o640)
  symlinkSync('old.yaml', at('crawls/link.yaml'))
  const { status } = await project.run(['migrate', 'crawls/link.yaml', '--write'])
  expect(status).toBe(0)
  expect(readFileSync(at('crawls/old.yaml'), 'utf8')).toBe(NEW)
  expect(statSync(at('crawls/old.yaml')).mode & 0o777).toBe(0o640)
  expect(lstatSync(at('crawls/link.yaml')).isSymbolicLink()).toBe(true)
  expect(readdirSync(at('crawls'))).toEqual(['link.yaml', 'old.yaml'])
})

it('prints a patch that git applies', async () => {
  project.write('crawls/end.yaml', OLD.replace(/\r\n$/, '').replaceAll('\r', ''))
  const { stdout } = await project.run(['migrate'])
  expect(readFileSync(at('crawls/old.yaml'), 'utf8')).toBe(OLD)
  execFileSync('git', ['apply', '-'], { cwd: project.directory, input: stdout })
  expect(readFileSync(at('crawls/old.yaml'), 'utf8')).toBe(NEW)
  expect(readFileSync(at('crawls/end.yaml'), 'utf8')).toBe(NEW.trimEnd().replaceAll('\r', ''))
})

it('does not touch files of version 2 and files that it cannot migrate', async () => {
  const bad = 'version: 1\nrequest:\n  url: https://example.com/\n  ignoreSitemap: perhaps\n'
  const good = 'version: 2\nrequest: {url: https://example.com/}\n'
  project.write('crawls/bad.yaml', bad)
  project.write('crawls/good.yaml', good)
  const times = ['bad', 'good'].map((name) => statSync(at(`crawls/${name}.yaml`)).mtimeMs)
  const { status, stderr } = await project.run(['migrate', 'crawls', '--write'])
  expect(status).toBe(1)
  expect(stderr).toContain('[migrate/unreadable]')
  expect(readFileSync(at('crawls/old.yaml'), 'utf8')).toBe(NEW)
  expect(['bad', 'good'].map((name) => statSync(at(`crawls/${name}.yaml`)).mtimeMs)).toEqual(times)
})

it('names a file that contains nothing to migrate', async () => {
  project.write('crawlform.yaml', 'version: 2\ndefaults: { request: { limit: 5 } }\n')
  const { status, stderr } = await project.run(['migrate', 'crawlform.yaml', 'crawls/old.yaml'])
  expect(status).toBe(0)
  expect(stderr).toMatch(/^crawlform\.yaml: neither a crawl file nor a request body$/m)
  expect(stderr).not.toContain('old.yaml: neither')
})
