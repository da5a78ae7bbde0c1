import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
} from 'vscode-languageserver/node'
import { LOCK_FILE } from '../resolve/prompt-lock.ts'

const watchers = ['**/*.{yaml,yml}', `**/${LOCK_FILE}`].map((globPattern) => ({ globPattern }))

/**
 * Asks the editor to report files that change outside of it. An editor that cannot do this shows such changes after the next edit,
 * because every pause loads the files again.
 */
export async function watchFiles(connection: Connection, { workspace }: ClientCapabilities): Promise<void> {
  if (workspace?.didChangeWatchedFiles?.dynamicRegistration !== true) return
  await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers })
}
