import { existsSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

const SOURCE = JSON.stringify({
  index_name: 'lamps',
  start_urls: ['https://lamps.example/docs/', 'https://lamps.example/blog/'],
  stop_urls: ['/drafts/.*', '/old/.*'],
  selectors_exclude: ['.toc'],
  user_agent: 'lamps',
})

let project: CliProject

afterEach(() => project.remove())

function read(file: string): string {
  return readFileSync(path.join(project.directory, file), 'utf8')
}

/** Requests as they are resolved, by name. */
async function requests(): Promise<Record<string, unknown>> {
  const { stdout, stderr, status } = await project.run(['plan', '--format', 'json'])
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('error')])
  const { changes } = JSON.parse(stdout) as { changes: readonly { name: string; request: unknown }[] }
  return Object.fromEntries(changes.map(({ name, request }) => [name, request]))
}

describe('import --write of several crawls', () => {
  it('moves shared settings into a profile of a new project file, with equal requests', async () => {
    project = hereProject({ 'source.json': SOURCE })
    const written = await project.run(['import', 'source.json', '--write'])
    expect([written.status, written.stdout]).toEqual([0, 'crawls/lamps.yaml\ncrawlform.yaml\n'])
    expect(written.stderr).toContain(
      'Settings shared by the crawls are now the profile lamps in crawlform.yaml.',
    )
    expect([read('crawls/lamps.yaml'), read('crawlform.yaml')].map((text) => text.split('\n')[0])).toEqual([
      '# yaml-language-server: $schema=../node_modules/crawlform/schema/crawl.schema.json',
      '# yaml-language-server: $schema=node_modules/crawlform/schema/project.schema.json',
    ])
    expect(read('crawls/lamps.yaml').match(/^extends: \[ lamps \]$/gm)).toHaveLength(2)
    expect(read('crawls/lamps.yaml')).not.toMatch(/User-Agent|drafts/)
    const shared = await requests()
    project.remove()
    project = hereProject({ 'source.json': SOURCE })
    const printed = await project.run(['import', 'source.json'])
    expect(printed.stderr).toContain('--write moves settings shared by these crawls into a profile')
    project.write('crawls/lamps.yaml', printed.stdout)
    expect(await requests()).toEqual(shared)
    expect(Object.keys(shared)).toEqual(['lamps-blog', 'lamps-docs'])
  })

  it.each([
    ['has no profiles', '# Ours.\nversion: 2\ndefaults: { request: { limit: 9 } } # few\n', 'lamps'],
    [
      'has profiles',
      'version: 2\nprofiles:\n    # Slow.\n    polite:\n        request: { delay: 1 } # s\n# Last.\nbudget: { pages: 90000 }\n',
      'lamps',
    ],
    [
      'has a profile of that name, and no line feed at its end',
      'version: 2\nprofiles:\n  lamps: { request: { delay: 1 } }',
      'lamps-2',
    ],
    [
      'has the line ends of Windows',
      'version: 2\r\nprofiles:\r\n  x: { request: { delay: 1 } }\r\n',
      'lamps',
    ],
  ])('adds a profile to a project file that %s, and changes nothing else in it', async (_, before, name) => {
    project = hereProject({ 'source.json': SOURCE, 'crawlform.yaml': before })
    const { status, stderr } = await project.run(['import', 'source.json', '--write'])
    expect([status, stderr.split('\n')[0]]).toEqual([
      0,
      `Settings shared by the crawls are now the profile ${name} in crawlform.yaml.`,
    ])
    const after = read('crawlform.yaml')
    const kept = before.split('\n').filter((line) => line !== '')
    expect(after.split('\n').filter((line) => kept.includes(line))).toEqual(kept)
    expect(Object.keys(await requests())).toEqual(['lamps-blog', 'lamps-docs'])
  })

  it.each([
    ['in braces', '{ version: 2, profiles: { polite: { request: { delay: 1 } } } }\n'],
    ['with profiles in braces', 'version: 2\nprofiles: { polite: { request: { delay: 1 } } }\n'],
  ])('leaves a project file %s as it is, and gives each crawl its settings', async (_, before) => {
    project = hereProject({ 'source.json': SOURCE, 'crawlform.yaml': before })
    const { status, stdout, stderr } = await project.run(['import', 'source.json', '--write'])
    expect([status, stdout]).toEqual([0, 'crawls/lamps.yaml\n'])
    expect(stderr).toContain('crawlform.yaml was not changed')
    expect(read('crawlform.yaml')).toBe(before)
    expect(Object.keys(await requests())).toEqual(['lamps-blog', 'lamps-docs'])
  })

  it('writes nothing if the crawl file already exists', async () => {
    project = hereProject({ 'source.json': SOURCE, 'crawls/lamps.yaml': '# Mine.\n' })
    const { status } = await project.run(['import', 'source.json', '--write'])
    expect(status).toBe(64)
    expect(read('crawls/lamps.yaml')).toBe('# Mine.\n')
    expect(existsSync(path.join(project.directory, 'crawlform.yaml'))).toBe(false)
  })

  it('gives each distinct secret its own variable', async () => {
    const source = {
      domains: [
        {
          url: 'https://a.example',
          seed_urls: ['https://a.example/x/', 'https://a.example/y/'],
          http_headers: [{ Cookie: 'one' }],
        },
        { url: 'https://b.example', http_headers: [{ Cookie: 'two' }] },
      ],
    }
    project = hereProject({ 'crawler.json': JSON.stringify(source) })
    const { stderr, stdout } = await project.run(['import', 'crawler.json', '--name', 'team'])
    expect(stderr).toContain('Set these environment variables: TEAM_COOKIE, TEAM_B_COOKIE.')
    expect(stdout.match(/Cookie: \$\{secret:\w+\}/g)).toEqual([
      'Cookie: ${secret:TEAM_COOKIE}',
      'Cookie: ${secret:TEAM_COOKIE}',
      'Cookie: ${secret:TEAM_B_COOKIE}',
    ])
  })
})

describe('import', () => {
  it('ends with a list that says how surely each page of the source is reached', async () => {
    const source = {
      index_name: 'lamps',
      start_urls: [
        'https://lamps.example/docs/',
        'https://lamps.example/blog/',
        'https://lamps.example/old/',
      ],
      sitemap_urls: ['https://lamps.example/sitemap.xml'],
      stop_urls: ['/old'],
    }
    project = hereProject({ 'source.json': JSON.stringify(source) })
    const { stderr, stdout } = await project.run(['import', 'source.json'])
    expect(stderr).toContain(
      [
        'The source names 3 pages: 1 certainly reached, 1 if listed in the sitemap or linked, 1 never.',
        '  if listed in the sitemap or linked  https://lamps.example/blog/ (start_urls[1])',
        '  never  https://lamps.example/old/ (start_urls[2]): "/old" of excludePaths matches "/old" at character 1 of /old/',
        '',
      ].join('\n'),
    )
    expect(stdout).toContain('- { url: /blog/, reached: sitemap }')
    expect(stdout).toContain(
      '# /old/ was in the scope of the source, but is not here: "/old" of excludePaths',
    )
    project.write('crawls/lamps.yaml', stdout.replace('sitemap: include', 'sitemap: skip'))
    const validated = await project.run(['validate'])
    expect([validated.status, validated.stdout]).toEqual([1, expect.stringContaining('[tests/not-reached]')])
    const tested = await project.run(['test'])
    expect([tested.status, tested.stdout]).toEqual([
      1,
      expect.stringContaining('FAIL  lamps  in /blog/\n      "/blog/" is listed under "in"'),
    ])
  })
})

it('import refuses a directory as its source', async () => {
  project = hereProject()
  expect(await project.run(['import', '.'])).toMatchObject({
    status: 64,
    stderr: 'crawlform: "." is a directory.\n  help: Name a file, or use - to read stdin.\n',
  })
})

it.skipIf(process.platform === 'win32')(
  'import reads a device only up to the size limit of a file',
  async () => {
    project = hereProject()
    expect(await project.run(['import', '/dev/zero'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The file is larger than the limit of 1048576 bytes.') as string,
    })
  },
)

it.runIf(process.platform === 'linux')('import refuses a socket', async () => {
  project = hereProject()
  const server = createServer().listen(path.join(project.directory, 'a.sock'))
  await once(server, 'listening')
  const outcome = await project.run(['import', 'a.sock'])
  server.close()
  expect(outcome).toMatchObject({
    status: 3,
    stderr: expect.stringMatching(
      /a\.sock" is a socket or an absent device\.\n {2}help: Name a file\./,
    ) as string,
  })
})
