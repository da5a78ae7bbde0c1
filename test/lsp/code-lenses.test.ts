import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CodeLens } from 'vscode-languageserver/node'
import { formatState } from '../../src/state/parse-state.ts'
import type { JobRecord } from '../../src/state/state.ts'
import {
  aDoubtfulRecord,
  aFailedRecord,
  aResult,
  aState,
  aSubmittedRecord,
  aSubmittingRecord,
} from '../support/a-record.ts'
import type { EditorClient, EditorOptions } from '../support/editor-client.ts'
import { editorOfEachTest } from '../support/in-editor.ts'

const DOCS = 'crawls/docs.yaml'
const PROJECT = 'crawlform.yaml'
const LOCAL = '.crawlform/state/local.json'
const good = 'version: 2\nrequest:\n  url: https://docs.example.com/\n  limit: 20\n'
const matrix = (values: string): string =>
  `name: docs-\${matrix.lang}\nmatrix: { lang: [${values}] }\n${good.replace('.com/', '.com/${matrix.lang}/')}`
const HOUR = 3_600_000
const before = (ms: number): string => new Date(Date.now() - ms).toISOString()

const edit = editorOfEachTest()

/** Returns the lenses of a file, each with its line. */
async function lensesIn(editor: EditorClient, file = DOCS): Promise<readonly (readonly [number, string])[]> {
  const lenses = await editor.connection.sendRequest<CodeLens[]>('textDocument/codeLens', {
    textDocument: { uri: editor.uri(file) },
  })
  return lenses.map(({ range: { start, end }, command }) => {
    expect(end).toEqual(start)
    return [start.line, command?.title ?? '']
  })
}

async function open(
  text: string,
  records: readonly JobRecord[],
  options?: EditorOptions & { readonly others?: Readonly<Record<string, string>> },
): Promise<EditorClient> {
  const { others = {}, ...settings } = options ?? {}
  const stored = records.length === 0 ? {} : { [LOCAL]: formatState(aState(...records)) }
  return (await edit({ ...others, ...stored, [DOCS]: text }, settings)).editor
}

describe('the lens of scope tests', () => {
  it('counts the tests for every crawl of a matrix', async () => {
    const text = `# 🕷\n${matrix('de, en')}tests:\n  in: ['/\${matrix.lang}/a', '/\${matrix.lang}/b']\n  out: [/blog/a]\n`
    expect(await lensesIn(await open(text.replaceAll('\n', '\r\n'), []))).toEqual([
      [7, '6 of 6 tests passed'],
    ])
  })

  it('counts the failing tests of an unsaved text', async () => {
    const editor = await open(`${good}tests: { in: [/a], out: [/b, /c] }\n`, [])
    expect(await lensesIn(editor)).toEqual([[4, '2 of 3 tests failed']])
    editor.change(DOCS, `${good}  excludePaths: ["^/[bc]"]\ntests: { in: [/a], out: [/b, /c] }\n`)
    expect(await lensesIn(editor)).toEqual([[5, '3 of 3 tests passed']])
  })

  it.each([
    ['no tests', good],
    ['empty tests', `${good}tests: { in: [] }\n`],
    ['a crawl with an error', `${good}tests: { in: [/a] }\nnothing: 1\n`],
    ['a broken file', `${good}tests: { in: [/a`],
  ])('is absent for %s', async (_, text) => {
    expect(await lensesIn(await open(text, []))).toEqual([])
  })
})

describe('the lens of the last submission', () => {
  const result = { ...aResult('completed', 412), failed: 3 }

  it.each([
    ['submitted 3 days ago, 412 pages, 3 failed', aSubmittedRecord({ at: before(75 * HOUR), result })],
    ['submitted 1 hour ago, result unknown', aSubmittedRecord({ at: before(1.5 * HOUR) })],
    [
      'submitted 5 hours ago, cancelled, 7 of 7 known pages',
      aSubmittedRecord({ at: before(5.5 * HOUR), result: aResult('cancelled', 7) }),
    ],
    [
      'submitted just now, result unknown',
      aSubmittedRecord({ at: before(-HOUR), result: aResult('scraping', 7) }),
    ],
    ['submission failed 2 days ago', aFailedRecord({ at: before(50 * HOUR) })],
    ['in doubt, submitted 2 days ago', aDoubtfulRecord({ at: before(50 * HOUR) })],
    ['in doubt, submitted 2 days ago', aSubmittingRecord({ at: before(50 * HOUR) })],
  ])('shows %j', async (title, record) => {
    expect(await lensesIn(await open(`# 🕷\n${good}`, [record]))).toEqual([[1, title]])
  })

  it('is shown above each document of a file', async () => {
    const text = `name: one\n${good}---\nname: two\n${good.replace('docs', 'two')}`
    const records = ['one', 'two', 'three'].map((crawl) => aFailedRecord({ crawl, at: before(HOUR * 1.5) }))
    expect(await lensesIn(await open(text, records))).toEqual([
      [0, 'submission failed 1 hour ago'],
      [6, 'submission failed 1 hour ago'],
    ])
  })

  it('names the first crawls of a matrix, and counts the others', async () => {
    const records = ['a', 'b', 'c', 'd', 'e'].map((lang) =>
      aSubmittedRecord({ crawl: `docs-${lang}`, at: before(50 * HOUR), result: aResult('completed', 9) }),
    )
    expect(await lensesIn(await open(matrix('a, b, c, d, e, f'), records))).toEqual([
      [0, 'docs-a: submitted 2 days ago, 9 pages'],
      [0, 'docs-b: submitted 2 days ago, 9 pages'],
      [0, 'docs-c: submitted 2 days ago, 9 pages'],
      [0, '2 more crawls submitted'],
    ])
  })

  it('follows the record while the editor is open', async () => {
    const { editor, project } = await edit({ [DOCS]: good })
    expect(await lensesIn(editor)).toEqual([])
    project.write(LOCAL, formatState(aState(aFailedRecord({ at: before(50 * HOUR) }))))
    expect(await lensesIn(editor)).toEqual([[0, 'submission failed 2 days ago']])
    writeFileSync(path.join(project.directory, LOCAL), '{ broken')
    expect(await lensesIn(editor)).toEqual([])
  })

  it('is absent without a local record of this environment', async () => {
    const environments = `version: 2
environments:
  test: { baseUrl: "http://127.0.0.1:1" }
  shared: { baseUrl: "http://127.0.0.1:1", state: { backend: git } }
  remote: { baseUrl: "http://127.0.0.1:1", state: { backend: http, address: "http://127.0.0.1:1/state", lockAddress: "http://127.0.0.1:1/lock" } }
`
    for (const name of ['test', 'shared', 'remote']) {
      const options = { others: { [PROJECT]: environments }, args: ['--env', name] }
      expect(await lensesIn(await open(good, [aSubmittedRecord()], options))).toEqual([])
    }
  })

  it('shows no secret of the record', async () => {
    const written = `fc-${'0123456789abcdef'.repeat(2)}`
    const record = aFailedRecord({ at: before(50 * HOUR), error: `refused ${written}` })
    const lenses = await lensesIn(await open(good, [record]))
    expect(JSON.stringify(lenses)).not.toContain(written)
  })
})
