import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { projectFile } from '../../src/init/templates/project-file.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'

const hook = path.join(import.meta.dirname, '../support/list-modules.cjs')
let project: CliProject | undefined

afterEach(() => project?.remove())

/** Packages and chunks that a run loads. The project file is the one that `init` writes. */
async function loadedBy(args: readonly string[], more = ''): Promise<readonly string[]> {
  project = cliProject({
    'crawlform.yaml': projectFile('none'),
    'crawls/docs.yaml': [
      'version: 2',
      'request:',
      '  url: https://docs.example.com/docs/',
      '  limit: 100',
      '  includePaths: ["^/docs/"]',
      '  scrapeOptions:',
      '    formats: [markdown, links]',
      'tests:',
      '  in: [/docs/guide]',
      more,
    ].join('\n'),
  })
  const { stderr } = await project.run(args, { nodeArgs: ['--require', hook] })
  const line = stderr.split('\n').find((candidate) => candidate.startsWith('modules: ')) ?? ''
  return JSON.parse(line.slice('modules: '.length)) as string[]
}

const heavy =
  /^(?:undici|re2js|tldts|yaml|libsql|hono|htmlparser2|ajv)\b|service\/|^node:(?!buffer|fs|internal|module|path|util|vm)|\/(?:slow-parse|problems)/

it('validates a valid file without a parser library, a regex engine, a client or the service', async () => {
  const modules = await loadedBy(['validate'])
  expect(modules.filter((name) => heavy.test(name))).toEqual([])
  expect(modules.length).toBeGreaterThan(2)
})

it('starts without what commands need', async () => {
  const modules = await loadedBy(['--version'])
  expect(modules).toContain('./program.cjs')
  expect(modules).not.toContain('./plan.cjs')
  expect(modules.filter((name) => heavy.test(name))).toEqual([])
})

it('checks a usual file with what every start loads', async () => {
  const modules = await loadedBy(['validate'])
  expect(modules.filter((name) => name.startsWith('./'))).toEqual(['./main.cjs', './program.cjs'])
})

it('plans against a local record with one file more, and nothing more of Node', async () => {
  const modules = await loadedBy(['plan'])
  expect(modules.filter((name) => name.startsWith('./'))).toEqual([
    './main.cjs',
    './program.cjs',
    './planning.cjs',
  ])
  const ofValidate = await loadedBy(['validate'])
  expect(modules.filter((name) => !name.startsWith('./') && !ofValidate.includes(name))).toEqual([])
})

it('loads what mistakes are told with in one piece', async () => {
  const modules = await loadedBy(['validate'], 'limit: 3\n')
  expect(modules).toContain('./problems.cjs')
  expect(modules.filter((name) => /\.lazy\./.test(name))).toEqual([])
})

it('notices what is loaded: a tag needs the whole of YAML', async () => {
  const modules = await loadedBy(['validate'], 'description: !!str docs\n')
  expect(modules.filter((name) => heavy.test(name))).not.toEqual([])
})
