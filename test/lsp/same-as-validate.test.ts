import { describe, expect, it } from 'vitest'
import type { Diagnostic, PublishDiagnosticsParams } from 'vscode-languageserver/node'
import { editorOfEachTest, type Edited } from '../support/in-editor.ts'
import { RandomSource } from '../support/random-source.ts'
import { runHere } from '../support/run-here.ts'

const PROJECT = 'crawlform.yaml'
const LOCK = 'crawls.lock.json'
const DOCS = 'crawls/docs.yaml'
const BLOG = 'crawls/blog.yaml'
/** Is not open in the editor, so that only a load of the whole project sees what is written to it. */
const CLOSED = 'crawls/zz-closed.yaml'

const files: Readonly<Record<string, string>> = {
  [PROJECT]: `version: 2
defaults: { request: { limit: 50 } }
profiles:
  polite: { request: { delay: 1, excludePaths: ["^/old/"] } }
budget: { pages: 120 }
rules: { limits/unset: error }
`,
  [LOCK]: '{ "formatVersion": 1, "prompts": [] }\n',
  [DOCS]: `version: 2
name: docs
extends: [polite]
request:
  url: https://docs.example.com/guides/
  limit: 20
  includePaths:
    - "^/guides/"
  excludePaths: ["^/guides/old/"]
tests:
  in: [/guides/a]
  out: [/guides/old/b]
`,
  [BLOG]: `version: 2
# crawlform-ignore limits/unset: short
matrix: { lang: [de, en] }
name: blog-\${matrix.lang}
request:
  url: "https://docs.example.com/\${matrix.lang}/"
  prompt: only articles
`,
}

const pieces = [
  '\n',
  '  ',
  '"',
  '(',
  '[',
  '- ',
  '# crawlform-ignore scope/query-in-pattern: yes\n',
  '  limt: 3\n',
  '  limit: "7"\n',
  '  maxConcurrency: 0\n',
  'name: docs\n',
  'extends: [rude]\n',
  '  url: https://docs.example.com/guides/\n',
  '  includePaths: ["^/a\\\\?b"]\n',
  '---\nversion: 2\nname: second\nrequest: { url: https://docs.example.com/guides/ }\n',
  'é🕷',
]

/** Inserts, removes or restores a part of a text. Never returns the same text. */
function edited(random: RandomSource, text: string, original: string): string {
  const at = random.below(text.length + 1)
  const next = random.chance(0.25)
    ? original
    : random.chance(0.3)
      ? text.slice(0, at) + text.slice(at + 1 + random.below(12))
      : insertAt(text, random.chance(0.7) ? text.lastIndexOf('\n', at) + 1 : at, random.pick(pieces))
  return next === text ? `${text}#\n` : next
}

const insertAt = (text: string, at: number, piece: string): string =>
  text.slice(0, at) + piece + text.slice(at)

/** What the server and the command line must agree on. */
interface Problem {
  readonly rule: unknown
  readonly severity: unknown
  readonly message: string
  /** Line and column, from 1. */
  readonly place: readonly number[]
}

const severities = ['', 'error', 'warning', 'info']

const inEditor = ({ code, severity, message, range: { start, end } }: Diagnostic): Problem => ({
  rule: code,
  severity: severities[severity ?? 0],
  message: typeof message === 'string' ? message : message.value,
  place: [start.line, start.character, end.line, end.character].map((zeroBased) => zeroBased + 1),
})

interface Reported {
  readonly file: string
  readonly rule: string
  readonly severity: string
  readonly message: string
  readonly help?: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** Returns what `crawlform validate` reports, by file. */
async function validate({ project }: Edited, ...paths: readonly string[]): Promise<Map<string, Problem[]>> {
  const { stdout } = await runHere(project.directory, ['validate', '--format', 'json', ...paths])
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Reported[] }
  const found = new Map<string, Problem[]>()
  for (const { file, rule, severity, message, help, line, column, endLine, endColumn } of diagnostics) {
    const problem = {
      rule,
      severity,
      message: help === undefined ? message : `${message}\n${help}`,
      place: [line, column, endLine, endColumn],
    }
    found.set(file, [...(found.get(file) ?? []), problem])
  }
  return found
}

const edit = editorOfEachTest()

/** Resolves to the first publication that `wanted` accepts, old ones included. */
async function publication(
  { editor }: Edited,
  wanted: (params: PublishDiagnosticsParams) => boolean,
): Promise<readonly Problem[]> {
  for (;;) {
    const found = editor.published.find(wanted)
    if (found !== undefined) return found.diagnostics.map(inEditor)
    await editor.nextPublication()
  }
}

describe('after random edits', () => {
  it.each([1, 2, 3])('the editor shows the problems that validate reports (seed %i)', async (seed) => {
    const random = new RandomSource(seed)
    const opened = await edit(files)
    const { editor, project } = opened
    const texts = new Map(Object.entries(files))
    for (let step = 1; step <= 15; step++) {
      const file = random.pick([DOCS, DOCS, BLOG, BLOG, PROJECT, LOCK])
      const text = edited(random, texts.get(file) ?? '', files[file] ?? '')
      texts.set(file, text)
      project.write(file, text)
      project.write(CLOSED, `version: 2\nrequest: { url: https://closed.example.com/, step${step}: 1 }\n`)
      const version = editor.change(file, text)
      const uri = editor.uri(file)
      const first = await publication(opened, (params) => params.uri === uri && params.version === version)
      const context = JSON.stringify({ step, file, text })
      const alone = await validate(opened, ...(file === PROJECT || file === LOCK ? [BLOG, DOCS] : [file]))
      expect(first, context).toEqual(alone.get(file) ?? [])
      await publication(
        opened,
        (params) =>
          params.uri === editor.uri(CLOSED) && JSON.stringify(params.diagnostics).includes(`step${step}`),
      )
      // The answer comes after everything that was sent before it.
      await editor.connection.sendRequest('textDocument/documentSymbol', {}).catch(() => undefined)
      const all = await validate(opened)
      for (const one of [...texts.keys(), CLOSED]) {
        const shown = editor.published.findLast((params) => params.uri === editor.uri(one))
        expect(shown?.diagnostics.map(inEditor) ?? [], `${one} ${context}`).toEqual(all.get(one) ?? [])
      }
    }
  })
})
