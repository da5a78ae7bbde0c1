import {
  type Location,
  LSPErrorCodes,
  type Position,
  type Range,
  ResponseError,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { type Diagnostic, hasErrors, type Place } from '../diagnostics/diagnostic.ts'
import { parseFile } from '../document/document.ts'
import { PROJECT_FILE } from '../load/find-root.ts'
import { renderText } from '../migrate/rewrite/render-value.ts'
import { joinPointer } from '../util/json-pointer.ts'
import { isJsonObject, type Json } from '../util/json.ts'
import type { OpenProject } from './open-project.ts'
import { contains } from './text-places.ts'

/** A place where the name of a profile is written. */
interface ProfileName {
  readonly name: string
  readonly place: Place
  readonly isDeclaration: boolean
}

/** Returns where the profile at a position is used in the whole project. */
export function profileReferences(
  project: OpenProject,
  uri: string,
  position: Position,
  { withDeclaration }: { readonly withDeclaration: boolean },
): Location[] {
  const { names } = profileNames(project)
  const here = nameAt(project, names, uri, position)
  return names
    .filter(({ name, isDeclaration }) => name === here?.name && (withDeclaration || !isDeclaration))
    .flatMap(({ place }) => {
      const text = project.text(place.file)
      return text === undefined ? [] : [{ uri: text.uri, range: text.range(place) }]
    })
}

/**
 * Returns the name that a rename at a position would replace.
 * @throws {ResponseError} with the reason if nothing there can be renamed
 */
export function prepareProfileRename(
  project: OpenProject,
  uri: string,
  position: Position,
): { range: Range; placeholder: string } {
  const { names, unread } = profileNames(project)
  const here = nameAt(project, names, uri, position)
  const text = project.textAt(uri)
  if (here === undefined || text === undefined)
    throw refusal(
      'Only names of profiles can be renamed: place the cursor on one in "extends" or "profiles".',
    )
  if (!names.some(({ name, isDeclaration }) => isDeclaration && name === here.name))
    throw refusal(`The profile "${here.name}" is not declared in ${PROJECT_FILE}.`)
  const broken = unread.find((file) => project.text(file)?.body.includes(here.name) === true)
  if (broken !== undefined)
    throw refusal(`${broken} may use "${here.name}" but cannot be read as YAML. Fix that file first.`)
  return { range: text.range(here.place), placeholder: here.name }
}

/**
 * Returns the edits that give the profile at a position another name in the whole project.
 * @throws {ResponseError} with the reason if the project would have an error with that name
 */
export function renameProfile(
  project: OpenProject,
  uri: string,
  position: Position,
  newName: string,
): WorkspaceEdit {
  const { placeholder } = prepareProfileRename(project, uri, position)
  const { names } = profileNames(project)
  if (newName === placeholder) return { changes: {} }
  if (names.some(({ name, isDeclaration }) => isDeclaration && name === newName))
    throw refusal(`${PROJECT_FILE} already declares a profile "${newName}".`)
  const edits = new Map<string, Place[]>()
  for (const { name, place } of names)
    if (name === placeholder) edits.set(place.file, [...(edits.get(place.file) ?? []), place])
  const written = renderText(newName, 'yaml')
  const changes: Record<string, TextEdit[]> = {}
  const after = new Map<string, string>()
  for (const [file, places] of edits) {
    const text = project.text(file)
    if (text === undefined) continue
    const replaced = places.map((place) => ({ range: text.range(place), newText: written }))
    changes[text.uri] = replaced
    after.set(file, TextDocument.applyEdits(text.document, replaced))
  }
  const known = new Set(project.load().diagnostics.map(keyOf))
  const wrong = project
    .load(after)
    .diagnostics.find((diagnostic) => hasErrors([diagnostic]) && !known.has(keyOf(diagnostic)))
  if (wrong !== undefined)
    throw refusal(
      `With the name ${JSON.stringify(newName)}, ${wrong.file} line ${wrong.line} would have an error: ${wrong.message}`,
    )
  return { changes }
}

const keyOf = ({ file, line, rule }: Diagnostic): string => `${file}:${line}:${rule}`

const refusal = (message: string): ResponseError<void> =>
  new ResponseError(LSPErrorCodes.RequestFailed, message)

function nameAt(
  project: OpenProject,
  names: readonly ProfileName[],
  uri: string,
  position: Position,
): ProfileName | undefined {
  const point = project.textAt(uri)?.place(position)
  return point === undefined ? undefined : names.find(({ place }) => contains(place, point))
}

/** Returns every place where a profile is named, and the files that cannot be read as YAML. */
function profileNames(project: OpenProject): {
  readonly names: readonly ProfileName[]
  readonly unread: readonly string[]
} {
  const names: ProfileName[] = []
  const unread: string[] = []
  for (const file of project.loaded.sources.keys()) {
    const text = project.text(file)
    if (text === undefined) continue
    const parsed = parseFile(file, Buffer.from(text.body))
    if (!parsed.ok) unread.push(file)
    const isDeclaration = file === PROJECT_FILE
    for (const document of parsed.ok ? parsed.value : [])
      for (const [name, pointer] of isDeclaration ? declared(document.value) : extended(document.value))
        names.push({ name, place: document.locate(pointer, isDeclaration ? 'key' : 'value'), isDeclaration })
  }
  return { names, unread }
}

type Named = readonly [name: string, pointer: string]

function declared(value: Json): readonly Named[] {
  const profiles = isJsonObject(value) ? value['profiles'] : undefined
  return isJsonObject(profiles)
    ? Object.keys(profiles).map((name) => [name, joinPointer('/profiles', name)])
    : []
}

function extended(value: Json): readonly Named[] {
  const names = isJsonObject(value) ? value['extends'] : undefined
  if (typeof names === 'string') return [[names, '/extends']]
  return Array.isArray(names)
    ? names.flatMap((name, index): Named[] => (typeof name === 'string' ? [[name, `/extends/${index}`]] : []))
    : []
}
