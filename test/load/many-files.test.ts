import { afterEach, describe, expect, it } from 'vitest'
import { diagnose } from '../../src/diagnostics/diagnostic.ts'
import type { CrawlRule } from '../../src/lint/crawl-facts.ts'
import { crawlRules } from '../../src/lint/rules/crawl-rules.ts'
import { loadTexts } from '../support/load-texts.ts'

const added: CrawlRule[] = []

afterEach(() => {
  for (const rule of added.splice(0)) listOfRules().splice(listOfRules().indexOf(rule), 1)
})

/** The list that the recipe "Add a rule" adds a line to. */
function listOfRules(): CrawlRule[] {
  return crawlRules as CrawlRule[]
}

function addRule(rule: CrawlRule): void {
  added.push(rule)
  listOfRules().push(rule)
}

function siteFile(host: string, limit: number, more = ''): string {
  return `version: 2\nrequest:\n  url: https://${host}.example.com/guides/\n  limit: ${limit}\n${more}`
}

function siteFiles(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, site) => [
      `crawls/site-${site}.yaml`,
      siteFile(`site-${site}`, 100 + site),
    ]),
  )
}

describe('a project of many similar crawls', () => {
  it('applies a new rule about limit to every crawl', () => {
    addRule(({ crawl, settings: { limit } }) =>
      limit <= 300 ? undefined : diagnose('limits/unset', { limit }, crawl.locate('/limit')),
    )
    const { diagnostics } = loadTexts(siteFiles(260))
    expect(diagnostics).toHaveLength(59)
  })

  it('compares its crawls with each other, and with different ones', () => {
    const special = {
      'crawls/a/twin.yaml': siteFile('shared', 5),
      'crawls/b/twin.yaml': siteFile('other', 5),
      'crawls/copied.yaml': siteFile('same', 5),
      'crawls/copy.yaml': siteFile('same', 5),
      'crawls/quiet.yaml': siteFile('quiet', 5, '# crawlform-ignore limits/unset: not so\n'),
      'crawls/wrong.yaml': siteFile('wrong', 5, '  sitemap: onyl\n'),
    }
    const few = loadTexts(special)
    const many = loadTexts({ ...special, ...siteFiles(250) })
    expect(few.diagnostics.map(({ rule }) => rule)).toEqual([
      'project/duplicate-name',
      'scope/duplicate-crawl',
      'syntax/ignore-unused',
      'schema/not-allowed',
    ])
    expect(many.diagnostics).toEqual(few.diagnostics)
    expect(many.resolved).toHaveLength(250 + few.resolved.length)
    expect(many.sources.get('crawls/site-9.yaml')).toBe(siteFile('site-9', 109))
  })
})

it('refuses names that differ only in case, which share a folder on some systems', () => {
  const file = (url: string) => `version: 2\nrequest: { url: "${url}", limit: 5 }\n`
  const { diagnostics, resolved } = loadTexts({
    'crawls/Docs.yaml': file('https://a.example.com/'),
    'crawls/blog.yaml': file('https://b.example.com/'),
    'crawls/docs.yaml': file('https://c.example.com/'),
  })
  expect(diagnostics).toMatchObject([
    {
      rule: 'project/duplicate-name',
      file: 'crawls/docs.yaml',
      message: '"docs" and "Docs" differ only in case; on macOS and Windows they would share files.',
      help: 'Rename one of them.',
      related: [{ message: '"Docs" is here' }],
    },
  ])
  expect(resolved.map(({ name }) => name)).toEqual(['blog'])
  const project =
    'version: 2\nenvironments: { prod: { service: embedded }, Prod: { service: embedded }, LOCAL: {} }\n'
  const environments = loadTexts({
    'crawlform.yaml': project,
    'crawls/a.yaml': file('https://a.example.com/'),
  })
  expect(environments.diagnostics.map(({ message }) => message)).toEqual([
    '"Prod" and "prod" differ only in case; on macOS and Windows they would share files.',
    '"LOCAL" and "local" differ only in case; on macOS and Windows they would share files.',
  ])
})

it.each([
  ['./crawls/*.yaml', 'crawls/a.yaml'],
  ['crawls/{a,b}.yaml', './crawls/a.yaml'],
  ['././crawls/**/*.yaml', './crawls/a.yaml'],
])('loads a file once if both %s and %s match it', (one, other) => {
  const project = `version: 2\ncrawls: ["${one}", "${other}"]\n`
  const { diagnostics, crawls } = loadTexts({ 'crawlform.yaml': project, 'crawls/a.yaml': siteFile('a', 5) })
  expect(diagnostics).toEqual([])
  expect(crawls.map(({ name }) => name)).toEqual(['a'])
})

it.each([
  ['crawls', 'crawls/**/*.yaml'],
  ['./crawls/', 'crawls/**/*.yaml'],
  ['crawls\\\\*.yaml', 'crawls/*.yaml'],
])('proposes a glob for %s', (written, meant) => {
  const project = `version: 2\ncrawls: ["${written}"]\n`
  const { diagnostics } = loadTexts({ 'crawlform.yaml': project, 'crawls/a.yaml': siteFile('a', 5) })
  expect(diagnostics).toMatchObject([{ rule: 'project/no-crawl-file', help: `Write "${meant}".` }])
})
