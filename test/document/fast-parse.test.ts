import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { fastParse } from '../../src/document/fast-parse.ts'
import { LineMap, type SpanNode } from '../../src/document/source-document.ts'
import { slowParse } from '../../src/document/slow-parse.ts'
import { makeScalars, makeYaml, mutate, seeded } from '../support/yaml-corpus.ts'

const config = path.join(import.meta.dirname, '../fixtures/config')
const fixtures = readdirSync(config, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => readFileSync(path.join(config, file), 'utf8'))

const mutants = Number(process.env['FAST_PARSE_MUTANTS'] ?? 6000)
const firstSeed = Number(process.env['FAST_PARSE_SEED'] ?? 1)

/** What the YAML library and our rules for its values say of a text; undefined when they refuse it. */
function oracle(text: string): { value: unknown; span: unknown } | undefined {
  const parsed = slowParse(new LineMap('a.yaml', text))
  const [document] = parsed.documents
  if (parsed.diagnostics.length > 0 || parsed.documents.length !== 1 || document === undefined)
    return undefined
  return { value: document.value, span: outline(document.span) }
}

function outline(span: SpanNode): unknown {
  return {
    at: [span.start, span.end],
    items: span.items?.map(outline),
    members: [...(span.members ?? [])].map(([key, { keyStart, keyEnd, value }]) => [
      key,
      keyStart,
      keyEnd,
      outline(value),
    ]),
    target: span.target === undefined ? undefined : outline(span.target),
  }
}

/** True when the fast parser took the text; fails when the slow one does not say the same of it. */
function agrees(mutant: string): boolean {
  // The text of a file was UTF-8, which has no halves of characters.
  const text = mutant.toWellFormed()
  const fast = fastParse(text)
  if (fast === undefined) return false
  const said = { value: fast.value, span: outline(fast.span) }
  expect(said, JSON.stringify(text)).toStrictEqual(oracle(text))
  return true
}

describe('fastParse', () => {
  it.each([
    ['nested mappings', 'a:\n  b:\n    c: d\n  e: f\ng: h\n'],
    ['lists at both indentations', 'a:\n- b\n- c\nd:\n  - e\n  - f: g\n    h: i\n'],
    ['flow collections', 'a: [b, "c", 1, true, [d], { e: f }]\nb: { c: d, "e": [f] }\nc: []\nd: {}\n'],
    ['quoted scalars', "a: \"b \\\" \\u00e9 #\"\nb: 'it''s'\n"],
    ['numbers, booleans and texts', 'a: 1\nb: -2.5\nc: true\nd: NO\ne: 1.2.3\nf: 2026-01-01\ng: 10s\n'],
    ['literal text', 'a: |\n  b\n   c\n\n  d\ne: |- # f\n  g\n\n\nh:\n  - i: |\n      j\n'],
    ['folded text', 'a: >-\n  b c\n  d\ne:\n  - > # f\n    g\n    h\n'],
    [
      'values with anchors',
      'a: &b c\nd: &e-1\n  f: [g]\nh:\n  - &i # j\n    - k\n  - &l { m: n }\no: &p |\n  q\n',
    ],
    ['aliases', 'a: &b\n  c: d\ne: *b\nf:\n  - *b # g\n  - &b h\ni: *b\n'],
    ['comments and blank lines', '# a\n---\n\na: b # c\n  # d\nb: c#d\n# e\n'],
    ['templates and patterns', 'a: https://x.com/${matrix.y}/\nb:\n  - ^/docs/[^/]+$\n  - \\.(?:pdf|zip)$\n'],
  ])('parses %s', (_name, text) => {
    expect(agrees(text)).toBe(true)
  })

  it.each([
    ['a tag', 'a: !!str 1\n'],
    ['a merge key', '<<: { a: 1 }\n'],
    ['a repeated key', 'a: 1\na: 2\n'],
    ['a repeated key between brackets', 'a: { b: 1, b: 2 }\n'],
    ['a tab', 'a:\tb\n'],
    ['a carriage return', 'a: b\r\n'],
    ['a second document', 'a: b\n---\nc: d\n'],
    ['text over several lines', 'a: b\n  c\n'],
    ['an unknown alias', 'a: *b\n'],
    ['folded text of several paragraphs', 'a: >\n  b\n\n  c\n'],
    ['folded text with an indented line', 'a: >\n  b\n   c\n'],
    ['an anchor without a value', 'a: &b\nc: d\n'],
    ['an anchor of a key', 'a:\n  - &b c: d\n'],
    ['an anchor inside of an anchored value', 'a: &b\n  c: &d e\n'],
    ['an alias inside of an anchored value', 'a: &b c\nd: &e\n  f: *b\n'],
    ['an alias of the value around it', 'a: &b\n  c: *b\n'],
    ['an alias as a key', 'a: &b c\n*b : d\n'],
    ['aliases that repeat much', `a: &b ${'c'.repeat(2000)}\nd:\n${'  - *b\n'.repeat(3)}`],
    ['a number beyond exactness', 'a: 12345678901234567890\n'],
    ['a reserved key', '__proto__: 1\n'],
    ['deep nesting', `a: ${'['.repeat(70)}${']'.repeat(70)}\n`],
    ['a list as the whole', '- a\n'],
    ['nothing', '# a\n'],
  ])('leaves %s to the YAML library', (_name, text) => {
    expect(fastParse(text)).toBeUndefined()
  })

  it('agrees with the YAML library on every fixture and its mutants', () => {
    let taken = 0
    for (let n = 0; n < mutants; n++) {
      const random = seeded(firstSeed * 1_000_003 + n)
      const text = n % 3 === 0 ? (fixtures[Math.floor(random() * fixtures.length)] ?? '') : makeYaml(random)
      if (agrees(n % 5 === 0 ? text : mutate(text, random))) taken++
    }
    for (let n = 0; n < mutants; n++) agrees(makeScalars(seeded(firstSeed * 2_000_003 + n)))
    // Agreement about nothing would prove nothing.
    expect(taken).toBeGreaterThan(mutants / 10)
  })
})
