import type { Location, Position } from 'vscode-languageserver/node'
import { joinPointer } from '../util/json-pointer.ts'
import type { OpenProject } from './open-project.ts'
import type { TextPlaces } from './text-places.ts'

/** Returns the text of a position's line up to it. */
export function lineBefore(text: TextPlaces, position: Position): string {
  const end = text.offset(position)
  return text.body.slice(text.body.lastIndexOf('\n', end - 1) + 1, end)
}

/**
 * Returns whether a position is inside the value of `extends`: on its line, or in a list below. Looks at lines, because a text
 * that is being typed is often no YAML.
 */
export function isExtended(text: TextPlaces, position: Position): boolean {
  const before = lineBefore(text, position)
  if (before.includes(' #')) return false
  if (/^extends:[ \t]/.test(before)) return true
  if (!/^[ \t]*-[ \t]/.test(before)) return false
  const above = text.body
    .slice(0, text.offset(position) - before.length)
    .trimEnd()
    .split('\n')
  const start = above.findLast((line) => !/^[ \t]*(?:-[ \t]|#|$)/.test(line))
  return start !== undefined && /^extends:[ \t]*(?:#.*)?\r?$/.test(start)
}

/** Returns where the profile at a position is written; undefined if there is none. */
export function profileAt(project: OpenProject, uri: string, position: Position): Location | undefined {
  const text = project.textAt(uri)
  if (text === undefined || !isExtended(text, position)) return undefined
  const before = lineBefore(text, position)
  const after = text.body.slice(text.offset(position))
  const name = (/[\w.-]*$/.exec(before)?.[0] ?? '') + (/^[\w.-]*/.exec(after)?.[0] ?? '')
  const { document, profiles } = project.loaded.project
  if (document === undefined || !Object.hasOwn(profiles, name)) return undefined
  const place = document.locate(joinPointer('/profiles', name), 'key')
  const target = project.text(place.file)
  return target === undefined ? undefined : { uri: target.uri, range: target.range(place) }
}
