import { describe, expect, it } from 'vitest'
import type {
  CodeAction,
  CompletionItem,
  Hover,
  InlayHint,
  Location,
  Position,
  Range,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { EditorClient, EditorOptions } from '../support/editor-client.ts'
import { after, applied, at, editorOfEachTest } from '../support/in-editor.ts'

const DOCS = 'crawls/docs.yaml'
const PROJECT = 'crawlform.yaml'
const good = 'version: 2\nrequest:\n  url: https://docs.example.com/\n  limit: 20\n'
const everything: Range = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } }

const open = editorOfEachTest()

const edit = async (
  files: Readonly<Record<string, string>>,
  options?: EditorOptions,
): Promise<EditorClient> => (await open(files, options)).editor

async function actionsOf(editor: EditorClient, only?: readonly string[]): Promise<readonly CodeAction[]> {
  return editor.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri: editor.uri(DOCS) },
    range: everything,
    context: { diagnostics: [], ...(only === undefined ? {} : { only }) },
  })
}

const fixed = (text: string, editor: EditorClient, action: CodeAction | undefined): string =>
  applied(text, { editor, file: DOCS }, action?.edit)

describe('code actions', () => {
  const broken = good.replace('20', '"20" # pages').concat('  sitemap: Include\n')

  it('apply the fix of one problem', async () => {
    const editor = await edit({ [DOCS]: broken })
    const actions = await actionsOf(editor, ['quickfix'])
    const fix = actions.find(({ diagnostics }) => diagnostics?.[0]?.code === 'schema/quoted-number')
    expect(fixed(broken, editor, fix)).toBe(broken.replace('"20"', '20'))
    expect(actions.every(({ kind }) => kind === 'quickfix')).toBe(true)
  })

  it('apply every fix of a file at once, as on saving', async () => {
    const editor = await edit({ [DOCS]: broken })
    const [all, ...others] = await actionsOf(editor, ['source.fixAll'])
    expect([all?.kind, others]).toEqual(['source.fixAll.crawlform', []])
    expect(fixed(broken, editor, all)).toBe(broken.replace('"20"', '20').replace('Include', 'include'))
  })

  it('write a comment that silences a rule after a reason is added', async () => {
    const text = good.replace('  limit: 20\n', '')
    const editor = await edit({ [DOCS]: text })
    const silence = (await actionsOf(editor)).find(({ title }) => title.startsWith('Silence limits/unset'))
    const silenced = fixed(text, editor, silence)
    expect(silenced).toContain('# crawlform-ignore limits/unset: \n')
    const asked = editor.problems(DOCS, (all) =>
      all.some(({ code }) => code === 'syntax/ignore-without-reason'),
    )
    editor.change(DOCS, silenced)
    await asked
    const quiet = editor.problems(DOCS, (all) => all.length === 0)
    editor.change(DOCS, silenced.replace('unset: ', 'unset: the site has ten pages'))
    await quiet
  })

  it('do not offer to silence an error that excludes the crawl', async () => {
    const editor = await edit({ [DOCS]: broken })
    expect((await actionsOf(editor)).filter(({ title }) => title.startsWith('Silence schema/'))).toEqual([])
  })
})

describe('hover', () => {
  const shared = 'version: 2\ndefaults:\n  request:\n    limit: 50\n'

  const hover = (editor: EditorClient, file: string, position: Position): Promise<Hover | null> =>
    editor.connection.sendRequest('textDocument/hover', at(editor, file, position))

  it('shows the sent value, its origin, and the values that it overrides', async () => {
    const editor = await edit({ [PROJECT]: shared, [DOCS]: good })
    const found = await hover(editor, DOCS, after(good, 'limi'))
    expect(found).toEqual({
      contents: {
        kind: 'markdown',
        value: [
          '```text',
          'docs, environment local',
          'limit: 20  (crawls/docs.yaml:4)',
          'not 50  (project defaults (crawlform.yaml:4))',
          'not 10000  (default)',
          '```',
        ].join('\n'),
      },
      range: { start: { line: 3, character: 2 }, end: { line: 3, character: 11 } },
    })
    expect(await hover(editor, DOCS, { line: 0, character: 0 })).toBeNull()
  })

  it('shows the crawls that a setting of the project file affects', async () => {
    const editor = await edit({ [PROJECT]: shared, [DOCS]: good.replace('  limit: 20\n', '') })
    const found = await hover(editor, PROJECT, after(shared, 'limit: 5'))
    expect(JSON.stringify(found)).toContain('limit: 50  (project defaults (crawlform.yaml:4))')
  })

  it('shows no secret, from a variable or literal', async () => {
    const written = `fc-${'0123456789abcdef'.repeat(2)}`
    const text = `${good}  scrapeOptions:\n    headers:\n      Authorization: Bearer ${written}\n      X-Team: "\${env:TEAM_TOKEN}"\n      X-Other: "\${secret:OTHER_KEY}"\n`
    const env = { TEAM_TOKEN: 'canary-one', OTHER_KEY: 'canary-two' }
    const editor = await edit({ [DOCS]: text }, { env })
    for (const part of ['Authoriz', 'X-Te', 'X-Oth']) {
      const found = JSON.stringify(await hover(editor, DOCS, after(text, part)))
      expect(found).not.toMatch(new RegExp(`canary|${written}`))
    }
    expect(JSON.stringify(editor.published)).not.toMatch(new RegExp(`canary|${written}`))
  })
})

describe('inlay hints', () => {
  const hints = (editor: EditorClient, file: string): Promise<InlayHint[]> =>
    editor.connection.sendRequest('textDocument/inlayHint', {
      textDocument: { uri: editor.uri(file) },
      range: everything,
    })

  it('show the maximum number of pages next to a limit, for all its crawls', async () => {
    const matrix = good.replace('request:', 'name: docs-${matrix.lang}\nmatrix: { lang: [de, en] }\nrequest:')
    const editor = await edit({
      [DOCS]: good,
      'crawls/languages.yaml': matrix.replace('.com/', '.com/${matrix.lang}/'),
    })
    expect(await hints(editor, DOCS)).toMatchObject([
      { position: { line: 3, character: 11 }, label: 'at most 20 pages' },
    ])
    expect(await hints(editor, 'crawls/languages.yaml')).toMatchObject([
      { position: { line: 5, character: 11 }, label: 'at most 40 pages in 2 crawls' },
    ])
  })
})

describe('completion', () => {
  const profiles =
    'version: 2\nprofiles:\n  polite: { request: { delay: 1 } }\n  quick: { request: { delay: 0 } }\n'

  async function complete(text: string, part: string): Promise<readonly string[]> {
    const editor = await edit({ [PROJECT]: profiles, [DOCS]: text })
    const found = await editor.connection.sendRequest<CompletionItem[]>(
      'textDocument/completion',
      at(editor, DOCS, after(text, part)),
    )
    return found.map(({ label }) => label)
  }

  it.each([
    ['extends: p', 'extends: p'],
    ['extends: [polite, ', 'polite, '],
    ['extends:\n  - polite\n  - ', '\n  - polite\n  - '],
  ])('offers profiles in %j', async (line, part) => {
    expect(await complete(`version: 2\n${line}\n${good.slice(11)}`, part)).toEqual(['polite', 'quick'])
  })

  it('offers rules that can be silenced in a silencing comment', async () => {
    const found = await complete(`# crawlform-ignore lim\n${good}`, 'ignore lim')
    expect(found).toContain('limits/unset')
    expect(found).not.toContain('schema/unknown-key')
  })

  it.each([
    ['env', ['SITE']],
    ['secret', ['KEY']],
  ])('offers the names that the project uses after ${%s:', async (kind, names) => {
    const text = `${good}# \${env:SITE:-x} \${secret:KEY}\ndescription: "\${${kind}:`
    expect(await complete(text, `description: "\${${kind}:`)).toEqual(names)
  })

  it('offers the axes of the matrix', async () => {
    const text = `matrix: { lang: [de, en], include: [] }\n${good}name: docs-\${matrix.`
    expect(await complete(text, '${matrix.')).toEqual(['lang'])
  })

  it('leaves keys to the schema', async () => {
    expect(await complete(good, '  li')).toEqual([])
  })
})

describe('definition', () => {
  it('jumps from a profile in "extends" to the project file', async () => {
    const profiles = 'version: 2\nprofiles:\n  polite: { request: { delay: 1 } }\n'
    const text = `extends: polite\n${good}`
    const editor = await edit({ [PROJECT]: profiles, [DOCS]: text })
    const find = (part: string): Promise<Location | null> =>
      editor.connection.sendRequest('textDocument/definition', at(editor, DOCS, after(text, part)))
    expect(await find('extends: pol')).toEqual({
      uri: editor.uri(PROJECT),
      range: { start: { line: 2, character: 2 }, end: { line: 2, character: 8 } },
    })
    expect(await find('exten')).toBeNull()
  })
})

describe('a file that is typed character by character', () => {
  const text = [
    '# crawlform-ignore limits/unset: ten 🕷 pages',
    'version: 2',
    'name: docs-${matrix.lang}',
    'extends: [polite]',
    'matrix: { lang: [de, en] }',
    'request:',
    '  url: "https://docs.example.com/${matrix.lang}/"',
    '  includePaths:',
    "    - '^/(?:de|en)/'",
    '  scrapeOptions: { headers: { X-Key: "${secret:KEY}" } }',
    '  prompt: |',
    '    two',
    '    lines',
    'tests:',
    '  in: [/de/a]',
    '',
  ].join('\n')

  it('causes no crash, and every position is inside the text', { timeout: 120_000 }, async () => {
    const profiles = 'version: 2\nprofiles:\n  polite: { request: { delay: 1 } }\n'
    const editor = await edit({ [PROJECT]: profiles, [DOCS]: '' })
    const uri = editor.uri(DOCS)
    for (let end = 0; end <= text.length; end++) {
      const typed = text.slice(0, end)
      const document = TextDocument.create(uri, 'yaml', 0, typed)
      const published = editor.published.length
      editor.change(DOCS, typed)
      const position = document.positionAt(end)
      const here = at(editor, DOCS, position)
      const send = (method: string, params: object): Promise<unknown> =>
        editor.connection.sendRequest(`textDocument/${method}`, params)
      const answers = await Promise.all([
        send('hover', here),
        send('completion', here),
        send('definition', here),
        send('inlayHint', { ...here, range: everything }),
        send('codeAction', { ...here, range: everything, context: { diagnostics: [] } }),
        send('references', { ...here, context: { includeDeclaration: false } }),
        send('codeLens', here),
      ])
      const problems = editor.published.slice(published).filter((params) => params.uri === uri)
      expect(problems.length).toBeGreaterThan(0)
      for (const range of rangesOf([...answers.filter((_, index) => index !== 2), problems]))
        for (const one of [range.start, range.end])
          expect(document.positionAt(document.offsetAt(one))).toEqual(one)
    }
  })
})

/** Returns every range in an answer. */
function rangesOf(value: unknown): readonly Range[] {
  if (typeof value !== 'object' || value === null) return []
  const here = 'start' in value && 'end' in value ? [value as Range] : []
  return [...here, ...Object.values(value).flatMap((member) => rangesOf(member))]
}
