import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import {
  renderDiagnosticsGithub,
  renderDiagnosticsGitlab,
  renderDiagnosticsJson,
  renderDiagnosticsMarkdown,
  renderDiagnosticsSarif,
} from '../../src/render/render-diagnostics-reports.ts'
import { renderDiagnosticsJunit } from '../../src/render/render-junit.ts'
import { renderDiagnosticsText } from '../../src/render/render-diagnostics-text.ts'
import { ansiStyle, countLine, plainStyle } from '../../src/render/render.ts'

interface Case {
  readonly files: readonly string[]
  readonly crawls: number
  readonly diagnostics: readonly Diagnostic[]
  readonly sources: Readonly<Record<string, string>>
}

const folder = path.join(import.meta.dirname, '../fixtures/render/diagnostics')
const cases = readdirSync(folder).filter((name) => name.endsWith('.input.json'))
const read = (name: string): Case => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Case

const prefix = 'infra/my crawls/'
const rules = {
  'schema/unknown-key': {
    title: 'Unknown setting',
    why: 'It would be ignored.',
    severity: 'error',
    example: 'version: 2\nlimt: 10\n',
  },
} as const

const formats: Record<string, (input: Case) => string> = {
  txt: ({ diagnostics, sources, files, crawls }) =>
    `${renderDiagnosticsText(diagnostics, new Map(Object.entries(sources)), plainStyle)}\n${countLine(diagnostics, { files: files.length, crawls })}\n`,
  json: ({ diagnostics, files, crawls }) =>
    renderDiagnosticsJson(diagnostics, { files: files.length, crawls }),
  md: ({ diagnostics, files, crawls }) =>
    renderDiagnosticsMarkdown(diagnostics, { files: files.length, crawls }),
  github: ({ diagnostics }) => renderDiagnosticsGithub(diagnostics, prefix),
  'gitlab.json': ({ diagnostics }) => renderDiagnosticsGitlab(diagnostics, prefix),
  'sarif.json': ({ diagnostics }) => renderDiagnosticsSarif(diagnostics, { version: '1.2.3', rules, prefix }),
  'junit.xml': ({ diagnostics, files }) => renderDiagnosticsJunit(diagnostics, files),
}

describe.each(cases)('%s', (file) => {
  const input = read(file)

  it.each(Object.keys(formats))('has the recorded output as %s', async (format) => {
    const golden = path.join(folder, file.replace(/\.input\.json$/, `.${format}`))
    await expect(formats[format]?.(input)).toMatchFileSnapshot(golden)
  })

  it.each(Object.keys(formats))('contains no control character of a file name in %s', (format) => {
    const diagnostics = input.diagnostics.map((one) => ({ ...one, file: `\u001b[31m${one.file}` }))
    expect(formats[format]?.({ ...input, diagnostics })).not.toContain('\u001b')
  })

  it.each(Object.keys(formats))('shows no secret in %s', (format) => {
    expect(formats[format]?.(input)).not.toContain('fc-0123456789')
  })

  it('differs with colour only in the colour', () => {
    const sources = new Map(Object.entries(input.sources))
    const coloured = renderDiagnosticsText(input.diagnostics, sources, ansiStyle)
    // oxlint-disable-next-line no-control-regex
    const bare = coloured.replaceAll(/\u001b\[\d+m/g, '')
    expect(bare).toBe(renderDiagnosticsText(input.diagnostics, sources, plainStyle))
  })
})

it('thousands of problems are rendered without reading the file again for each', () => {
  const line = 'some text on a line of a file\n'
  const sources = new Map([['a.yaml', line.repeat(20_000)]])
  const diagnostics = Array.from({ length: 20_000 }, (_, index): Diagnostic => ({
    rule: 'schema/x',
    severity: 'error',
    message: 'Wrong.',
    file: 'a.yaml',
    line: index + 1,
    column: 6,
    endLine: index + 1,
    endColumn: 10,
  }))
  const text = renderDiagnosticsText(diagnostics, sources, plainStyle)
  expect(text.match(/\^{4}/g)).toHaveLength(20_000)
})

describe('JUnit', () => {
  it('keeps multi-line messages and unusual names', () => {
    const file = 'crawls/a\n"b"\u0007.yaml'
    const message = 'first\n<second>\u001b[0m'
    const place = { file, line: 1, column: 1, endLine: 1, endColumn: 2 }
    const xml = renderDiagnosticsJunit(
      [{ ...place, rule: 'schema/unknown-key', severity: 'error', message }],
      [file],
    )
    const found: Record<string, string>[] = []
    new Parser({ onopentag: (_, attributes) => found.push({ ...attributes }) }, { xmlMode: true }).end(xml)
    const name = 'crawls/a\n"b"\ufffd.yaml'
    expect(found.slice(2)).toEqual([
      { classname: 'crawlform validate', name, file: name },
      { message: 'first\n<second>\ufffd[0m', type: 'schema/unknown-key' },
    ])
    expect(xml.match(/"[^"]*\n[^"]*"(?=[ />])/g)).toBe(null)
  })
})

const aProblem = (line: number, more: Partial<Diagnostic> = {}): Diagnostic => ({
  rule: 'schema/unknown-key',
  severity: 'warning',
  message: '"limt" is not a setting.',
  file: 'crawls/a.yaml',
  line,
  column: 1,
  endLine: line,
  endColumn: 5,
  ...more,
})

it('every line of a secret is hidden, even in the frame of another problem', () => {
  const text = ['token: |', '  first-secret', '  second-secret', '  third-secret # known', 'limt: 1'].join(
    '\n',
  )
  const whole = { column: 3, endLine: 4, endColumn: 15, sensitive: true } as const
  const problems = [aProblem(2, whole), ...[1, 2, 3, 4, 5].map((line) => aProblem(line, { column: 3 }))]
  const shown = renderDiagnosticsText(problems, new Map([['crawls/a.yaml', text]]), plainStyle)
  expect(shown).not.toMatch(/first|second|third|-secret/)
  const frames = shown.split('\n').filter((line) => /^ *\d \|/.test(line))
  expect(frames.map((line) => line.trim())).toEqual([
    '2 |   ************',
    '1 | token: |',
    '2 |   ************',
    '3 | ***************',
    '4 | ************** # known',
    '5 | limt: 1',
  ])
})

describe.each([
  [
    'code quality',
    (found: readonly Diagnostic[], to: string): readonly string[] =>
      (JSON.parse(renderDiagnosticsGitlab(found, to)) as { fingerprint: string }[]).map(
        ({ fingerprint }) => fingerprint,
      ),
  ],
  [
    'SARIF',
    (found: readonly Diagnostic[], to: string): readonly string[] => {
      const text = renderDiagnosticsSarif(found, { version: '1', rules, prefix: to })
      const log = JSON.parse(text) as {
        runs: [{ results: { partialFingerprints: Record<string, string> }[] }]
      }
      return log.runs[0].results.flatMap(({ partialFingerprints }) => Object.values(partialFingerprints))
    },
  ],
])('the fingerprints of %s', (_, fingerprints) => {
  it('differ for different problems, and for a repeated problem', () => {
    const found = [aProblem(1), aProblem(9), aProblem(1, { file: 'b' }), aProblem(1, { pointer: '/x' })]
    const all = [...fingerprints(found, ''), ...fingerprints(found, 'infra/')]
    expect(new Set(all).size).toBe(8)
    expect(all.every((fingerprint) => /^[0-9a-f]{40}$/.test(fingerprint))).toBe(true)
  })

  it('stay the same if lines move', () => {
    expect(fingerprints([aProblem(3), aProblem(7)], '')).toEqual(fingerprints([aProblem(1), aProblem(9)], ''))
  })
})

describe('a comment with problems', () => {
  it.each([1, 100, 5000])(
    'stays below 60,000 characters with %i, lists errors first, and counts the rest',
    (count) => {
      const found = [
        ...Array.from({ length: count }, (_, index) => aProblem(index + 1)),
        aProblem(1, { severity: 'error', message: 'the | error <b>' }),
      ]
      const text = renderDiagnosticsMarkdown(found, { files: 1, crawls: 1 })
      expect(text.length).toBeLessThan(60_000)
      const rows = text.split('\n').filter((line) => /^\| (?:error|warning) /.test(line))
      expect(rows[0]).toMatch(/^\| error \| `crawls\/a\.yaml:1:1` \| the \\\| error &lt;b>/)
      const left = Number(/^and (\d+) more problem/m.exec(text)?.[1] ?? 0)
      expect(rows.length + left).toBe(count + 1)
    },
  )
})
