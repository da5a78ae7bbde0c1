import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { diskFiles } from '../load/disk-files.ts'
import type { FileSource } from '../load/file-source.ts'
import type { ProjectRoot } from '../load/find-root.ts'
import { loadProject, type LoadedProject } from '../load/load.ts'
import { overlaidFiles } from '../load/overlaid-files.ts'
import type { Variables } from '../resolve/interpolate.ts'
import { TextPlaces } from './text-places.ts'

export interface LoadSettings {
  /** Without the values of secrets. */
  readonly variables: Variables
  readonly environment?: string
}

/** A project as the editor sees it at one moment: files of the disk, and unsaved texts over them. */
export class OpenProject {
  readonly loaded: LoadedProject
  readonly #place: ProjectRoot
  readonly #settings: LoadSettings
  /** Documents of the editor by file. */
  readonly #documents: ReadonlyMap<string, TextDocument>
  readonly #texts = new Map<string, TextPlaces>()

  /** @throws {LoadError} when the disk refuses */
  constructor(place: ProjectRoot, documents: readonly TextDocument[], settings: LoadSettings) {
    this.#place = place
    this.#settings = settings
    this.#documents = new Map(documents.flatMap((document) => namedBelow(place.root, document)))
    this.loaded = this.load()
  }

  get root(): string {
    return this.#place.root
  }

  /** The variables of the process, without the values of secrets. */
  get variables(): Variables {
    return this.#settings.variables
  }

  /** Returns the files that the editor has open. */
  openFiles(): readonly string[] {
    return [...this.#documents.keys()]
  }

  isOpen(file: string): boolean {
    return this.#documents.has(file)
  }

  /** Loads one file with another text, without the other crawl files. */
  loadFile(file: string, text: string): LoadedProject {
    return this.load(new Map([[file, text]]), [file])
  }

  /** Loads the project with other texts for some of its files; only the crawls of `paths` if there are any. */
  load(texts: ReadonlyMap<string, string> = new Map(), paths: readonly string[] = []): LoadedProject {
    const held = new Map([...this.#documents].map(([file, document]) => [file, document.getText()]))
    return loadProject({
      directory: this.#place.root,
      files: editorFiles(diskFiles(this.#place), new Map([...held, ...texts])),
      paths,
      ...this.#settings,
    })
  }

  /** Returns a file's text as the editor has it; undefined for a file that was not read. */
  text(file: string): TextPlaces | undefined {
    const known = this.#texts.get(file)
    if (known !== undefined) return known
    const document = this.#documents.get(file) ?? this.#closed(file)
    if (document === undefined) return undefined
    const text = new TextPlaces(file, document)
    this.#texts.set(file, text)
    return text
  }

  /** Returns the text of an address. */
  textAt(uri: string): TextPlaces | undefined {
    const file = fileOf(this.#place.root, uri)
    return file === undefined ? undefined : this.text(file)
  }

  #closed(file: string): TextDocument | undefined {
    const text = this.loaded.sources.get(file)
    if (text === undefined || file.startsWith('--')) return undefined
    return TextDocument.create(pathToFileURL(path.join(this.#place.root, file)).href, 'yaml', 0, text)
  }
}

/** Returns the path of an address; undefined for texts that are not files. */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}

function fileOf(root: string, uri: string): string | undefined {
  const absolute = pathOf(uri)
  if (absolute === undefined) return undefined
  const file = path.relative(root, absolute).split(path.sep).join('/')
  return file === '' || file.startsWith('../') || path.isAbsolute(file) ? undefined : file
}

function namedBelow(root: string, document: TextDocument): readonly [string, TextDocument][] {
  const file = fileOf(root, document.uri)
  return file === undefined ? [] : [[file, document]]
}

/** Returns the files of a project with the editor's texts, new files that were never saved too. */
function editorFiles(disk: FileSource, texts: ReadonlyMap<string, string>): FileSource {
  return {
    ...overlaidFiles(disk, texts),
    list: (directory) => {
      const saved = disk.list(directory)
      const known = new Set(saved)
      const unsaved = [...texts.keys()].filter(
        (file) => !known.has(file) && isBelow(file, directory) && !isPassedOver(file),
      )
      return unsaved.length === 0 ? saved : [...saved, ...unsaved].toSorted()
    },
  }
}

function isBelow(file: string, directory: string): boolean {
  return directory === '' || file.startsWith(`${directory}/`)
}

function isPassedOver(file: string): boolean {
  const folders = file.split('/').slice(0, -1)
  return folders.some((folder) => folder.startsWith('.') || folder === 'node_modules')
}
