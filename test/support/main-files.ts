import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const HEAD = /^\/\*\*\n \* Input: .+\n \* Output: .+\n \* Must not know .+\n \*\/\n/

/**
 * Returns the rooms below `source`, such as `state` and `cli/state`, without a main file: one with the room's name that
 * begins with the three lines input, output, and what the room must not know.
 */
export function roomsWithoutMainFile(source: string): readonly string[] {
  const inner = ['service', 'cli'].flatMap((room) => foldersIn(source, room).map((name) => `${room}/${name}`))
  return [...foldersIn(source, '.'), ...inner].filter((room) => !hasMainFile(source, room))
}

function foldersIn(source: string, folder: string): readonly string[] {
  const directory = path.join(source, folder)
  if (!existsSync(directory)) return []
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

function hasMainFile(source: string, room: string): boolean {
  const file = path.join(source, room, `${path.basename(room)}.ts`)
  return existsSync(file) && HEAD.test(readFileSync(file, 'utf8'))
}
