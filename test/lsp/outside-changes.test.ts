import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Diagnostic } from 'vscode-languageserver/node'
import { editorOfEachTest, type Edited } from '../support/in-editor.ts'

const PROJECT = 'crawlform.yaml'
const DOCS = 'crawls/docs.yaml'
const NEW = 'crawls/new.yaml'
const docs = 'version: 2\nname: docs\nrequest:\n  url: https://docs.example.com/\n  limit: 20\n'
const project = 'version: 2\ndefaults: { request: { limit: 50 } }\n'
const watching = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } }

const edit = editorOfEachTest()

const has =
  (code: string) =>
  (problems: readonly Diagnostic[]): boolean =>
    problems.some((problem) => problem.code === code)

const isEmpty = (problems: readonly Diagnostic[]): boolean => problems.length === 0

/** Tells the server that a file has changed outside of the editor, as a client with watchers does. */
const report = ({ editor }: Edited, file: string, type: 1 | 2 | 3): void =>
  void editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: [{ uri: editor.uri(file), type }],
  })

describe('files that change outside the editor', () => {
  it('are watched if the editor can do so', async () => {
    const { editor } = await edit({ [DOCS]: docs }, { capabilities: watching })
    expect(await editor.registered).toMatchObject([
      {
        method: 'workspace/didChangeWatchedFiles',
        registerOptions: {
          watchers: [{ globPattern: '**/*.{yaml,yml}' }, { globPattern: '**/crawls.lock.json' }],
        },
      },
    ])
  })

  it('are noticed when they are created, edited or removed', async () => {
    const opened = await edit({ [PROJECT]: project, [DOCS]: docs }, { opens: [DOCS], capabilities: watching })
    const { editor, project: onDisk } = opened
    await editor.problems(DOCS, isEmpty)

    const twice = editor.problems(NEW, has('project/duplicate-name'))
    onDisk.write(NEW, docs)
    report(opened, NEW, 1)
    expect(await twice).toHaveLength(1)

    const gone = editor.problems(NEW, isEmpty)
    rmSync(path.join(onDisk.directory, NEW))
    report(opened, NEW, 3)
    expect(await gone).toEqual([])

    const broken = editor.problems(PROJECT, has('schema/quoted-number'))
    onDisk.write(PROJECT, project.replace('50', '"50"'))
    report(opened, PROJECT, 2)
    expect(await broken).toHaveLength(1)
  })

  it('are noticed after the next edit if the editor cannot watch files', async () => {
    const { editor, project: onDisk } = await edit({ [DOCS]: docs })
    await editor.problems(DOCS, isEmpty)
    const twice = editor.problems(NEW, has('project/duplicate-name'))
    onDisk.write(NEW, docs)
    editor.change(DOCS, `${docs}# edited\n`)
    expect(await twice).toHaveLength(1)
  })
})
