import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { packageFile } from '../../src/util/package-file.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'

const hook = path.join(import.meta.dirname, '../support/list-modules.cjs')
let project: CliProject | undefined

afterEach(() => project?.remove())

/** Returns the packages and modules of Node that a command loads. The project file is the one that `init` writes. */
async function loadedBy(
  args: readonly string[],
  { pattern = '^/docs/', more = '' } = {},
): Promise<readonly string[]> {
  project = cliProject({
    'crawlform.yaml': packageFile('templates/init/crawlform.yaml').replace('<schemas>', 'schemas'),
    'crawls/docs.yaml': [
      'version: 2',
      'request:',
      '  url: https://docs.example.com/docs/',
      '  limit: 100',
      `  includePaths: ["${pattern}"]`,
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

const heavy = (name: string): boolean => !name.startsWith('node:') || /^node:(?:http2?|https|tls)$/.test(name)

it.each([['--version'], ['validate'], ['plan']])(
  '%s loads no packages and no network modules',
  async (name) => {
    const modules = await loadedBy([name])
    expect(modules.filter(heavy)).toEqual([])
    // A plan needs hashes; the others load nothing.
    expect(modules.length === 0).toBe(name !== 'plan')
  },
)

it.each([
  ['yaml', { more: 'description: !!str docs' }],
  ['re2js', { pattern: '(?i)^/DOCS/' }],
])('loads %s when a file needs it', async (name, more) => {
  expect(await loadedBy(['validate'], more)).toContain(name)
})
