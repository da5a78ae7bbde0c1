import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'
import { takeFeed } from '../support/take-feed.ts'

let site: LoopbackSite
let project: CliProject
let visitors = 100

const names = ['a', 'b', 'c']

/** Puts pages on the site, each with new noise in it. */
function setPages(texts: Readonly<Record<string, string>> = {}): void {
  for (const name of names) {
    const text = texts[name] ?? `Text of ${name}.`
    site.set(
      `/${name}`,
      `<title>Page ${name}</title><main><h1>${name}</h1><p>${text}</p><p>Lucky number: ${visitors++}</p></main>`,
    )
  }
}

function writeCrawl(more = ''): void {
  project.write(
    'crawls/docs.yaml',
    `version: 2\nrequest: { url: "${site.origin}/", scrapeOptions: { maxAge: 0 } }\n${more}`,
  )
}

const IGNORE = 'changes: { ignore: ["^Lucky number: .*"] }\n'

beforeEach(async () => {
  const links = names.map((name) => `<a href="/${name}">${name}</a>`).join(' ')
  site = await startLoopbackSite({
    '/robots.txt': { status: 404 },
    '/sitemap.xml': { status: 404 },
    '/': links,
  })
  setPages()
  project = hereProject()
})
afterEach(async () => {
  project.remove()
  await site.close()
})

async function changes(): Promise<string> {
  return (await project.run(['changes'])).stdout.split('\n')[0] ?? ''
}

async function apply(...more: string[]): Promise<string> {
  const { stdout, stderr } = await project.run(['apply', '--yes', '--wait', '--rerun', ...more])
  return stdout + stderr
}

describe('noise of a site', () => {
  it('is not a change if a pattern of changes.ignore matches it', async () => {
    writeCrawl(IGNORE)
    await apply()
    setPages({ b: 'Another text of b.' })
    await apply()
    expect(await changes()).toBe('docs: 1 changed, 3 unchanged')
  })

  it.each([
    ['page files', ['--output', 'pages', '--feed', 'feed.jsonl']],
    ['pages that the service still has', []],
  ])('is compared by the new patterns with %s, and a note says so once', async (_, output) => {
    writeCrawl()
    await apply(...output)
    takeFeed(project.directory)
    setPages({ b: 'Another text of b.' })
    writeCrawl(IGNORE)
    expect(await apply(...output)).toContain('The patterns of changes.ignore are new')
    expect(await changes()).toBe('docs: 1 changed, 3 unchanged')
    const fed = output.length === 0 ? [`${site.origin}/b`] : takeFeed(project.directory).map(({ url }) => url)
    expect(fed).toEqual([`${site.origin}/b`])
    setPages({ b: 'Another text of b.' })
    expect(await apply(...output)).not.toContain('The patterns of changes.ignore are new')
    expect(await changes()).toBe('docs: 4 unchanged')
  })

  it('is a change again after its pattern is removed', async () => {
    writeCrawl(IGNORE)
    await apply()
    writeCrawl()
    expect(await apply()).toContain('The patterns of changes.ignore are new')
    expect(await changes()).toBe('docs: 4 unchanged')
    setPages()
    await apply()
    expect(await changes()).toBe('docs: 3 changed, 1 unchanged')
  })

  it('is ignored by inherited patterns, and lists add up if a crawl says so', async () => {
    project.write(
      'crawlform.yaml',
      [
        'version: 2',
        'defaults: { changes: { ignore: ["^Nothing"] } }',
        'profiles: { lucky: { changes: { ignore: { append: ["^Lucky number: .*"] } } } }',
        'environments: { local: { changes: { ignore: { append: ["Ticket [0-9]+"] } } } }',
        '',
      ].join('\n'),
    )
    writeCrawl(
      'extends: [lucky]\ntests: { ignored: ["Lucky number: 7", "Ticket 12"], counted: [Luck, "A number"] }\n',
    )
    expect((await project.run(['test'])).stdout).toContain('4 tests of 1 crawl: 4 passed, 0 failed')
    const explained = await project.run(['explain', 'docs'])
    expect(explained.stdout).toMatch(/changes\.ignore .*environment "?local/)
    writeCrawl('extends: [lucky]\nchanges: { ignore: [x] }\ntests: { ignored: ["Lucky number: 7"] }\n')
    const replaced = await project.run(['validate'])
    expect(replaced.status).toBe(1)
    expect(replaced.stdout + replaced.stderr).toContain(
      '"Lucky number: 7" is listed under "ignored", but changes.ignore leaves "Lucky number: 7" of it.',
    )
  })
})

describe('a pattern of changes.ignore', () => {
  it.each([
    ['[a', 'missing closing ]'],
    ['(?=a)b', 'RE2 does not know "(?="'],
    ['.*', 'it matches every text'],
  ])('that cannot be used (%s) is one error at its place', async (pattern, because) => {
    writeCrawl(`changes:\n  ignore:\n    - '${pattern}'\ntests: { ignored: [abc] }\n`)
    const { stdout, stderr, status } = await project.run(['validate'])
    const said = stdout + stderr
    expect(status).toBe(1)
    expect(said).toContain(`"${pattern}" of changes.ignore cannot be used: ${because}`)
    expect(said).toContain('crawls/docs.yaml:5:7')
    expect(said).toContain('1 error')
  })

  it('must not hold a secret', async () => {
    writeCrawl('changes: { ignore: ["${secret:TOKEN}"] }\n')
    const { stdout, stderr, status } = await project.run(['validate'])
    expect(status).toBe(1)
    expect(stdout + stderr).toContain('a pattern')
  })

  it('that several crawls inherit is reported once', async () => {
    project.write('crawlform.yaml', 'version: 2\ndefaults: { changes: { ignore: ["(a"] } }\n')
    writeCrawl()
    project.write('crawls/other.yaml', 'version: 2\nrequest: { url: "https://example.com/" }\n')
    const { stdout, stderr } = await project.run(['validate'])
    expect(stdout + stderr).toMatch(/crawlform\.yaml:2:\d+/)
    expect((stdout + stderr).match(/cannot be used/g)).toHaveLength(1)
  })
})
