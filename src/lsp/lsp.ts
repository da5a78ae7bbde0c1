/**
 * Input: a client of the Language Server Protocol, and the files and unsaved texts of its projects.
 * Output: the problems of each project, with what an editor asks about a place in a text.
 * Must not know rules of its own, secrets or the network.
 */
import {
  createConnection,
  DidChangeWatchedFilesNotification,
  ProposedFeatures,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node'
import type { ClientCapabilities, Connection, ServerCapabilities } from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { Variables } from '../resolve/interpolate.ts'
import type { Clock } from '../util/clock.ts'
import type { SessionDependencies } from '../session/session-dependencies.ts'
import { soundsSecret } from '../request/redact-secrets.ts'
import { packageVersion } from '../util/package-file.ts'
import { type OpenProject, pathOf, Workspace } from './open-project.ts'
import { Publisher } from './publisher.ts'
import { LOCK_FILE } from '../resolve/prompt-lock.ts'
import { codeActionKinds, codeActions } from './code-actions.ts'
import { codeLenses } from './code-lenses.ts'
import { hoverAt } from './hover.ts'
import { inlayHints } from './inlay-hints.ts'
import { localRecords } from './local-records.ts'
import { completionAt, completionTriggers } from './completion.ts'
import { prepareProfileRename, profileDefinition, profileReferences, renameProfile } from './profile-names.ts'
import type { TextPlaces } from './text-places.ts'

interface EditorSettings {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  /** The project's directory if the editor names no folder. */
  readonly directory: string
  readonly environment?: string
  readonly variables: Variables
  readonly clock: Clock
}

const capabilities: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  codeActionProvider: { codeActionKinds: [...codeActionKinds] },
  hoverProvider: true,
  inlayHintProvider: true,
  completionProvider: { triggerCharacters: [...completionTriggers] },
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  codeLensProvider: {},
}

/** Serves an editor until it says "exit". The end of stdin or of the editor's process also ends this process. */
export function serveEditor(settings: EditorSettings): Promise<void> {
  const connection = createConnection(ProposedFeatures.all, settings.input, settings.output)
  const documents = new TextDocuments({ create: soundDocument, update: TextDocument.update })
  const { environment, directory, clock } = settings
  const workspace = new Workspace(() => documents.all(), directory, {
    variables: visibleVariables(settings.variables),
    ...(environment === undefined ? {} : { environment }),
  })
  const publisher = new Publisher(connection, workspace, clock)
  let editor: ClientCapabilities = {}
  connection.onInitialize((params) => {
    const uris = params.workspaceFolders?.map(({ uri }) => uri) ?? [params.rootUri ?? []].flat()
    const folders = uris.flatMap((uri) => pathOf(uri) ?? [])
    if (folders.length > 0) workspace.folders = folders
    publisher.withSchema = wantsSchema(params.initializationOptions)
    editor = params.capabilities
    return { capabilities, serverInfo: { name: 'crawlform', version: packageVersion() } }
  })
  connection.onInitialized(() => watchFiles(connection, editor))
  documents.onDidChangeContent(() => publisher.plan())
  documents.onDidClose(() => publisher.plan())
  documents.onDidSave(() => publisher.plan())
  connection.onDidChangeWatchedFiles(() => publisher.plan())
  answerRequests(
    connection,
    (uri) => {
      publisher.flush()
      return workspace.projectOf(uri)
    },
    { clock, env: settings.variables, refuse: (reason) => publisher.refuse(reason) },
  )
  const ended = new Promise<void>((resolve) => connection.onExit(resolve))
  documents.listen(connection)
  connection.listen()
  return ended
}

/** @throws for a text or address that is not a string, which would break every later request */
function soundDocument(uri: unknown, languageId: string, version: number, text: unknown): TextDocument {
  if (typeof uri === 'string' && typeof text === 'string')
    return TextDocument.create(uri, languageId, version, text)
  throw new TypeError('"textDocument" needs the texts "uri" and "text".')
}

/** Returns whether the editor asks for schema problems; undefined if it does not say. */
function wantsSchema(options: unknown): boolean | undefined {
  if (typeof options !== 'object' || options === null || !('schema' in options)) return undefined
  return typeof options.schema === 'boolean' ? options.schema : undefined
}

const watchers = ['**/*.{yaml,yml}', `**/${LOCK_FILE}`].map((globPattern) => ({ globPattern }))

/** Asks the editor to report outside changes. An editor that cannot do this shows them after the next edit. */
async function watchFiles(connection: Connection, { workspace }: ClientCapabilities): Promise<void> {
  if (workspace?.didChangeWatchedFiles?.dynamicRegistration !== true) return
  await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers })
}

/** Replaces the value of a variable that may be a secret. It is set, so no rule reports it as missing. */
const HIDDEN = 'hidden'

/** Returns the variables without the values of those whose names sound like secrets. */
function visibleVariables(variables: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, soundsSecret(name) ? HIDDEN : value]),
  )
}

/**
 * Answers the requests of an editor about a text. The connection answers with the error if one throws.
 * @param projectOf returns the project of a text as it is now; undefined for a text that is not a file
 */
function answerRequests(
  connection: Connection,
  projectOf: (uri: string) => OpenProject | undefined,
  { clock, env, refuse }: Pick<SessionDependencies, 'clock' | 'env'> & { refuse: (reason: string) => void },
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
  const recordsOf = localRecords({ clock, env }, refuse)
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
