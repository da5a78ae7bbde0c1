import { existsSync } from 'node:fs'
import path from 'node:path'

/** What to run with the program that `findServer` finds. */
export const SERVER_ARGUMENTS = ['lsp']

export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
}

/**
 * Returns the crawlform that the first of the folders has installed, or a folder around it, and otherwise the one on PATH.
 * Undefined if there is none.
 */
export function findServer(folders: readonly string[], { env, platform }: Machine): string | undefined {
  const name = platform === 'win32' ? 'crawlform.cmd' : 'crawlform'
  const installed = folders.flatMap(around).map((folder) => path.join(folder, 'node_modules/.bin', name))
  const onPath = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '')
  return [...installed, ...onPath.map((folder) => path.join(folder, name))].find((file) => existsSync(file))
}

function around(folder: string): readonly string[] {
  const parent = path.dirname(folder)
  return parent === folder ? [folder] : [folder, ...around(parent)]
}
