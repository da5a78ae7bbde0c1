import { existsSync } from 'node:fs'
import path from 'node:path'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { findRoot, PROJECT_FILE, type ProjectRoot } from '../load/find-root.ts'
import { type LoadSettings, OpenProject, pathOf } from './open-project.ts'

/** The projects of the documents that an editor has open. A project is loaded when somebody asks for it. */
export class Workspace {
  /** Absolute paths of the editor's folders. */
  folders: readonly string[]
  readonly #documents: () => readonly TextDocument[]
  readonly #settings: LoadSettings
  /** Projects by root, as they are now. */
  readonly #projects = new Map<string, OpenProject>()
  /** Projects by root, as they were before an edit. */
  #before = new Map<string, OpenProject>()

  constructor(documents: () => readonly TextDocument[], directory: string, settings: LoadSettings) {
    this.folders = [directory]
    this.#documents = documents
    this.#settings = settings
  }

  isLoaded(): boolean {
    return this.#projects.size + this.#before.size > 0
  }

  /** Looks again at the texts of open documents when somebody asks. */
  edit(): void {
    this.#before = new Map([...this.#before, ...this.#projects])
    this.#projects.clear()
  }

  /** Loads everything again when somebody asks. */
  forget(): void {
    this.#projects.clear()
    this.#before.clear()
  }

  projects(): readonly OpenProject[] {
    const found = this.#documents().flatMap(({ uri }) => this.projectOf(uri) ?? [])
    return [...new Set(found)]
  }

  /** Returns the project of a document; undefined for a document that is not a file. */
  projectOf(uri: string): OpenProject | undefined {
    const file = pathOf(uri)
    if (file === undefined) return undefined
    const place = this.#placeOf(file)
    const known = this.#projects.get(place.root)
    if (known !== undefined) return known
    const before = this.#before.get(place.root)
    const project = new OpenProject(place, this.#documents(), this.#settings, before)
    this.#before.delete(place.root)
    this.#projects.set(place.root, project)
    return project
  }

  /** Without a project file around the document, its project is the folder that the editor has open. */
  #placeOf(file: string): ProjectRoot {
    const near = findRoot(path.dirname(file))
    if (existsSync(path.join(near.root, PROJECT_FILE))) return near
    const folder = this.folders
      .filter((one) => file.startsWith(one + path.sep))
      .toSorted((a, b) => b.length - a.length)[0]
    return folder === undefined ? near : findRoot(folder)
  }
}
