import { afterEach } from 'vitest'
import type { Position, TextEdit, WorkspaceEdit } from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { type EditorClient, type EditorOptions, startEditor } from './editor-client.ts'
import { type CliProject, cliProject } from './run-cli.ts'

export interface Edited {
  readonly editor: EditorClient
  readonly project: CliProject
}

export interface EditedOptions extends EditorOptions {
  /** Texts that are open in the editor and not on the disk. */
  readonly unsaved?: Readonly<Record<string, string>>
  /** Names of the files that are open; all without it. */
  readonly opens?: readonly string[]
}

/** Returns a function that opens files of a new project in an editor. Both are gone after each test. */
export function editorOfEachTest(): (
  files: Readonly<Record<string, string>>,
  options?: EditedOptions,
) => Promise<Edited> {
  const opened: Edited[] = []
  afterEach(async () => {
    for (const { editor, project } of opened.splice(0)) {
      await editor.leave()
      project.remove()
    }
  })
  return async (files, { unsaved = {}, opens, ...options } = {}) => {
    const project = cliProject(files)
    const editor = await startEditor(project.directory, options)
    opened.push({ editor, project })
    for (const [file, text] of Object.entries({ ...files, ...unsaved }))
      if (opens?.includes(file) ?? true) editor.open(file, text)
    return { editor, project }
  }
}

/** Returns the position after the first `part` of a text. */
export function after(text: string, part: string): Position {
  return TextDocument.create('', '', 0, text).positionAt(text.indexOf(part) + part.length)
}

export const at = (editor: EditorClient, file: string, position: Position): object => ({
  textDocument: { uri: editor.uri(file) },
  position,
})

/** Returns a text after the edits that an answer has for its file. */
export function applied(
  text: string,
  { editor, file }: { readonly editor: EditorClient; readonly file: string },
  edit: WorkspaceEdit | undefined | null,
): string {
  const edits: readonly TextEdit[] = edit?.changes?.[editor.uri(file)] ?? []
  return TextDocument.applyEdits(TextDocument.create('', '', 0, text), [...edits])
}
