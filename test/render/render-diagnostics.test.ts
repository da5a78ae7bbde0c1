import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import { countLine } from '../../src/render/count-problems.ts'
import { renderDiagnosticsGithub } from '../../src/render/render-diagnostics-github.ts'
import { renderDiagnosticsGitlab } from '../../src/render/render-diagnostics-gitlab.ts'
import { renderDiagnosticsJson } from '../../src/render/render-diagnostics-json.ts'
import { renderDiagnosticsJunit } from '../../src/render/render-diagnostics-junit.ts'
import { renderDiagnosticsSarif } from '../../src/render/render-diagnostics-sarif.ts'
import { renderDiagnosticsText } from '../../src/render/render-diagnostics-text.ts'
import { ansiStyle, plainStyle } from '../../src/render/style.ts'

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
  github: ({ diagnostics }) => renderDiagnosticsGithub(diagnostics, prefix),
  'gitlab.json': ({ diagnostics }) => renderDiagnosticsGitlab(diagnostics, prefix),
  'sarif.json': ({ diagnostics }) => renderDiagnosticsSarif(diagnostics, { version: '1.2.3', rules, prefix }),
  'junit.xml': ({ diagnostics, files }) => renderDiagnosticsJunit(diagnostics, files),
}

describe.each(cases)('%s', (file) => {
  const input = read(file)

  it.each(Object.keys(formats))('is %s', async (format) => {
    const golden = path.join(folder, file.replace(/\.input\.json$/, `.${format}`))
    await expect(formats[format]?.(input)).toMatchFileSnapshot(golden)
  })

  it.each(Object.keys(formats))('never shows a secret in %s', (format) => {
    expect(formats[format]?.(input)).not.toContain('fc-0123456789')
  })

  it('is the same text with colour, apart from the colour', () => {
    const sources = new Map(Object.entries(input.sources))
    const coloured = renderDiagnosticsText(input.diagnostics, sources, ansiStyle)
    // oxlint-disable-next-line no-control-regex
    const bare = coloured.replaceAll(/\u001b\[\d+m/g, '')
    expect(bare).toBe(renderDiagnosticsText(input.diagnostics, sources, plainStyle))
  })
})

it('renders problems of thousands of lines without rereading the file for each', () => {
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
  it('keeps messages of several lines and names of every kind', () => {
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
