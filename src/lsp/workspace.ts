import { existsSync } from 'node:fs'
import path from 'node:path'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { findRoot, PROJECT_FILE, type ProjectRoot } from '../load/find-root.ts'
import { type LoadSettings, OpenProject, pathOf } from './open-project.ts'

/** The projects of the documents that an editor has open. Each is loaded again after an edit, when somebody asks. */
export class Workspace {
  /** Absolute paths of the editor's folders. */
  folders: readonly string[]
  readonly #documents: () => readonly TextDocument[]
  readonly #settings: LoadSettings
  readonly #projects = new Map<string, OpenProject>()

  constructor(documents: () => readonly TextDocument[], directory: string, settings: LoadSettings) {
    this.folders = [directory]
    this.#documents = documents
    this.#settings = settings
  }

  /** Forgets what was loaded, because a text has changed. */
  forget(): void {
    this.#projects.clear()
  }

  /** Returns the projects of all open documents. */
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
    const project = new OpenProject(place, this.#documents(), this.#settings)
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
