import { spawn } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  createProtocolConnection,
  type Diagnostic,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Registration,
  type RegistrationParams,
  type ShowMessageParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node'
import { program } from './run-cli.ts'

/** An editor that runs a language server in a directory: the built `crawlform lsp`, or another one. */
export interface EditorClient {
  readonly connection: ProtocolConnection
  readonly initialized: InitializeResult
  /** What the server asks to be told about. Settles only if it asks. */
  readonly registered: Promise<readonly Registration[]>
  /** The first message to the user. */
  readonly told: Promise<string>
  /** Everything published until now. */
  readonly published: readonly PublishDiagnosticsParams[]
  uri(file: string): string
  open(file: string, text: string): void
  /** Replaces the whole text and returns its version. */
  change(file: string, text: string): number
  nextPublication(): Promise<void>
  /** Returns the next problems of a file that `wanted` accepts. */
  problems(
    file: string,
    wanted?: (diagnostics: readonly Diagnostic[]) => boolean,
  ): Promise<readonly Diagnostic[]>
  /** Resolves to the exit status. */
  readonly ended: Promise<number | null>
  /** Closes stdin and returns the exit status. */
  leave(): Promise<number | null>
}

export interface EditorOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** A language server. Default: `crawlform lsp`. */
  readonly server?: readonly string[]
  readonly initializationOptions?: object
  readonly capabilities?: object
  /** The server ends with this process; this one without it. */
  readonly processId?: number | undefined
  /** Returns the root that the editor names. */
  readonly rootUri?: (directory: string) => string | null
  /** Where the server is started, if not in the directory. */
  readonly cwd?: string
}

export async function startEditor(
  directory: string,
  {
    env = {},
    args = [],
    server = [program, 'lsp'],
    initializationOptions,
    capabilities = {},
    processId = process.pid,
    rootUri = (root) => pathToFileURL(root).href,
    cwd = directory,
  }: EditorOptions = {},
): Promise<EditorClient> {
  const child = spawn(process.execPath, [...server, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: directory, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', (status) => resolve(status)))
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  const published: PublishDiagnosticsParams[] = []
  const listeners = new Set<() => void>()
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    published.push(params)
    for (const listener of listeners) listener()
  })
  const told = new Promise<string>((resolve) => {
    connection.onNotification('window/showMessage', ({ message }: ShowMessageParams) => resolve(message))
  })
  const registered = new Promise<readonly Registration[]>((resolve) => {
    connection.onRequest('client/registerCapability', ({ registrations }: RegistrationParams) => {
      resolve(registrations)
      return null
    })
  })
  connection.listen()
  const initialized = await connection.sendRequest<InitializeResult>('initialize', {
    processId,
    rootUri: rootUri(directory),
    capabilities,
    initializationOptions,
  })
  let sent = connection.sendNotification('initialized', {})
  const uri = (file: string): string => pathToFileURL(path.join(directory, file)).href
  const versions = new Map<string, number>()
  const next = (file: string): number => {
    const version = (versions.get(file) ?? 0) + 1
    versions.set(file, version)
    return version
  }
  return {
    connection,
    initialized,
    registered,
    told,
    published,
    uri,
    open: (file, text) => {
      const textDocument = { uri: uri(file), languageId: 'yaml', version: next(file), text }
      sent = connection.sendNotification('textDocument/didOpen', { textDocument })
    },
    change: (file, text) => {
      const textDocument = { uri: uri(file), version: next(file) }
      sent = connection.sendNotification('textDocument/didChange', {
        textDocument,
        contentChanges: [{ text }],
      })
      return textDocument.version
    },
    nextPublication: () =>
      new Promise((resolve) => {
        const listener = (): void => {
          listeners.delete(listener)
          resolve()
        }
        listeners.add(listener)
      }),
    problems: (file, wanted = () => true) => {
      const from = published.length
      return new Promise((resolve) => {
        const look = (): void => {
          const found = published
            .slice(from)
            .find((params) => params.uri === uri(file) && wanted(params.diagnostics))
          if (found === undefined) return
          listeners.delete(look)
          resolve(found.diagnostics)
        }
        listeners.add(look)
        look()
      })
    },
    ended,
    leave: async () => {
      await sent
      child.stdin.end()
      return ended
    },
  }
}
