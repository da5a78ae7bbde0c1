import { LSPErrorCodes, ResponseError } from 'vscode-languageserver/node'
import type {
  DefinitionParams,
  Location,
  Position,
  Range,
  ReferenceParams,
  RenameParams,
  TextDocumentPositionParams,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { type Diagnostic, hasErrors, type Place } from '../diagnostics/diagnostic.ts'
import { PROJECT_FILE } from '../load/file-source.ts'
import { yamlText } from '../document/yaml-text.ts'
import { isJsonObject, joinPointer, type Json, jsonAt } from '../util/json.ts'
import type { OpenProject } from './open-project.ts'
import { contains, type TextPlaces } from './text-places.ts'

interface ProfileName {
  readonly name: string
  readonly place: Place
  readonly isDeclaration: boolean
}

/** Returns where the profile at a position is declared. */
export function profileDefinition(
  project: OpenProject,
  text: TextPlaces,
  { position }: DefinitionParams,
): Location | null {
  const declaration = profileAt(project, text, position).same.find(({ isDeclaration }) => isDeclaration)
  return declaration === undefined ? null : (locationOf(project, declaration)[0] ?? null)
}

/** Returns where the profile at a position is used in the whole project. */
export function profileReferences(
  project: OpenProject,
  text: TextPlaces,
  { position, context }: ReferenceParams,
): Location[] {
  const { same } = profileAt(project, text, position)
  const wanted = same.filter(({ isDeclaration }) => context.includeDeclaration || !isDeclaration)
  return wanted.flatMap((name) => locationOf(project, name))
}

function locationOf(project: OpenProject, { place }: ProfileName): readonly Location[] {
  const text = project.text(place.file)
  return text === undefined ? [] : [{ uri: text.uri, range: text.range(place) }]
}

/** Returns the name that a rename at a position would replace. @throws {ResponseError} with the reason if there is none */
export function prepareProfileRename(
  project: OpenProject,
  text: TextPlaces,
  { position }: TextDocumentPositionParams,
): { range: Range; placeholder: string } {
  const { here, same, unread } = profileAt(project, text, position)
  if (here === undefined)
    throw refusal(
      'Only names of profiles can be renamed: place the cursor on one in "extends" or "profiles".',
    )
  const { name, place } = here
  if (!same.some(({ isDeclaration }) => isDeclaration))
    throw refusal(`The profile "${name}" is not declared in ${PROJECT_FILE}.`)
  const broken = unread.find((file) => project.text(file)?.body.includes(name) === true)
  if (broken !== undefined)
    throw refusal(`${broken} may use "${name}" but cannot be read as YAML. Fix that file first.`)
  return { range: text.range(place), placeholder: name }
}

/** Returns the edits that rename a profile everywhere. @throws {ResponseError} with the reason if that would be an error */
export function renameProfile(project: OpenProject, text: TextPlaces, params: RenameParams): WorkspaceEdit {
  const { newName } = params
  const { placeholder } = prepareProfileRename(project, text, params)
  if (newName === placeholder) return { changes: {} }
  const { names, same } = profileAt(project, text, params.position)
  if (names.some(({ name, isDeclaration }) => isDeclaration && name === newName))
    throw refusal(`${PROJECT_FILE} already declares a profile "${newName}".`)
  const changes: Record<string, TextEdit[]> = {}
  const after = new Map<string, string>()
  for (const file of new Set(same.map(({ place }) => place.file))) {
    const changed = project.text(file)
    if (changed === undefined) continue
    const edits = same
      .filter(({ place }) => place.file === file)
      .map(({ place }) => ({ range: changed.range(place), newText: yamlText(newName) }))
    changes[changed.uri] = edits
    after.set(file, TextDocument.applyEdits(changed.document, edits))
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

/** Returns the name of a profile at a position, all places of that name, and files that cannot be read as YAML. */
function profileAt(project: OpenProject, text: TextPlaces, position: Position) {
  const names: ProfileName[] = []
  const unread: string[] = []
  for (const file of project.loaded.sources.keys()) {
    const documents = project.text(file)?.documents
    if (documents === undefined) unread.push(file)
    const isDeclaration = file === PROJECT_FILE
    for (const document of documents ?? [])
      for (const [name, pointer] of isDeclaration ? declared(document.value) : extended(document.value))
        names.push({ name, place: document.locate(pointer, isDeclaration ? 'key' : 'value'), isDeclaration })
  }
  const point = text.place(position)
  const here = names.find(({ place }) => contains(place, point))
  return { here, names, same: names.filter(({ name }) => name === here?.name), unread }
}

type Named = readonly [name: string, pointer: string]

function declared(value: Json): readonly Named[] {
  const profiles = jsonAt(value, '/profiles')
  return isJsonObject(profiles)
    ? Object.keys(profiles).map((name) => [name, joinPointer('/profiles', name)])
    : []
}

function extended(value: Json): readonly Named[] {
  const names = jsonAt(value, '/extends')
  if (typeof names === 'string') return [[names, '/extends']]
  return Array.isArray(names)
    ? names.flatMap((name, index): Named[] => (typeof name === 'string' ? [[name, `/extends/${index}`]] : []))
    : []
}
