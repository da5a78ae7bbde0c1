import { expect, it } from 'vitest'
import { migrateText } from '../../src/migrate/migrate-text.ts'
import { migrateValue } from '../../src/migrate/migrate.ts'

const MARK = '\uFEFF'
const CRAWL = 'version: 1\nrequest:\n  url: https://example.com/\n'

it('a byte order mark is kept, once', () => {
  const { text, diagnostics } = migrateText('a.yaml', `${MARK}${CRAWL}  ignoreSitemap: true\n`)
  expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([])
  expect(text).toBe(`${MARK}${CRAWL.replace('1', '2')}  sitemap: skip\n`)
})

it('an empty document is skipped', () => {
  const { text } = migrateText('a.yaml', `---\n# none\n---\n${CRAWL}  ignoreSitemap: true\n`)
  expect(text).toBe(`---\n# none\n---\n${CRAWL.replace('1', '2')}  sitemap: skip\n`)
})

it('a block mapping becomes part of a format in a flow list', () => {
  const lines = (formats: string): string => `  scrapeOptions:\n    formats: [${formats}]\n`
  const { text } = migrateText(
    'a.yaml',
    `${CRAWL}${lines('json')}    jsonOptions:\n      prompt: what it costs\n`,
  )
  expect(text).toBe(CRAWL.replace('1', '2') + lines('{ type: json, prompt: what it costs }'))
})

it.each([
  ['replaceAllPathsWithAbsolutePaths', true, []],
  ['replaceAllPathsWithAbsolutePaths', false, ['/scrapeOptions/replaceAllPathsWithAbsolutePaths']],
  ['fetchPageContent', true, []],
  ['fetchPageContent', false, ['/scrapeOptions/fetchPageContent']],
  ['disableJsDom', false, []],
  ['disableJsDom', true, ['/scrapeOptions/disableJsDom']],
  ['atsv', false, []],
  ['atsv', true, ['/scrapeOptions/atsv']],
])('%s: %j of version 0 is reported as lost at %j', (setting, value, expected) => {
  const { problems } = migrateValue({ url: 'https://example.com/', scrapeOptions: { [setting]: value } })
  expect(problems.map(({ pointer }) => pointer)).toEqual(expected)
})

it('a part of a new value originates from its old value as a whole', () => {
  const { value: request, origins } = migrateValue({
    url: 'https://example.com/',
    scrapeOptions: { formats: ['markdown', 'screenshot@fullPage'] },
  })
  const at = '/scrapeOptions/formats/1'
  expect(request['scrapeOptions']).toEqual({ formats: ['markdown', { type: 'screenshot', fullPage: true }] })
  expect(origins.get(at)).toMatchObject({ pointer: at, whole: false })
})
