import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseFile } from '../../src/document/document.ts'
import type { SourceDocument } from '../../src/document/source-document.ts'
import { renderDiagnosticsText } from '../../src/render/render-diagnostics-text.ts'
import { plainStyle } from '../../src/render/render.ts'
import { briefly } from '../support/expect-diagnostics.ts'

const okFolder = path.join(import.meta.dirname, '../fixtures/config/ok')

function parse(text: string): readonly SourceDocument[] {
  const parsed = parseFile('crawls/a.yaml', new TextEncoder().encode(text))
  if (!parsed.ok) throw new Error(briefly(parsed.diagnostics).join('\n'))
  return parsed.value
}

function only(text: string): SourceDocument {
  const [document] = parse(text)
  if (document === undefined) throw new Error('no document')
  return document
}

/** Returns the text at the place of `pointer`. */
function textAt(document: SourceDocument, pointer: string, part?: 'key' | 'value'): string {
  const place = document.locate(pointer, part)
  const lines = document.text.split('\n')
  const start = lines.slice(0, place.line - 1).join('\n').length + (place.line > 1 ? 1 : 0) + place.column - 1
  const end =
    lines.slice(0, place.endLine - 1).join('\n').length + (place.endLine > 1 ? 1 : 0) + place.endColumn - 1
  return document.text.slice(start, end)
}

describe('parseFile', () => {
  it.each(readdirSync(okFolder))('accepts %s', (file) => {
    expect(parseFile(file, readFileSync(path.join(okFolder, file))).diagnostics).toEqual([])
  })

  it.each([
    ['a value', 'a: "b\\ud800"\n', 'schema/lone-surrogate 1:4'],
    ['a key', '"\\udc00": b\n', 'schema/lone-surrogate 1:1'],
    ['an item of a list', 'a:\n  - b\n  - "\\udc00\\ud800"\n', 'schema/lone-surrogate 3:5'],
    ['an anchor', 'a: &x "\\ud800"\nb: *x\n', 'schema/lone-surrogate 1:7'],
  ])('refuses a lone surrogate in %s', (_name, text, said) => {
    const parsed = parseFile('x.yaml', new TextEncoder().encode(text))
    expect([parsed.ok, briefly(parsed.diagnostics)]).toEqual([false, [said]])
  })

  it('accepts a surrogate pair', () => {
    expect(only('a: "\\ud83d\\ude00"\n').value).toEqual({ a: '\u{1F600}' })
  })

  it('reads scalars by the core schema of YAML 1.2', () => {
    const text =
      'a: NO\nb: yes\nc: true\nd: 0o17\ne: 0x1F\nf: 1_000\ng: 2026-01-01\nh: ~\ni: 1e3\nj: 012\nk: 1:30\nl:\n'
    expect(only(text).value).toEqual({
      a: 'NO',
      b: 'yes',
      c: true,
      d: 15,
      e: 31,
      f: '1_000',
      g: '2026-01-01',
      h: null,
      i: 1000,
      j: 12,
      k: '1:30',
      l: null,
    })
  })

  it('reads each document of a file, and skips documents with only comments', () => {
    const documents = parse('# head\n---\nname: a\n---\nname: b\n---\n# none\n')
    expect(documents.map(({ index, value }) => [index, value])).toEqual([
      [0, { name: 'a' }],
      [1, { name: 'b' }],
    ])
    expect(documents[1]?.locate('/name').line).toBe(5)
  })

  it('locates keys, values, list items and the contents of an alias', () => {
    const document = only('a: &x\n  b: "c d"\n  e: [f, {g: h}]\ni: *x\n"j/k": 1\n')
    expect(textAt(document, '/a/b')).toBe('"c d"')
    expect(textAt(document, '/a/b', 'key')).toBe('b')
    expect(textAt(document, '/a/e/1/g')).toBe('h')
    expect(textAt(document, '/a/e/0')).toBe('f')
    expect(textAt(document, '/i')).toBe('*x')
    expect(textAt(document, '/i/b')).toBe('"c d"')
    expect(textAt(document, '/j~1k', 'key')).toBe('"j/k"')
  })

  it('locates a missing value at the nearest key that could hold it', () => {
    const document = only('request:\n  webhook:\n    events: [page]\n')
    expect(textAt(document, '/request/webhook/url')).toBe('webhook')
    expect(textAt(document, '/request/webhook/events/7')).toBe('events')
    expect(textAt(document, '/request/webhook/url/deeper')).toBe('webhook')
  })

  it('counts columns in UTF-16 units and ignores a byte order mark', () => {
    const document = only('\ufeff😀: é\n')
    expect(document.text.startsWith('😀')).toBe(true)
    expect(document.locate('/😀')).toEqual({
      file: 'crawls/a.yaml',
      line: 1,
      column: 5,
      endLine: 1,
      endColumn: 6,
      pointer: '/😀',
    })
  })

  it('counts lines with CRLF in the same way', () => {
    expect(only('a: 1\r\nb: 2\r\n').locate('/b')).toMatchObject({ line: 2, column: 4, endColumn: 5 })
  })

  it('shows at most a hundred problems and counts the others', () => {
    const text = `a: 1\n${'a: 2\n'.repeat(150)}`
    const parsed = parseFile('a.yaml', new TextEncoder().encode(text))
    expect(parsed.diagnostics).toHaveLength(101)
    expect(parsed.diagnostics.at(-1)?.message).toBe('50 more problems in this file are not shown.')
  })

  it('refuses a file of more than a mebibyte without reading it', () => {
    const parsed = parseFile('a.yaml', new Uint8Array(1_048_577))
    expect(briefly(parsed.diagnostics)).toEqual(['syntax/too-large 1:1'])
  })
})

describe('a file of less than a mebibyte with too many parts', () => {
  it.each([
    ['brackets', '[', 'syntax/too-deep 1:67'],
    ['lists', '[],', 'syntax/too-large 1:249999'],
    ['colons', ':,', 'syntax/too-large 1:'],
    ['items', 'a, ', 'syntax/too-large 1:'],
  ])('is refused for its number of %s', (_name, part, said) => {
    const text = `x: [${part.repeat(1_000_000 / part.length)}`
    const parsed = parseFile('a.yaml', new TextEncoder().encode(text))
    expect(briefly(parsed.diagnostics)).toEqual([expect.stringContaining(said)])
  })
})

describe('parseFile on hostile input', () => {
  const size = 200_000
  it.each([
    ['brackets', '['.repeat(size)],
    ['braces', '{a: '.repeat(size / 4)],
    ['dashes', '- '.repeat(size / 2)],
    ['explicit keys', '? '.repeat(size / 2)],
    ['anchors', '&a '.repeat(size / 3)],
    ['tags', '!a '.repeat(size / 3)],
    ['open quotes', '"a\n'.repeat(size / 3)],
    ['many keys', Array.from({ length: size / 8 }, (_, i) => `k${i}: 1\n`).join('')],
    ['one line', `a: ${'x'.repeat(size)}\n`],
    ['one line of quotes', `a: "${'\\n'.repeat(size / 2)}"\n`],
    ['blank lines', `a: |\n${'\n'.repeat(size)}  x\n`],
    ['comments', '#\n'.repeat(size / 2)],
    ['documents', '--- a\n'.repeat(size / 6)],
    ['aliases', `a: &a x\nb: [${'*a, '.repeat(size / 4)}]\n`],
    ['colons', ': '.repeat(size / 2)],
    ['percent lines', '%a\n'.repeat(size / 3)],
    ['commas', `[${','.repeat(size)}]`],
    ['deep block', Array.from({ length: 600 }, (_, i) => `${' '.repeat(i)}a:\n`).join('')],
  ])(
    'finishes quickly for %s',
    (_name, text) => {
      expect(parseFile('a.yaml', new TextEncoder().encode(text)).ok).toBeTypeOf('boolean')
    },
    60_000,
  )

  it('never throws, for any bytes', () => {
    const seeds = readdirSync(okFolder).map((file) => readFileSync(path.join(okFolder, file)))
    const mutation = fc.tuple(
      fc.nat(),
      fc.constantFrom('set', 'cut', 'insert'),
      fc.uint8Array({ minLength: 1, maxLength: 3 }),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...seeds),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        (seed, mutations) => {
          let bytes = [...seed]
          for (const [at, kind, values] of mutations) {
            const index = bytes.length === 0 ? 0 : at % bytes.length
            const removed = kind === 'set' ? values.length : kind === 'cut' ? values.length * 5 : 0
            bytes = [
              ...bytes.slice(0, index),
              ...(kind === 'cut' ? [] : values),
              ...bytes.slice(index + removed),
            ]
          }
          const parsed = parseFile('a.yaml', Uint8Array.from(bytes))
          for (const { line, column, endLine, endColumn } of parsed.diagnostics) {
            expect(Math.min(line, column, endLine, endColumn)).toBeGreaterThan(0)
          }
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('problems on lines with secrets', () => {
  const key = 'fc-0123456789abcdef0123456789abcdef'
  it.each([
    ['an unclosed quote', `a: 1\nAuthorization: "Bearer ${key}\n`, 16, 16],
    ['a colon in the value', `a: 1\nAuthorization: Bearer: ${key}\n`, 16, 16],
    ['a repeated key', `Cookie: a\nCookie: ${key}\n`, 1, 1],
    ['a missing colon', `a: 1\napiKey ${key}\n`, 1, 1],
    ['a reference between brackets', `a: 1\nb: { c: ${key}, token: x \${secret:X} }\n`, 4, 55],
  ])('hide the secret and keep their place: %s', (_name, text, column, own) => {
    const { diagnostics } = parseFile('a.yaml', new TextEncoder().encode(text))
    expect(diagnostics).toHaveLength(1)
    const endColumn = (text.split('\n')[1] ?? '').length + 1
    expect(diagnostics[0]).toMatchObject({
      line: 2,
      column: own,
      redacted: { file: 'a.yaml', line: 2, column, endLine: 2, endColumn },
    })
    const shown = renderDiagnosticsText(diagnostics, new Map([['a.yaml', text]]), plainStyle)
    expect(shown).toContain(`a.yaml:2:${own}: error: `)
    expect(shown).not.toContain(key)
    expect(JSON.stringify(diagnostics)).not.toContain(key)
  })
})
