/**
 * Input: a client of the Language Server Protocol, and the files and unsaved texts of its projects.
 * Output: the problems of each project, with what an editor asks about a place in a text.
 * Must not know rules of its own, secrets or the network.
 */
import {
  type Connection,
  createConnection,
  type InitializeParams,
  ProposedFeatures,
  type ServerCapabilities,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { Variables } from '../resolve/interpolate.ts'
import type { Clock } from '../util/clock.ts'
import { packageVersion } from '../util/package-file.ts'
import { codeActionKinds, codeActions } from './code-actions.ts'
import { codeLenses } from './code-lenses.ts'
import { completionAt, completionTriggers } from './completion.ts'
import { profileAt } from './extended-profile.ts'
import { hoverAt } from './hover.ts'
import { inlayHints } from './inlay-hints.ts'
import { pathOf } from './file-address.ts'
import { localRecords } from './local-records.ts'
import type { OpenProject } from './open-project.ts'
import { prepareProfileRename, profileReferences, renameProfile } from './profile-names.ts'
import { Publisher } from './publisher.ts'
import { visibleVariables } from './visible-variables.ts'
import { Workspace } from './workspace.ts'

export interface EditorStreams {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

export interface EditorSettings {
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

/** Serves an editor until its connection ends. The end of stdin also ends the process. */
export function serveEditor(streams: EditorStreams, settings: EditorSettings): Promise<void> {
  const connection = createConnection(ProposedFeatures.all, streams.input, streams.output)
  const documents = new TextDocuments(TextDocument)
  const { environment, directory } = settings
  const workspace = new Workspace(() => documents.all(), directory, {
    variables: visibleVariables(settings.variables),
    ...(environment === undefined ? {} : { environment }),
  })
  const publisher = new Publisher(connection, workspace, settings.clock)
  connection.onInitialize((params) => {
    const folders = foldersOf(params)
    if (folders.length > 0) workspace.folders = folders
    publisher.withSchema = wantsSchema(params.initializationOptions)
    return { capabilities, serverInfo: { name: 'crawlform', version: packageVersion() } }
  })
  documents.onDidChangeContent(() => publisher.plan())
  documents.onDidClose(() => publisher.plan())
  documents.onDidSave(() => publisher.plan())
  connection.onDidChangeWatchedFiles(() => publisher.plan())
  const projectOf = (uri: string): OpenProject | undefined => {
    publisher.flush()
    return workspace.projectOf(uri)
  }
  answerRequests(connection, projectOf)
  const recordsOf = localRecords(settings.clock)
  connection.onCodeLens(async ({ textDocument: { uri } }) => {
    const project = projectOf(uri)
    if (project === undefined) return []
    const records = await recordsOf(project.loaded)
    return codeLenses(project, uri, { records, nowMs: settings.clock.now() })
  })
  const ended = new Promise<void>((resolve) => connection.onExit(resolve))
  documents.listen(connection)
  connection.listen()
  return ended
}

/** Answers what an editor asks about a text. An error is the answer to its own request only. */
function answerRequests(connection: Connection, projectOf: (uri: string) => OpenProject | undefined): void {
  connection.onCodeAction((params) => {
    const project = projectOf(params.textDocument.uri)
    return project === undefined ? [] : codeActions(project, params)
  })
  connection.onHover(({ textDocument: { uri }, position }) => {
    const project = projectOf(uri)
    return project === undefined ? undefined : hoverAt(project, uri, position)
  })
  connection.languages.inlayHint.on((params) => {
    const project = projectOf(params.textDocument.uri)
    return project === undefined ? [] : inlayHints(project, params)
  })
  connection.onCompletion(({ textDocument: { uri }, position }) => {
    const project = projectOf(uri)
    return project === undefined ? [] : completionAt(project, uri, position)
  })
  connection.onDefinition(({ textDocument: { uri }, position }) => {
    const project = projectOf(uri)
    return project === undefined ? undefined : profileAt(project, uri, position)
  })
  connection.onReferences(({ textDocument: { uri }, position, context }) => {
    const project = projectOf(uri)
    const withDeclaration = context.includeDeclaration
    return project === undefined ? [] : profileReferences(project, uri, position, { withDeclaration })
  })
  connection.onPrepareRename(({ textDocument: { uri }, position }) => {
    const project = projectOf(uri)
    return project === undefined ? undefined : prepareProfileRename(project, uri, position)
  })
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) => {
    const project = projectOf(uri)
    return project === undefined ? undefined : renameProfile(project, uri, position, newName)
  })
}

function foldersOf({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (typeof rootUri === 'string' ? [rootUri] : [])
  return uris.flatMap((uri) => pathOf(uri) ?? [])
}

/** Returns whether the editor asks for schema problems; undefined if it does not say. */
function wantsSchema(options: unknown): boolean | undefined {
  if (typeof options !== 'object' || options === null || !('schema' in options)) return undefined
  return typeof options.schema === 'boolean' ? options.schema : undefined
}
