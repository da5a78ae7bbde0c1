import path from 'node:path'
import * as vscode from 'vscode'
import { LanguageClient } from 'vscode-languageclient/node'
import { findServer, SERVER_ARGUMENTS } from './find-server.ts'

const INSTALL = 'npm install --save-dev crawlform'

let client: LanguageClient | undefined

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(vscode.commands.registerCommand('crawlform.restart', restart))
  await start()
}

export async function deactivate(): Promise<void> {
  await client?.stop()
}

async function restart(): Promise<void> {
  await client?.dispose()
  client = undefined
  await start()
}

async function start(): Promise<void> {
  const projects = await vscode.workspace.findFiles('**/crawlform.yaml', '**/node_modules/**')
  const opened = vscode.workspace.workspaceFolders ?? []
  const folders = [
    ...projects.map(({ fsPath }) => path.dirname(fsPath)),
    ...opened.map(({ uri }) => uri.fsPath),
  ]
  const found = findServer(folders, process)
  if (found === undefined) {
    // Not awaited: the extension is ready while the message waits for an answer.
    void offerInstallation(folders[0])
    return
  }
  // Windows starts a .cmd file only in a shell, which needs quotes.
  const shell = process.platform === 'win32'
  const command = shell ? `"${found}"` : found
  const server = { command, args: SERVER_ARGUMENTS, options: { cwd: folders[0], shell } }
  client = new LanguageClient('crawlform', 'crawlform', server, {
    documentSelector: [{ scheme: 'file', language: 'yaml' }],
    synchronize: {
      fileEvents: vscode.workspace.createFileSystemWatcher('**/{*.yaml,*.yml,crawls.lock.json}'),
    },
    initializationOptions: { schema: reportsSchema() },
  })
  await client.start()
}

/**
 * Returns whether crawlform reports mistakes against the schema: always without the YAML extension, never where the settings
 * give that extension our schema. Otherwise undefined: the first line of a file decides.
 */
function reportsSchema(): boolean | undefined {
  const settings = vscode.workspace.getConfiguration('yaml')
  const isChecked =
    vscode.extensions.getExtension('redhat.vscode-yaml') !== undefined && settings.get('validate') !== false
  if (!isChecked) return true
  const schemas = Object.keys(settings.get<object>('schemas') ?? {})
  return schemas.some((schema) => schema.endsWith('/crawl.schema.json')) ? false : undefined
}

async function offerInstallation(folder: string | undefined): Promise<void> {
  const [terminal, again] = ['Open a Terminal', 'Try Again']
  const answer = await vscode.window.showWarningMessage(
    `crawlform is not installed here, so crawl files are not checked. Run ${INSTALL}`,
    terminal,
    again,
  )
  if (answer === again) await restart()
  if (answer !== terminal) return
  const opened = vscode.window.createTerminal({ cwd: folder })
  opened.show()
  opened.sendText(INSTALL, false)
}
