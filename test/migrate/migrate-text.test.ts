import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { parseFile } from '../../src/document/document.ts'
import { migrateText, type MigrateTextOptions } from '../../src/migrate/migrate-text.ts'
import { migrateValue } from '../../src/migrate/migrate.ts'
import { hasErrors } from '../../src/diagnostics/diagnostic.ts'
import { mappingOf } from '../support/a-crawl-spec.ts'

// Pairs of files: x.in.yaml becomes x.out.yaml, with x.out.txt saying why. The folder gives the options.
const fixtures = path.join(import.meta.dirname, '../fixtures/migrate-text')
const folders: Readonly<Record<string, MigrateTextOptions>> = {
  plain: {},
  'preserve-depth': { preserveDepth: true },
  'pin-defaults': { pinDefaults: true },
}

const cases = Object.entries(folders).flatMap(([folder, options]) =>
  readdirSync(path.join(fixtures, folder)).flatMap((file) =>
    file.endsWith('.in.yaml') ? [{ name: `${folder}/${file.slice(0, -8)}`, options }] : [],
  ),
)

const read = (name: string): string => readFileSync(path.join(fixtures, `${name}.in.yaml`), 'utf8')

describe.each(cases)('$name', ({ name, options }) => {
  const before = read(name)
  const migrated = migrateText(`${path.basename(name)}.yaml`, before, options)

  it('becomes the recorded text', async () => {
    await expect(migrated.text).toMatchFileSnapshot(path.join(fixtures, `${name}.out.yaml`))
  })

  it('reports the recorded changes and problems', async () => {
    const lines = [
      ...migrated.changes.map(
        ({ place, migration, from, to, exact }) =>
          `${place.line}: ${from ?? 'default'} -> ${to ?? 'nothing'} (${migration}${exact ? '' : ', inexact'})`,
      ),
      ...migrated.diagnostics.map(
        ({ line, column, severity, message, rule }) => `${line}:${column} ${severity}: ${message} [${rule}]`,
      ),
    ]
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(path.join(fixtures, `${name}.out.txt`))
  })

  it('keeps every comment', () => {
    for (const comment of before.match(/(?<=\s)#.*(?=\r?\n|$)/g) ?? [])
      expect(migrated.text).toContain(comment)
  })

  it('keeps its line ends', () => {
    expect(/(?<!\r)\n/.test(migrated.text)).toBe(/(?<!\r)\n/.test(before))
    expect(migrated.text.endsWith('\n')).toBe(before.endsWith('\n'))
  })

  it('is not changed by a second run', () => {
    const again = migrateText('again.yaml', migrated.text, options)
    expect(again.text).toBe(migrated.text)
    expect(again.changes).toEqual([])
  })
})

const bodies = readdirSync(path.join(fixtures, '../migrate')).flatMap((file) => {
  if (!file.endsWith('.v1.yaml')) return []
  const parsed = parseFile(file, readFileSync(path.join(fixtures, '../migrate', file)))
  const [document] = parsed.ok ? parsed.value : []
  return document === undefined ? [] : [{ file, request: mappingOf(document) }]
})

/** The same request in every layout that people have. */
const layouts: Readonly<Record<string, (value: unknown) => string>> = {
  'lines of YAML': (value) => stringify(value),
  'indented lists': (value) => stringify(value, { indentSeq: false, indent: 4 }),
  'compact JSON': (value) => JSON.stringify(value),
  'pretty JSON': (value) => `${JSON.stringify(value, null, 2)}\n`,
  'JSON with tabs': (value) => `${JSON.stringify(value, null, '\t')}\n`,
  'one line of YAML': (value) => stringify(value, { collectionStyle: 'flow', lineWidth: 0 }),
  'flow YAML on lines': (value) => stringify(value, { collectionStyle: 'flow', lineWidth: 20 }),
}

describe.each(Object.entries(layouts))('the layout %s', (_, layout) => {
  it.each(bodies)('keeps the meaning of a request body: $file', ({ request }) => {
    const { text, diagnostics } = migrateText('body.yaml', layout(request))
    expect(diagnostics.map(({ rule }) => rule)).not.toContain('migrate/cannot-rewrite')
    const expected = migrateValue(request)
    const parsed = parseFile('body.yaml', new TextEncoder().encode(text))
    if (hasErrors(diagnostics) || !parsed.ok) return
    expect(parsed.value[0]?.value).toEqual(expected.value)
  })

  it.each(bodies)('keeps the meaning of a crawl file: $file', ({ request }) => {
    const { text, diagnostics } = migrateText(
      'crawl.yaml',
      layout({ version: 1, name: 'a', request, tests: { in: ['/a'] } }),
    )
    expect(diagnostics.map(({ rule }) => rule)).not.toContain('migrate/cannot-rewrite')
    const parsed = parseFile('crawl.yaml', new TextEncoder().encode(text))
    if (hasErrors(diagnostics) || !parsed.ok) return
    expect(parsed.value[0]?.value).toEqual({
      version: 2,
      name: 'a',
      request: migrateValue(request).value,
      tests: { in: ['/a'] },
    })
  })
})

describe('any text', () => {
  const settings = fc.record(
    {
      maxDepth: fc.integer({ min: 3, max: 9 }),
      ignoreSitemap: fc.boolean(),
      allowBackwardLinks: fc.boolean(),
      limit: fc.integer({ min: 1, max: 9 }),
      scrapeOptions: fc.record(
        {
          formats: fc.constantFrom(['markdown'], ['json', 'links'], ['screenshot@fullPage', 'json']),
          jsonOptions: fc.record(
            {
              prompt: fc.constantFrom('a', 'a, b: c', 'a\nb\n', '- x', '#'),
              systemPrompt: fc.constant('s'),
              schema: fc.constant({ type: 'object', required: ['a'] }),
            },
            { requiredKeys: ['prompt'] },
          ),
          parsePDF: fc.boolean(),
          agent: fc.constant({ model: 'x' }),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  )

  it('has the meaning of its migrated values', () => {
    fc.assert(
      fc.property(settings, fc.constantFrom(...Object.values(layouts)), (wish, layout) => {
        const request = { url: 'https://example.com/', ...wish }
        const { text, diagnostics } = migrateText('a.yaml', layout({ version: 1, request }))
        expect(diagnostics.map(({ rule }) => rule)).not.toContain('migrate/cannot-rewrite')
        const parsed = parseFile('a.yaml', new TextEncoder().encode(text))
        const refused = diagnostics.some(
          ({ rule, severity }) => severity === 'error' && rule.startsWith('migrate/'),
        )
        const expected = refused
          ? { version: 1, request }
          : { version: 2, request: migrateValue(request).value }
        expect(parsed.ok && parsed.value[0]?.value).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('keeps every comment', () => {
    fc.assert(
      fc.property(settings, fc.infiniteStream(fc.nat(5)), (wish, choices) => {
        const request = { url: 'https://example.com/', ...wish }
        const plain = stringify({ version: 1, request }, { lineWidth: 0 })
        // Inside a text of several lines a comment would be text.
        fc.pre(!/[|>]-?$/m.test(plain))
        const comments: string[] = []
        const comment = (): string => {
          comments.push(`# comment ${comments.length}.`)
          return comments.at(-1) ?? ''
        }
        const commented = plain.split('\n').map((line) => {
          const indent = /^ */.exec(line)?.[0] ?? ''
          const choice = choices.next().value
          if (choice === 0) return `${indent}${comment()}\n${line}`
          if (choice === 1 && line !== '') return `${line} ${comment()}`
          return choice === 2 ? `\n${line}` : line
        })
        const { text, diagnostics } = migrateText('a.yaml', commented.join('\n'))
        expect(diagnostics.map(({ rule }) => rule)).not.toContain('migrate/cannot-rewrite')
        for (const one of comments) expect(text).toContain(one)
      }),
      { numRuns: 500 },
    )
  })

  it('is migrated without an exception', () => {
    const pieces = cases.map(({ name }) => read(name))
    fc.assert(
      fc.property(
        fc.constantFrom(...pieces),
        fc.nat(),
        fc.nat(20),
        fc.constantFrom('', ' ', '\n', '#', '{', ']', '- ', '&a ', '*a', '"', ': '),
        (text, at, cut, insert) => {
          const start = at % text.length
          const mutant = text.slice(0, start) + insert + text.slice(start + cut)
          const { diagnostics, text: after } = migrateText('mutant.yaml', mutant)
          expect(typeof after).toBe('string')
          expect(Array.isArray(diagnostics)).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})
