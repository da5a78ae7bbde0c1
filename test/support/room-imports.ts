import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * What one room may reach: other rooms (also for their types), packages, and Node's own modules. A room further out than
 * the folder that is looked at is `../plan`.
 */
export interface RoomRule {
  readonly rooms: readonly string[]
  /** Rooms of which only types may be imported. */
  readonly types?: readonly string[]
  readonly packages: readonly string[]
  readonly node: readonly string[]
}

export interface ImportFound {
  readonly file: string
  readonly specifier: string
  readonly typeOnly: boolean
  /** Loaded when it is called for, if ever. */
  readonly isLazy: boolean
}

/** Every import, re-export and dynamic import of a TypeScript text. */
export function findImports(file: string, text: string): ImportFound[] {
  const found: ImportFound[] = []
  const statement = /^(?:import|export)\b(\s+type\b)?[^'"]*?\bfrom\s*['"]([^'"]+)['"]/gm
  for (const [, type, specifier] of text.matchAll(statement)) {
    found.push({ file, specifier: specifier ?? '', typeOnly: type !== undefined, isLazy: false })
  }
  for (const [, specifier] of text.matchAll(/^import\s*['"]([^'"]+)['"]/gm)) {
    found.push({ file, specifier: specifier ?? '', typeOnly: false, isLazy: false })
  }
  for (const [, specifier] of text.matchAll(
    /\b(?:import|require|requireLazily)\(\s*['"]([^'"]+)['"]\s*\)/g,
  )) {
    found.push({ file, specifier: specifier ?? '', typeOnly: false, isLazy: true })
  }
  return found
}

/** All TypeScript files below `directory`, as paths relative to it with `/`. */
export function sourceFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.replaceAll(path.sep, '/'))
    .toSorted()
}

/** Violations of `rules` in the files below `source`, one line each: `plan/x.ts may not import client`. */
export function findViolations(source: string, rules: Readonly<Record<string, RoomRule>>): string[] {
  return sourceFiles(source).flatMap((file) => {
    const room = roomOf(file)
    const rule = rules[room]
    if (rule === undefined) return [`${file} stands in no known room`]
    const text = readFileSync(path.join(source, file), 'utf8')
    return findImports(file, text).flatMap((found) => judge(found, room, rule))
  })
}

/** Returns the room of a file: `index` for a file next to the rooms, `../plan` for a room further out. */
function roomOf(file: string): string {
  return /^(?:\.\.\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? 'index'
}

function judge(found: ImportFound, room: string, rule: RoomRule): string[] {
  const say = (what: string): string[] => [`${found.file} may not import ${what}`]
  if (found.specifier.startsWith('.')) {
    const other = roomOf(path.posix.join(path.posix.dirname(found.file), found.specifier))
    if (other === room || rule.rooms.includes('*') || rule.rooms.includes(other)) return []
    if (rule.types?.includes(other) === true) return found.typeOnly ? [] : say(`values of ${other}`)
    return say(other)
  }
  if (found.specifier.startsWith('node:')) {
    const name = found.specifier.slice('node:'.length)
    return rule.node.includes('*') || rule.node.includes(name) ? [] : say(found.specifier)
  }
  const [first = '', second = ''] = found.specifier.split('/')
  const name = first.startsWith('@') ? `${first}/${second}` : first
  return rule.packages.includes('*') || rule.packages.includes(name) ? [] : say(`package ${name}`)
}
