import type { Connection, ServerCapabilities } from 'vscode-languageserver/node'
import type { Clock } from '../util/clock.ts'
import { codeActionKinds, codeActions } from './code-actions.ts'
import { codeLenses } from './code-lenses.ts'
import { completionAt, completionTriggers } from './completion.ts'
import { profileAt } from './extended-profile.ts'
import { hoverAt } from './hover.ts'
import { inlayHints } from './inlay-hints.ts'
import { localRecords } from './local-records.ts'
import type { OpenProject } from './open-project.ts'
import { prepareProfileRename, profileReferences, renameProfile } from './profile-names.ts'

/** The requests that are answered. */
export const requestCapabilities: ServerCapabilities = {
  codeActionProvider: { codeActionKinds: [...codeActionKinds] },
  hoverProvider: true,
  inlayHintProvider: true,
  completionProvider: { triggerCharacters: [...completionTriggers] },
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  codeLensProvider: {},
}

interface AboutText {
  readonly textDocument: { readonly uri: string }
}

/**
 * Answers the requests of an editor about a text. The connection answers with the error if one throws.
 * @param projectOf returns the project of a text as it is now; undefined for a text that is not a file
 */
export function answerRequests(
  connection: Connection,
  projectOf: (uri: string) => OpenProject | undefined,
  clock: Clock,
): void {
  const about =
    <Params extends AboutText, Answer>(answer: (project: OpenProject, params: Params) => Answer) =>
    (params: Params): Answer | null => {
      const project = projectOf(params.textDocument.uri)
      return project === undefined ? null : answer(project, params)
    }
  const recordsOf = localRecords(clock)
  connection.onCodeAction(about(codeActions))
  connection.languages.inlayHint.on(about(inlayHints))
  connection.onHover(about((project, { textDocument: { uri }, position }) => hoverAt(project, uri, position)))
  connection.onCompletion(
    about((project, { textDocument: { uri }, position }) => completionAt(project, uri, position)),
  )
  connection.onDefinition(
    about((project, { textDocument: { uri }, position }) => profileAt(project, uri, position)),
  )
  connection.onReferences(
    about((project, { textDocument: { uri }, position, context: { includeDeclaration } }) =>
      profileReferences(project, uri, position, { withDeclaration: includeDeclaration }),
    ),
  )
  connection.onPrepareRename(
    about((project, { textDocument: { uri }, position }) => prepareProfileRename(project, uri, position)),
  )
  connection.onRenameRequest(
    about((project, { textDocument: { uri }, position, newName }) =>
      renameProfile(project, uri, position, newName),
    ),
  )
  connection.onCodeLens(
    about(async (project, { textDocument: { uri } }) =>
      codeLenses(project, uri, { records: await recordsOf(project.loaded), nowMs: clock.now() }),
    ),
  )
}
