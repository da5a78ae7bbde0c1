import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { importText, type ImportOutcome } from '../../src/import/import-text.ts'
import { loadTexts } from '../support/load-texts.ts'

// Pairs of files: x.in.* becomes x.out.yaml, with x.out.txt saying what became of each field. What is secret in a source holds
// S3CR3T; what is code in one holds C0DE.
const fixtures = path.join(import.meta.dirname, '../fixtures/import')
const sources = readdirSync(fixtures).filter((file) => file.includes('.in.'))
const variables = { HOST: 'wiki.example.com' }

function read(file: string): ImportOutcome {
  return importText(file, readFileSync(path.join(fixtures, file), 'utf8'))
}

function imported(file: string) {
  const outcome = read(file)
  if (!outcome.ok) throw new Error(outcome.diagnostics.map(({ message }) => message).join('\n'))
  return outcome.value
}

describe.each(sources)('%s', (file) => {
  const value = imported(file)
  const base = path.join(fixtures, file.replace(/\.in\..*$/, '.out'))

  it('becomes what is recorded', async () => {
    await expect(value.text).toMatchFileSnapshot(`${base}.yaml`)
  })

  it('reports what is recorded', async () => {
    const lines = value.fields.map(
      ({ field, outcome, to, why }) =>
        `${outcome.padEnd(12)} ${field} -> ${to ?? 'nothing'}${why === undefined ? '' : `: ${why}`}`,
    )
    const head = `${value.source}; crawls ${value.crawls.join(', ')}; secrets ${value.secrets.join(', ')}`
    await expect(`${[head, ...lines].join('\n')}\n`).toMatchFileSnapshot(`${base}.txt`)
  })

  it('is a valid crawl file whose tests hold', () => {
    const { diagnostics, crawls } = loadTexts({ 'crawls/imported.yaml': value.text }, { variables })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(crawls.length).toBeGreaterThanOrEqual(value.crawls.length)
  })

  it('holds no secret and no code', () => {
    expect(value.text + JSON.stringify(value.fields)).not.toMatch(/S3CR3T|C0DE/)
  })

  it('answers for every field', () => {
    const text = readFileSync(path.join(fixtures, file), 'utf8')
    const source = file.endsWith('.sh') ? {} : (parse(text.replaceAll(/^<%.*%>$/gm, '')) as object)
    for (const key of Object.keys(source)) {
      const spokenOf = value.fields.filter(({ field }) => field === key || field.split(/[.[]/)[0] === key)
      expect(spokenOf, key).not.toEqual([])
    }
  })

  it('says of every approximated and dropped field why, in the file too', () => {
    for (const { field, outcome, why } of value.fields) {
      if (outcome === 'mapped') continue
      expect(why, field).toMatch(/\w+ \w+/)
      expect(value.text, field).toContain(`# ${field}${outcome === 'dropped' ? ' is dropped: ' : ': '}${why}`)
    }
  })
})

describe('a source that cannot be imported', () => {
  it.each([
    ['nothing', '', 'import/unknown-format'],
    ['other YAML', 'services: { web: { image: nginx } }', 'import/unknown-format'],
    ['a crawl file', 'version: 2\nrequest: { url: https://example.com/ }', 'import/unknown-format'],
    ['JavaScript', "new Crawler({ startUrls: ['https://example.com/'] })", 'import/javascript'],
    ['an open quote', "curl 'https://example.com/", 'import/shell-syntax'],
    ['a command inside', 'curl "https://example.com/$(cat /etc/passwd)"', 'import/shell-code'],
    ['another command inside', 'curl https://example.com/`id`', 'import/shell-code'],
    ['a body in a file', 'curl https://api.example.com/v2/crawl -d @body.json', 'import/reads-file'],
    ['headers in a file', 'curl https://example.com/ -H @headers.txt', 'import/reads-file'],
    ['cookies in a file', 'curl https://example.com/ -b jar.txt', 'import/reads-file'],
    ['a form', 'curl https://example.com/ -F photo=@me.png', 'import/reads-file'],
    ['an option of nobody', 'curl --jsn {} https://api.example.com/v2/crawl', 'import/unknown-option'],
    ['another operation', 'curl https://api.example.com/v1/scrape -d {}', 'import/other-operation'],
    ['the status of a job', 'curl https://api.example.com/v2/crawl/123', 'import/other-operation'],
    ['a form for the API', 'curl https://api.example.com/v2/crawl -d url=x', 'import/body-not-json'],
    ['no body', 'curl -X POST https://api.example.com/v2/crawl', 'import/body-not-json'],
    ['a body without URL', `curl https://api.example.com/v2/crawl -d '{"limit": 1}'`, 'import/no-start-url'],
    ['no URL', 'curl -s', 'import/no-start-url'],
    [
      'a contradiction',
      '{"url": "https://example.com/", "ignoreSitemap": true, "sitemapOnly": true}',
      'migrate/contradiction',
    ],
    ['a bad start URL', '{"url": "ftp://example.com/"}', 'schema/bad-format'],
  ])('%s', (_, text, rule) => {
    const outcome = importText('source', text)
    expect(outcome.ok ? outcome.value.text : outcome.diagnostics.map((one) => one.rule)).toEqual([rule])
  })

  it('is refused where its command stands in a script', () => {
    const script = '#!/bin/sh\nLIMIT=5\ncurl https://api.example.com/v2/crawl -d "{\\"limit\\": $LIMIT}"\n'
    const outcome = importText('source', script)
    expect(outcome.ok ? [] : outcome.diagnostics.map(({ rule, line }) => [rule, line])).toEqual([
      ['import/body-not-json', 3],
    ])
  })

  it('is refused without a word of what is secret in it', () => {
    const outcome = importText(
      'source',
      "curl -H 'Authorization: Bearer S3CR3T' -u a:S3CR3T https://x.example.com/v2/scrape -d '{",
    )
    expect(outcome.ok).toBe(false)
    expect(JSON.stringify(outcome)).not.toContain('S3CR3T')
  })
})

describe('a source with anything in any place', () => {
  const mappings = sources.flatMap((file) => {
    if (file.endsWith('.sh')) return []
    const text = readFileSync(path.join(fixtures, file), 'utf8')
    return [parse(text.replaceAll(/^<%.*%>$/gm, '')) as Record<string, unknown>]
  })
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(
      'https://example.com/a',
      '${x',
      '${secret:A}',
      '1_0',
      -1,
      [],
      [[]],
      [{}],
      { url: [] },
      '*',
      '(',
      '/a?b#c',
    ),
  )

  it('becomes a valid crawl file or is refused', () => {
    const change = fc.record({
      mapping: fc.constantFrom(...mappings),
      key: fc.nat(30),
      value: anything,
      inner: fc.boolean(),
    })
    fc.assert(
      fc.property(change, ({ mapping, key, value, inner }) => {
        const copy = structuredClone(mapping)
        const keys = Object.keys(copy)
        const chosen = keys[key % keys.length] ?? ''
        const list = copy[chosen]
        if (inner && Array.isArray(list) && list.length > 0) list[key % list.length] = value
        else copy[chosen] = value
        const outcome = importText('source', JSON.stringify(copy))
        const loaded = outcome.ok
          ? loadTexts({ 'crawls/imported.yaml': outcome.value.text }, { variables })
          : undefined
        const errors = loaded?.diagnostics.filter(({ severity }) => severity === 'error') ?? []
        expect(errors, outcome.ok ? outcome.value.text : '').toEqual([])
        expect(outcome.ok || outcome.diagnostics.length > 0).toBe(true)
      }),
      { numRuns: 400 },
    )
  })
})
