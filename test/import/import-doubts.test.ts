import { expect, it } from 'vitest'
import { importText } from '../../src/import/import.ts'
import { loadTexts } from '../support/load-texts.ts'

it.each([
  ['paths', { start_urls: ['https://docs.example.com/API/', 'https://docs.example.com/api/'] }],
  [
    'variables',
    {
      start_urls: [
        { url: 'https://docs.example.com/(?P<lang>.*?)/', variables: { lang: ['pt-br', 'pt-BR', 'en'] } },
      ],
    },
  ],
])('gives crawls names that differ not only in case: %s', (_, start) => {
  const outcome = importText('source.json', JSON.stringify({ index_name: 'docs', ...start }))
  const text = outcome.ok ? outcome.value.text : ''
  const { diagnostics } = loadTexts({ 'crawls/imported.yaml': text })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
})

it.each([
  ['a body in a variable', 'curl -X POST "$ENDPOINT" -d "$PAYLOAD"', 'import/body-not-json'],
  ['rules of Nutch', '# skip\n-^(?:file|ftp):\n-[?*!@=]\n+.\n', 'import/unknown-format'],
])('refuses %s', (_, text, rule) => {
  const outcome = importText('source', text)
  expect(outcome.ok ? outcome.value.text : outcome.diagnostics.map((one) => one.rule)).toEqual([rule])
})

it.each([
  ['a request body', '{\n  "limit": 5,\n  "url": "ftp://example.com/"\n}', [3, 11]],
  ['another crawler', 'domains:\n  - url: https://example.com\n    seed_urls:\r\n      - htp:/bad\n', [4, 9]],
])('a source is refused at its start URL: %s', (_, text, at) => {
  const outcome = importText('source', text)
  const [first] = outcome.ok ? [] : outcome.diagnostics
  expect(first && [first.line, first.column]).toEqual(at)
})

it('refuses a file of sections, such as scrapy.cfg, as an unknown format', () => {
  const outcome = importText(
    'scrapy.cfg',
    '[settings]\ndefault = shop.settings\n\n[deploy]\nproject = shop\n',
  )
  expect(outcome.ok || outcome.diagnostics.map(({ rule }) => rule)).toEqual(['import/unknown-format'])
})

it('reads the texts of a list, and reports its other items', () => {
  const stops = [
    'https://docs.example.com/old/',
    { url: 'https://docs.example.com/a/' },
    5,
    String.raw`\.pdf$`,
  ]
  const source = { index_name: 'x', start_urls: ['https://docs.example.com/'], stop_urls: stops }
  const outcome = importText('source.json', JSON.stringify(source))
  expect(
    outcome.ok ? outcome.value.fields.map(({ field, outcome: kind }) => `${field} ${kind}`) : [],
  ).toEqual([
    'start_urls[0] mapped',
    'stop_urls[0] approximated',
    'stop_urls[3] approximated',
    'index_name dropped',
    'stop_urls[1] dropped',
    'stop_urls[2] dropped',
  ])
})

// Comparing every start URL with every other takes ten times as long.
const MANY = Array.from({ length: 6000 }, (_, at) => at)
const files = MANY.map((at) => `https://example.com/p${at}.html`)

it.each([
  ['hosts', { index_name: 'x', start_urls: MANY.map((at) => `https://h${at}.example.com/`) }, MANY.length],
  [
    'files that a sitemap lists',
    { index_name: 'x', start_urls: files, sitemap_urls: ['https://example.com/sitemap.xml'] },
    1,
  ],
  ['files of one directory', { startUrls: files, actions: [{ indexName: 'x' }] }, MANY.length],
])('imports very many %s', (_, source, crawls) => {
  const outcome = importText('source.json', JSON.stringify(source))
  expect(outcome.ok ? outcome.value.crawls.length : outcome.diagnostics).toBe(crawls)
})

it('assigns a file to the crawl of its directory, in any order', () => {
  const startUrls = ['/docs/a.html', '/docs/', '/docs/b.html'].map((path) => `https://example.com${path}`)
  const outcome = importText('source.json', JSON.stringify({ startUrls, actions: [{ indexName: 'x' }] }))
  const text = outcome.ok ? outcome.value.text : ''
  expect(text.match(/this crawl fetches only the page; the crawl of \S+/g)).toEqual([
    'this crawl fetches only the page; the crawl of startUrls[1]',
    'this crawl fetches only the page; the crawl of startUrls[1]',
  ])
})

it('names crawls in linear time, even if their URLs have very many dots', () => {
  const dots = '.'.repeat(300_000)
  const starts = ['a', 'b'].map((path) => `https://docs.example.com/${path}${dots}x`)
  const outcome = importText('source.json', JSON.stringify({ index_name: 'x', start_urls: starts }))
  expect(outcome.ok).toBe(true)
})
