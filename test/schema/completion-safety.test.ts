// Whatever an editor offers, taking it must not break the file.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { accept, openEditor } from './language-server.ts'

const crawl = openEditor('crawl.schema.json')
const project = openEditor('project.schema.json')
const root = path.join(import.meta.dirname, '../..')

const head = 'version: 2\nrequest:\n  url: https://docs.example.com/\n'
const scrape = `${head}  scrapeOptions:\n`

const inCrawl = [
  '¦',
  'version: 2\n¦',
  'version: ¦',
  `${head}¦`,
  `${head}  ¦`,
  'version: 1\nrequest:\n  url: a.example\n  ¦',
  `${scrape}    ¦`,
  `${head}  sitemap: ¦`,
  `${head}  limit: ¦`,
  `${head}  delay: ¦`,
  `${head}  excludePaths:\n    ¦`,
  `${head}  webhook: ¦`,
  `${head}  webhook:\n    ¦`,
  `${head}  webhook:\n    events: [¦]`,
  `${head}  webhook:\n    events:\n      - ¦`,
  `${head}  integration: ¦`,
  `${scrape}    formats: [¦]`,
  `${scrape}    formats:\n      - ¦`,
  `${scrape}    formats:\n      - type: screenshot\n        ¦`,
  `${scrape}    formats:\n      - type: json\n        ¦`,
  `${scrape}    formats:\n      - type: changeTracking\n        ¦`,
  `${scrape}    parsers:\n      - ¦`,
  `${scrape}    parsers:\n      - type: pdf\n        ¦`,
  `${scrape}    actions:\n      - ¦`,
  `${scrape}    actions:\n      - type: wait\n        ¦`,
  `${scrape}    actions:\n      - type: pdf\n        ¦`,
  `${scrape}    location:\n      ¦`,
  `${scrape}    proxy: ¦`,
  `${scrape}    redactPII: ¦`,
  `${scrape}    redactPII:\n      ¦`,
  `${head}tests:\n  ¦`,
  `${head}expect:\n  ¦`,
  `${head}matrix:\n  ¦`,
]

const inProject = [
  '¦',
  'version: 2\n¦',
  'version: 2\ndefaults:\n  ¦',
  'version: 2\nprofiles:\n  polite:\n    ¦',
  'version: 2\nprofiles:\n  polite:\n    request:\n      ¦',
  'version: 2\nenvironments:\n  production:\n    ¦',
  'version: 2\nenvironments:\n  production:\n    state:\n      ¦',
  'version: 2\nenvironments:\n  production:\n    state:\n      backend: git\n      ¦',
  'version: 2\nbudget:\n  ¦',
  'version: 2\nrules:\n  limits/unset: ¦',
]

/** Problems that only say that more has to be written. */
function isUnfinished(problem: string): boolean {
  return /Missing property|null|fewer properties/.test(problem)
}

describe.each([
  ['crawl file', crawl, inCrawl],
  ['project file', project, inProject],
] as const)('completion in a %s', (_name, editor, positions) => {
  test.each(positions)('makes no invalid text at %j', async (text) => {
    const items = await editor.complete(text)
    expect(items).not.toEqual([])
    const broken: unknown[] = []
    for (const item of items) {
      const after = accept(text, item)
      if (after === undefined) continue
      const problems = (await editor.problems(after)).filter((problem) => !isUnfinished(problem))
      if (problems.length > 0) broken.push({ label: item.label, after, problems })
    }
    expect(broken).toEqual([])
  })
})

test('the example crawls have no editor problems, except old names of version 1', async () => {
  const files = readdirSync(path.join(root, 'crawls')).filter((name) => name.endsWith('.yaml'))
  expect(files.length).toBeGreaterThan(2)
  for (const name of files) {
    const problems = await crawl.problems(readFileSync(path.join(root, 'crawls', name), 'utf8'))
    expect(problems.filter((problem) => !problem.includes('Version 2'))).toEqual([])
  }
  expect(await project.problems(readFileSync(path.join(root, 'crawlform.yaml'), 'utf8'))).toEqual([])
})
