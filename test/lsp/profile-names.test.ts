import { describe, expect, it } from 'vitest'
import type { Location, Position, Range, WorkspaceEdit } from 'vscode-languageserver/node'
import type { EditorClient } from '../support/editor-client.ts'
import { after, applied, at, editorOfEachTest } from '../support/in-editor.ts'

const PROJECT = 'crawlform.yaml'
const DOCS = 'crawls/docs.yaml'
const BLOG = 'crawls/blog.yaml'
const NEW = 'crawls/new.yaml'
const profiles =
  'version: 2\nprofiles:\n  polite: { request: { delay: 1 } }\n  "🕷": { request: { delay: 2 } }\n'
const crawl = (name: string, before: string): string =>
  `version: 2\n${before}request: { url: "https://${name}.example.com/", limit: 5 }\n`
// A spider is two UTF-16 units.
const docs = crawl('docs', 'extends: ["🕷", polite]\n')
const blog = crawl('blog', 'extends:\n  - "polite" # slow\n').replaceAll('\n', '\r\n')
const fresh = crawl('new', 'extends: [polite]\n')
const files = { [PROJECT]: profiles, [DOCS]: docs, [BLOG]: blog }

const edit = editorOfEachTest()

const ask = <T>(editor: EditorClient, method: string, params: object): Promise<T> =>
  editor.connection.sendRequest<T>(`textDocument/${method}`, params)

const placesOf = (editor: EditorClient, found: readonly Location[]): readonly unknown[] =>
  found.map(({ uri, range: { start, end } }) => [
    Object.keys({ ...files, [NEW]: '' }).find((file) => editor.uri(file) === uri),
    `${start.line}:${start.character}-${end.line}:${end.character}`,
  ])

describe('references of a profile', () => {
  const references = (editor: EditorClient, file: string, position: Position, includeDeclaration = true) =>
    ask<Location[]>(editor, 'references', {
      ...at(editor, file, position),
      context: { includeDeclaration },
    })

  it('are found in every file, even unsaved, from a use and from the declaration', async () => {
    const { editor } = await edit(files, { unsaved: { [NEW]: fresh } })
    const all = [
      [PROJECT, '2:2-2:8'],
      [BLOG, '2:4-2:12'],
      [DOCS, '1:16-1:22'],
      [NEW, '1:10-1:16'],
    ]
    const used = all.filter(([file]) => file !== PROJECT)
    expect(placesOf(editor, await references(editor, DOCS, after(docs, '"🕷", pol')))).toEqual(all)
    expect(placesOf(editor, await references(editor, PROJECT, after(profiles, '  poli'), false))).toEqual(
      used,
    )
  })

  it('are empty at other places', async () => {
    const { editor } = await edit(files)
    expect(await references(editor, DOCS, after(docs, 'exten'))).toEqual([])
    expect(await references(editor, PROJECT, after(profiles, 'del'))).toEqual([])
  })
})

describe('rename of a profile', () => {
  const prepare = (editor: EditorClient, file: string, position: Position) =>
    ask<{ range: Range; placeholder: string }>(editor, 'prepareRename', at(editor, file, position))
  const rename = (editor: EditorClient, newName: string) =>
    ask<WorkspaceEdit>(editor, 'rename', { ...at(editor, DOCS, after(docs, '"🕷", pol')), newName })

  it.each([
    ['gentle', 'gentle'],
    ['no', '"no"'],
    ['slow: 🕷', '"slow: 🕷"'],
  ])('to %j replaces every use and the declaration, and nothing else', async (name, written) => {
    const { editor } = await edit(files, { unsaved: { [NEW]: fresh } })
    expect(await prepare(editor, DOCS, after(docs, '"🕷", pol'))).toEqual({
      range: { start: { line: 1, character: 16 }, end: { line: 1, character: 22 } },
      placeholder: 'polite',
    })
    const renamed = await rename(editor, name)
    const result = (file: string, text: string): string => applied(text, { editor, file }, renamed)
    expect(result(PROJECT, profiles)).toBe(profiles.replace('polite', written))
    expect(result(DOCS, docs)).toBe(docs.replace('polite', written))
    expect(result(BLOG, blog)).toBe(blog.replace('"polite"', written))
    expect(result(NEW, fresh)).toBe(fresh.replace('polite', written))
    expect(Object.keys(renamed.changes ?? {})).toHaveLength(4)
  })

  it('resolves an alias', async () => {
    const aliased = crawl('docs', 'description: &one polite\nextends: ["🕷", *one]\n')
    const { editor } = await edit({ ...files, [DOCS]: aliased })
    const renamed = await ask<WorkspaceEdit>(editor, 'rename', {
      ...at(editor, PROJECT, after(profiles, '  poli')),
      newName: 'gentle',
    })
    expect(applied(aliased, { editor, file: DOCS }, renamed)).toBe(aliased.replace('*one', 'gentle'))
  })

  it('is allowed if an unrelated error was just made', async () => {
    const { editor } = await edit(files)
    await prepare(editor, DOCS, after(docs, '"🕷", pol'))
    const duplicate = `name: blog\n${docs}`
    editor.change(DOCS, duplicate)
    const renamed = await ask<WorkspaceEdit>(editor, 'rename', {
      ...at(editor, DOCS, after(duplicate, '"🕷", pol')),
      newName: 'gentle',
    })
    expect(applied(duplicate, { editor, file: DOCS }, renamed)).toBe(duplicate.replace('polite', 'gentle'))
  })

  it('is refused at other places, with a hint', async () => {
    const { editor } = await edit(files)
    for (const [file, position] of [
      [DOCS, after(docs, 'reque')],
      [PROJECT, after(profiles, 'del')],
    ] as const)
      await expect(prepare(editor, file, position)).rejects.toThrow('Only names of profiles can be renamed')
  })

  it('is refused for an undeclared profile', async () => {
    const text = crawl('docs', 'extends: [nowhere]\n')
    const { editor } = await edit({ ...files, [DOCS]: text })
    await expect(prepare(editor, DOCS, after(text, '[now'))).rejects.toThrow(
      'The profile "nowhere" is not declared in crawlform.yaml.',
    )
  })

  it.each([
    ['🕷', 'crawlform.yaml already declares a profile "🕷".'],
    ['a\u0007b', 'line 3 would have an error'],
    ['', 'Item 1 of "extends" is empty'],
  ])('is refused for the name %j', async (name, message) => {
    const { editor } = await edit(files)
    await expect(rename(editor, name)).rejects.toThrow(message)
  })

  it('is refused while a file that may use the profile is broken', async () => {
    const { editor } = await edit(files, { unsaved: { [NEW]: 'version: 2\nextends: [polite\nrequest: {' } })
    await expect(rename(editor, 'gentle')).rejects.toThrow(
      'crawls/new.yaml may use "polite" but cannot be read as YAML. Fix that file first.',
    )
  })
})
