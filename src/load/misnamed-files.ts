import { DOT } from '../util/character-codes.ts'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { escapeBytes, isUtf8Name } from '../util/escape-bytes.ts'

const SLASH = Buffer.from('/')

/**
 * Returns the files of one directory whose names are not UTF-8, and all files in its subdirectories with such names.
 * `directory` is relative to the root ('' is the root). The names are escaped for display.
 */
export function misnamedFiles(root: string, directory: string): readonly string[] {
  const found: string[] = []
  const visit = (place: Buffer, shown: string, isMisnamed: boolean): void => {
    for (const entry of readdirSync(place, { withFileTypes: true, encoding: 'buffer' })) {
      const { name } = entry
      if (!isMisnamed && isUtf8Name(name)) continue
      const file = shown === '' ? escapeBytes(name) : `${shown}/${escapeBytes(name)}`
      if (!entry.isDirectory()) found.push(file)
      else if (name[0] !== DOT) visit(Buffer.concat([place, SLASH, name]), file, true)
    }
  }
  visit(Buffer.from(resolve(root, directory)), directory, false)
  return found
}
