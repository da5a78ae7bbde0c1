import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { editorOfEachTest, type Edited } from '../support/in-editor.ts'

const DOCS = 'crawls/docs.yaml'
const good = 'version: 2\nrequest:\n  url: https://docs.example.com/\n  limit: 20\n'
const broken = good.replace('20', '"20"')

const edit = editorOfEachTest()

const requests = [
  'hover',
  'completion',
  'definition',
  'references',
  'prepareRename',
  'rename',
  'inlayHint',
  'codeAction',
  'codeLens',
]

/** Asks everything about an address. Resolves to the messages of requests that failed. */
async function askAll({ editor }: Edited, uri: unknown): Promise<readonly string[]> {
  const params = {
    textDocument: { uri },
    position: { line: 2, character: 4 },
    range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
    context: { diagnostics: [], includeDeclaration: true },
    newName: 'other',
  }
  const answers = await Promise.allSettled(
    requests.map((method) => editor.connection.sendRequest(`textDocument/${method}`, params)),
  )
  return answers.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason)] : []))
}

/** Returns the rules that are reported after the next edit of a good file. */
async function rulesAfterEdit({ editor }: Edited): Promise<readonly unknown[]> {
  const version = editor.change(DOCS, broken)
  for (;;) {
    const found = editor.published.find((one) => one.uri === editor.uri(DOCS) && one.version === version)
    if (found !== undefined) return found.diagnostics.map(({ code }) => code)
    await editor.nextPublication()
  }
}

const open = ({ editor }: Edited, uri: string, text: string): void =>
  void editor.connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'yaml', version: 1, text },
  })

describe('the server survives', () => {
  it('requests and notifications that throw', async () => {
    const opened = await edit({ [DOCS]: good })
    expect(await askAll(opened, 5)).toHaveLength(requests.length)
    for (const name of ['didOpen', 'didChange', 'didClose', 'didSave'])
      await opened.editor.connection.sendNotification(`textDocument/${name}`, {})
    await opened.editor.connection.sendNotification('workspace/didChangeWatchedFiles', null)
    expect(await rulesAfterEdit(opened)).toEqual(['schema/quoted-number'])
  })

  it.each([
    { uri: null, languageId: 'yaml', version: 1, text: good },
    { uri: 'file:///a.yaml', languageId: 'yaml', version: 1, text: null },
    { version: 1 },
  ])('a text that is opened with %j', async (textDocument) => {
    const opened = await edit({ [DOCS]: good })
    await opened.editor.connection.sendNotification('textDocument/didOpen', { textDocument })
    await askAll(opened, textDocument.uri ?? null)
    expect(await rulesAfterEdit(opened)).toEqual(['schema/quoted-number'])
  })

  it.each<[method: string, params: object]>([
    ['didChange', { textDocument: null, contentChanges: [{ text: 'a' }] }],
    ['didChange', { textDocument: { uri: null, version: 2 }, contentChanges: [{ text: 'a' }] }],
    ['didChange', { textDocument: { uri: DOCS, version: 2 }, contentChanges: null }],
    ['didChange', { textDocument: { uri: DOCS, version: 2 }, contentChanges: [null] }],
    ['didChange', { textDocument: { uri: DOCS, version: 2 }, contentChanges: [{ text: null }] }],
    [
      'didChange',
      { textDocument: { uri: DOCS, version: 2 }, contentChanges: [{ range: null, text: 'version: 2' }] },
    ],
    [
      'didChange',
      { textDocument: { uri: DOCS, version: 2 }, contentChanges: [{ range: { start: null }, text: '' }] },
    ],
    ['didChange', { textDocument: { uri: DOCS, version: null }, contentChanges: [{ text: good }] }],
    ['didClose', { textDocument: null }],
    ['didSave', { textDocument: { uri: 7 } }],
  ])('a broken %s: %j', async (method, params) => {
    const opened = await edit({ [DOCS]: good })
    const named = JSON.stringify(params).replace(`"uri":"${DOCS}"`, `"uri":"${opened.editor.uri(DOCS)}"`)
    await opened.editor.connection.sendNotification(`textDocument/${method}`, JSON.parse(named) as object)
    await askAll(opened, opened.editor.uri(DOCS))
    expect(await rulesAfterEdit(opened)).toEqual(['schema/quoted-number'])
  })

  it.each([
    { position: null, range: null, context: null, newName: null },
    { position: { line: null, character: null }, range: { start: null, end: null }, context: {} },
    { position: { line: -1, character: 1e99 }, range: [], context: { diagnostics: null }, newName: 5 },
  ])('requests about %j', async (params) => {
    const opened = await edit({ [DOCS]: good })
    const textDocument = { uri: opened.editor.uri(DOCS) }
    await Promise.allSettled(
      requests.map((method) =>
        opened.editor.connection.sendRequest(`textDocument/${method}`, { textDocument, ...params }),
      ),
    )
    expect(await rulesAfterEdit(opened)).toEqual(['schema/quoted-number'])
  })

  it.each<[what: string, file: string, text: string]>([
    ['a text of 10,000 levels', 'crawls/deep.yaml', '['.repeat(10_000)],
    ['a text with control characters', 'crawls/control.yaml', 'version: 2\n\0\u001B'],
    ['half a letter', 'crawls/half.yaml', `${good}name: "\uD800"\n`],
    ['a file name that is too long', `crawls/${'a'.repeat(300)}.yaml`, good],
    ['a text at the address of a directory', 'crawls', good],
  ])('%s', async (_what, file, text) => {
    const opened = await edit({ [DOCS]: good })
    open(opened, opened.editor.uri(file), text)
    await askAll(opened, opened.editor.uri(file))
    expect(await rulesAfterEdit(opened)).toEqual(['schema/quoted-number'])
  })

  it.each(['untitled:Untitled-1', 'file:///%zz', 'file://host/share/a.yaml', 'file:///a%00b.yaml', 'a'])(
    'a text at the address %s',
    async (uri) => {
      const opened = await edit({ [DOCS]: good })
      open(opened, uri, good)
      await askAll(opened, uri)
      expect(await rulesAfterEdit(opened)).toEqual(['schema/quoted-number'])
    },
  )

  it.each<[what: string, damage: (directory: string) => void]>([
    ['a directory with the name of a file', (directory) => mkdirSync(path.join(directory, 'crawls/x.yaml'))],
    ['a link to itself', (directory) => symlinkSync('loop.yaml', path.join(directory, 'crawls/loop.yaml'))],
    ['a removed project', (directory) => rmSync(directory, { recursive: true })],
  ])('%s', async (_what, damage) => {
    const opened = await edit({ [DOCS]: good })
    damage(opened.project.directory)
    for (const file of ['crawls/x.yaml', 'crawls/loop.yaml', DOCS])
      await askAll(opened, opened.editor.uri(file))
    expect(await rulesAfterEdit(opened)).toEqual(['schema/quoted-number'])
  })

  it.skipIf((process.getuid?.() ?? 0) === 0)('a file that is unreadable for a while', async () => {
    const opened = await edit({ [DOCS]: good, 'crawls/other.yaml': good }, { opens: [] })
    const other = path.join(opened.project.directory, 'crawls/other.yaml')
    chmodSync(other, 0)
    opened.editor.open(DOCS, good)
    await askAll(opened, opened.editor.uri(DOCS))
    expect(await opened.editor.told).toBe('"crawls/other.yaml" cannot be read: permission denied.')
    chmodSync(other, 0o644)
    expect(await rulesAfterEdit(opened)).toEqual(['schema/quoted-number'])
  })
})

describe.skipIf(process.platform === 'win32')('the server does not read a file that may never end', () => {
  it.each<[what: string, plant: (file: string) => void]>([
    ['a link to a device without end', (file) => symlinkSync('/dev/zero', file)],
    ['a link to the standard input', (file) => symlinkSync('/dev/stdin', file)],
    ['a pipe that nobody writes to', (file) => execFileSync('mkfifo', [file])],
    ['a link to a directory', (file) => symlinkSync('/', file)],
    [
      'a link out of the repository to a pipe',
      (file) => {
        const outside = mkdtempSync(path.join(tmpdir(), 'outside-'))
        onTestFinished(() => rmSync(outside, { recursive: true }))
        execFileSync('mkfifo', [path.join(outside, 'pipe')])
        symlinkSync(path.join(outside, 'pipe'), file)
      },
    ],
    [
      'a file of a terabyte',
      (file) => {
        writeFileSync(file, '')
        truncateSync(file, 2 ** 40)
      },
    ],
  ])('%s', async (_what, plant) => {
    const opened = await edit({ [DOCS]: good })
    const { directory } = opened.project
    const planted = ['crawls/planted.yaml', 'crawlform.yaml', 'crawls.lock.json']
    for (const file of planted) plant(path.join(directory, file))
    for (const file of [...planted, DOCS]) await askAll(opened, opened.editor.uri(file))
    for (const file of planted) rmSync(path.join(directory, file))
    expect(await rulesAfterEdit(opened)).toEqual(['schema/quoted-number'])
  })
})

describe.skipIf(process.platform === 'win32')('the server does not read an unsafe record', () => {
  const LOCAL = '.crawlform/state/local.json'
  const linked =
    (target: string, file = LOCAL) =>
    (directory: string) => {
      mkdirSync(path.join(directory, path.dirname(file)), { recursive: true })
      symlinkSync(target, path.join(directory, file))
    }

  it.each<[what: string, plant: (directory: string) => void, said: RegExp]>([
    ['a link to a device without end', linked('/dev/zero'), /local\.json" is a link\. .*Remove it/],
    [
      'a journal that is a link',
      linked('/dev/zero', '.crawlform/state/local.journal'),
      /local\.journal" is a link\./,
    ],
    ['a link to the standard input', linked('/dev/stdin'), /is a link\./],
    ['a directory that is a link', linked('crawls', '.crawlform'), /\.crawlform" is a link\./],
  ])('%s', async (_what, plant, said) => {
    const opened = await edit({ [DOCS]: good })
    // The record is good when it is opened.
    expect(await askAll(opened, opened.editor.uri(DOCS))).toHaveLength(2)
    plant(opened.project.directory)
    await askAll(opened, opened.editor.uri(DOCS))
    expect(await opened.editor.told).toMatch(said)
    expect(await rulesAfterEdit(opened)).toEqual(['schema/quoted-number'])
  })

  it('a pipe without a writer', async () => {
    const opened = await edit({ [DOCS]: good })
    mkdirSync(path.join(opened.project.directory, path.dirname(LOCAL)), { recursive: true })
    execFileSync('mkfifo', [path.join(opened.project.directory, LOCAL)])
    await askAll(opened, opened.editor.uri(DOCS))
    expect(await rulesAfterEdit(opened)).toEqual(['schema/quoted-number'])
  })
})

describe('the server ends', () => {
  it('when the editor asks', async () => {
    const { editor } = await edit({ [DOCS]: good })
    await editor.connection.sendRequest('shutdown')
    await editor.connection.sendNotification('exit')
    expect(await editor.ended).toBe(0)
  })

  it.each([
    ['after a shutdown request', 'shutdown', 0],
    ['without a request', undefined, 1],
  ] as const)('when the editor closes its input %s', async (_how, request, status) => {
    const { editor } = await edit({ [DOCS]: good })
    if (request !== undefined) await editor.connection.sendRequest(request)
    expect(await editor.leave()).toBe(status)
  })

  it('when the process of the editor is gone, even if stdin is open', async () => {
    const other = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    onTestFinished(() => void other.kill())
    const { editor } = await edit({ [DOCS]: good }, { processId: other.pid })
    other.kill()
    expect(await editor.ended).toBe(1)
  })
})
