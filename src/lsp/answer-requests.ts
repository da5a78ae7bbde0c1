import type { Connection, ServerCapabilities } from 'vscode-languageserver/node'
import type { Clock } from '../util/clock.ts'
import { codeActionKinds, codeActions } from './code-actions.ts'
import { codeLenses, inlayHints, localRecords } from './annotations.ts'
import { completionAt, completionTriggers } from './completion.ts'
import { hoverAt } from './hover.ts'
import type { OpenProject } from './open-project.ts'
import { prepareProfileRename, profileDefinition, profileReferences, renameProfile } from './profile-names.ts'
import type { TextPlaces } from './text-places.ts'

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
    <Params extends { readonly textDocument: { readonly uri: string } }, Answer>(
      answer: (project: OpenProject, text: TextPlaces, params: Params) => Answer,
    ) =>
    (params: Params): Answer | null => {
      const { uri } = params.textDocument
      const project = projectOf(uri)
      const text = project?.textAt(uri)
      return project === undefined || text === undefined ? null : answer(project, text, params)
    }
  const recordsOf = localRecords(clock)
  connection.onCodeAction(about(codeActions))
  connection.languages.inlayHint.on(about(inlayHints))
  connection.onHover(about(hoverAt))
  connection.onCompletion(about(completionAt))
  connection.onDefinition(about(profileDefinition))
  connection.onReferences(about(profileReferences))
  connection.onPrepareRename(about(prepareProfileRename))
  connection.onRenameRequest(about(renameProfile))
  connection.onCodeLens(
    about(async (project, text) =>
      codeLenses(project, text, { records: await recordsOf(project.loaded), nowMs: clock.now() }),
    ),
  )
}
