import { afterEach, describe, expect, it } from 'vitest'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

let project: CliProject
afterEach(() => project.remove())

const crawl = (more = '') => `version: 2\n${more}request: { url: "https://example.com/", limit: 5 }\n`
const shared = [
  'version: 2',
  'defaults: { request: { delay: 1 }, refresh: 7d, expect: { minPages: 3, maxDrop: 20% } }',
  'profiles:',
  '  careful: { expect: { minPages: 4 }, changes: { ignore: ["^Visitors"] } }',
  'environments:',
  '  local: { service: embedded, refresh: 1d }',
  '  daily: { service: embedded, changes: { ignore: { append: ["^Ticket"] } } }',
  '',
].join('\n')

describe('refresh, expect and changes', () => {
  it('are inherited as the request is, and the plan shows their origin', async () => {
    project = hereProject({ 'crawlform.yaml': shared, 'crawls/docs.yaml': crawl('extends: [careful]\n') })
    const { stdout } = await project.run(['plan'])
    expect(stdout.replaceAll(/ {2,}/g, '  ')).toContain(
      [
        '  refresh  1d  environment local (crawlform.yaml:6)',
        '  expect.minPages  4  profile careful (crawlform.yaml:4)',
        '  expect.maxDrop  20%  project defaults (crawlform.yaml:2)',
        '  changes.ignore  [^Visitors]  profile careful (crawlform.yaml:4)',
      ].join('\n'),
    )
    const json = await project.run(['plan', '--format', 'json', '--env', 'daily'])
    const [change] = (JSON.parse(json.stdout) as { changes: readonly Record<string, unknown>[] }).changes
    expect(change).toMatchObject({
      refreshMs: 7 * 86_400_000,
      expect: { minPages: 4, maxDrop: '20%' },
      beside: {
        '/refresh': { value: '7d', origin: { kind: 'project-defaults', file: 'crawlform.yaml', line: 2 } },
        '/changes/ignore': {
          value: ['^Visitors', '^Ticket'],
          origin: { kind: 'environment', name: 'daily' },
        },
      },
    })
  })

  it('of the crawl file override those of profiles, and explain names overridden values', async () => {
    const own = crawl('extends: [careful]\nrefresh: 2h\nexpect: { minPages: 5 }\n')
    project = hereProject({ 'crawlform.yaml': shared, 'crawls/docs.yaml': own })
    const { stdout } = await project.run(['explain', 'docs', '--env', 'daily'])
    expect(stdout.replaceAll(/ +/g, ' ')).toMatch(
      /refresh 2h .*crawls\/docs.yaml:3[^]*not 7d .*project defaults[^]*expect.minPages 5 .*crawls\/docs.yaml:4[^]*not 4 .*profile careful[^]*not 3 .*project defaults/,
    )
  })

  it('are checked at the place where they are written', async () => {
    const text = 'version: 2\ndefaults: { expect: { minPages: 9 } }\n'
    project = hereProject({ 'crawlform.yaml': text, 'crawls/docs.yaml': crawl() })
    const { stdout } = await project.run(['validate'])
    expect(stdout).toMatch(/^crawlform.yaml:2:23: (?:error|warning): .*\[limits\/min-pages-above-limit\]/)
  })

  it.each([
    ['request: { url: "https://example.com/", refresh: 7d }\n', 'help: Move it next to "request".'],
    [
      'expect: { refresh: 7d }\nrequest: { url: "https://example.com/" }\n',
      'help: Move it next to "request".',
    ],
  ])('in a wrong place of a crawl file are reported with the right place: %s', async (text, help) => {
    project = hereProject({ 'crawls/docs.yaml': `version: 2\n${text}` })
    const { status, stdout } = await project.run(['validate'])
    expect([status, stdout]).toEqual([1, expect.stringContaining('"refresh"')])
    expect(stdout).toContain(help)
  })

  it('at the top of the project file are reported with the right place', async () => {
    project = hereProject({ 'crawlform.yaml': 'version: 2\nrefresh: 7d\n', 'crawls/docs.yaml': crawl() })
    const { stdout } = await project.run(['validate'])
    expect(stdout).toContain('help: Move it under "defaults".')
  })
})
