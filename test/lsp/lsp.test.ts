import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { editorOfEachTest } from '../support/in-editor.ts'

const DOCS = 'crawls/docs.yaml'
const good = 'version: 2\nrequest:\n  url: https://docs.example.com/\n  limit: 20\n'

const edit = editorOfEachTest()

const codes = (diagnostics: readonly { readonly code?: unknown }[]): readonly unknown[] =>
  diagnostics.map(({ code }) => code)

/** Returns the rules of the problems that an editor with these options is sent about a text. */
async function reported(text: string, initializationOptions: object): Promise<readonly unknown[]> {
  const { editor } = await edit({ [DOCS]: text }, { initializationOptions })
  return codes(await editor.problems(DOCS))
}

describe('crawlform lsp', () => {
  it.each([
    ['a root with a slash at its end', (directory: string) => `${pathToFileURL(directory).href}/`],
    ['no root', () => null],
  ])('finds a project without a project file if the editor names %s', async (_, rootUri) => {
    const { editor } = await edit({ [DOCS]: good.replace('20', '"20"') }, { rootUri, cwd: '/' })
    expect(codes(await editor.problems(DOCS))).toEqual(['schema/quoted-number'])
  })

  it('reports the problems of an unsaved text, with the rule and its page', async () => {
    const { editor } = await edit({ [DOCS]: good }, { opens: [] })
    const clean = editor.problems(DOCS)
    editor.open(DOCS, good)
    expect(await clean).toEqual([])
    const broken = editor.problems(DOCS)
    editor.change(DOCS, good.replace('limit: 20', 'limit: "20"'))
    const [problem, ...others] = await broken
    expect(others).toEqual([])
    expect(problem).toMatchObject({
      source: 'crawlform',
      code: 'schema/quoted-number',
      severity: 1,
      range: { start: { line: 3, character: 9 }, end: { line: 3, character: 13 } },
    })
    const page = new URL(problem?.codeDescription?.href ?? '')
    expect(page.hash).toBe('#schemaquoted-number')
    page.hash = ''
    expect(existsSync(fileURLToPath(page))).toBe(true)
    const repaired = editor.problems(DOCS)
    editor.change(DOCS, good)
    expect(await repaired).toEqual([])
  })

  it('checks a new file that was never saved', async () => {
    const { editor } = await edit({ [DOCS]: good }, { opens: [] })
    const found = editor.problems('crawls/new.yaml')
    editor.open('crawls/new.yaml', 'version: 2\nrequest: { url: https://new.example.com/ }\n')
    expect(codes(await found)).toEqual(['limits/unset'])
  })

  it('reports rules across files with the other place, and clears them when fixed', async () => {
    const named = `name: docs\n${good}`
    const { editor } = await edit({ [DOCS]: named, 'crawls/other.yaml': named }, { opens: [] })
    const found = editor.problems('crawls/other.yaml', (all) => all.length > 0)
    editor.open(DOCS, named)
    const [problem] = await found
    expect(problem).toMatchObject({
      code: 'project/duplicate-name',
      relatedInformation: [{ location: { uri: editor.uri(DOCS) } }],
    })
    const cleared = editor.problems('crawls/other.yaml', (all) => all.length === 0)
    editor.change(DOCS, named.replace('name: docs', 'name: other').replace('docs.ex', 'other.ex'))
    await cleared
  })

  it('leaves schema problems to the server named in the first comment, unless configured', async () => {
    const text = `# yaml-language-server: $schema=../node_modules/crawlform/schema/crawl.schema.json\n${good}  limt: 3\n  includePaths: ["("]\n`
    const rules = await reported(text, {})
    expect(rules.length).toBeGreaterThan(0)
    expect(rules.filter((rule) => String(rule).startsWith('schema/'))).toEqual([])
    expect(await reported(text, { schema: true })).toContain('schema/unknown-key')
  })

  it('leaves all schema problems to another server if the editor says so', async () => {
    const text = `${good}  limt: 3\n  includePaths: ["("]\n`
    const rules = await reported(text, { schema: false })
    expect(rules.length).toBeGreaterThan(0)
    expect(rules.filter((rule) => String(rule).startsWith('schema/'))).toEqual([])
  })

  it('counts positions after a byte order mark, non-ASCII characters and CRLF', async () => {
    const text = `\uFEFF# 🕷 é\r\n${good.replace('20', '"20"').replaceAll('\n', '\r\n')}`
    const { editor } = await edit({ [DOCS]: good }, { opens: [] })
    const found = editor.problems(DOCS)
    editor.open(DOCS, text)
    expect(await found).toMatchObject([
      { range: { start: { line: 4, character: 9 }, end: { line: 4, character: 13 } } },
    ])
  })

  it('shows a problem of its command line, which belongs to no text', async () => {
    const { editor } = await edit({ [DOCS]: good }, { args: ['--env', 'produktion'] })
    expect(await editor.told).toContain('produktion')
  })

  it('refuses an unknown request', async () => {
    const { editor } = await edit({ [DOCS]: good }, { opens: [] })
    await expect(editor.connection.sendRequest('crawlform/nothing', {})).rejects.toThrow('Unhandled method')
  })
})
