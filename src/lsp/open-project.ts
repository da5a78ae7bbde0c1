import { TextDocument } from 'vscode-languageserver-textdocument'
import { diskFiles } from '../load/disk-files.ts'
import { PROJECT_FILE, findRoot, isHidden, overlaidFiles } from '../load/file-source.ts'
import type { ProjectRoot, FileSource } from '../load/file-source.ts'
import { type LoadedProject, loadProject } from '../load/load.ts'
import type { Variables } from '../resolve/interpolate.ts'
import { LOCK_FILE } from '../resolve/prompt-lock.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { TextPlaces } from './text-places.ts'
import { compareDiagnostics } from '../diagnostics/diagnostic.ts'
import { pathBelow } from '../util/path-below.ts'
import { compareText } from '../util/text.ts'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { existsSync } from 'node:fs'

/** The crawls of a matrix or a profile that are shown one by one: there can be a thousand. */
export const MOST_CRAWLS = 3

interface LoadSettings {
  /** Without the values of secrets. */
  readonly variables: Variables
  readonly environment?: string
}

/** A project as the editor sees it at one moment: files of the disk, and unsaved texts over them. */
export class OpenProject {
  /** Findings of rules that compare files are from the last time that everything was loaded. */
  readonly loaded: LoadedProject
  readonly #place: ProjectRoot
  readonly #settings: LoadSettings
  readonly #documents: ReadonlyMap<string, TextDocument>
  readonly #texts = new Map<string, TextPlaces>()

  /** Loads all files, or only edited ones if `before` is the project before an edit. @throws {LoadError} when the disk refuses */
  constructor(
    place: ProjectRoot,
    documents: readonly TextDocument[],
    settings: LoadSettings,
    before?: OpenProject,
  ) {
    this.#place = place
    this.#settings = settings
    this.#documents = new Map(
      documents.flatMap((document): [string, TextDocument][] => {
        const file = fileOf(place.root, document.uri)
        return file === undefined ? [] : [[file, document]]
      }),
    )
    this.loaded =
      before === undefined || this.#hasUnknownFile(before) ? this.load() : this.#loadEdits(before.loaded)
  }

  get root(): string {
    return this.#place.root
  }

  /** The variables of the process, without the values of secrets. */
  get variables(): Variables {
    return this.#settings.variables
  }

  openFiles(): readonly string[] {
    return [...this.#documents.keys()]
  }

  isOpen(file: string): boolean {
    return this.#documents.has(file)
  }

  /** Returns the crawls whose settings a file can hold. */
  crawlsOf(file: string): readonly ResolvedCrawl[] {
    const { resolved } = this.loaded
    return isShared(file) ? resolved : resolved.filter(({ document }) => document.file === file)
  }

  /** Loads the whole project, with other texts for some of its files. */
  load(texts: ReadonlyMap<string, string> = new Map()): LoadedProject {
    return this.#load([], texts)
  }

  /** Loads one crawl file with another text, and the project file; for a file on which every crawl depends, the whole project. */
  loadFile(file: string, text: string): LoadedProject {
    return this.#load([file].filter(isCrawlFile), new Map([[file, text]]))
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

  textAt(uri: string): TextPlaces | undefined {
    const file = fileOf(this.root, uri)
    return file === undefined ? undefined : this.text(file)
  }

  #load(paths: readonly string[], texts: ReadonlyMap<string, string>): LoadedProject {
    const held = new Map([...this.#documents].map(([file, document]) => [file, document.getText()]))
    return loadProject({
      directory: this.root,
      paths,
      files: editorFiles(diskFiles(this.#place), new Map([...held, ...texts])),
      ...this.#settings,
    })
  }

  /** Returns whether an open file is new: only loading everything shows whether it belongs to the project. */
  #hasUnknownFile(before: OpenProject): boolean {
    return this.openFiles().some((file) => !before.isOpen(file) && !before.loaded.sources.has(file))
  }

  /** Loads the edited crawl files, or all open ones after an edit of what they share. */
  #loadEdits(before: LoadedProject): LoadedProject {
    const known = this.openFiles().filter((file) => before.sources.has(file))
    const edited = known.filter((file) => before.sources.get(file) !== this.text(file)?.body)
    if (edited.length === 0) return before
    const affected = edited.some(isShared) ? known : edited
    const crawlFiles = affected.filter(isCrawlFile)
    // A load of no crawl file would be a load of all.
    const paths =
      crawlFiles.length > 0 ? crawlFiles : [...before.sources.keys()].filter(isCrawlFile).slice(0, 1)
    return replaceFiles(before, this.#load(paths, new Map()), new Set(affected))
  }

  #closed(file: string): TextDocument | undefined {
    const text = this.loaded.sources.get(file)
    if (text === undefined || isOption(file)) return undefined
    return TextDocument.create(pathToFileURL(path.join(this.root, file)).href, 'yaml', 0, text)
  }
}

/** Returns whether every crawl depends on a file. */
function isShared(file: string): boolean {
  return file === PROJECT_FILE || file === LOCK_FILE
}

function isCrawlFile(file: string): boolean {
  return !isShared(file) && !isOption(file)
}

/** Returns whether a name is that of an option of the command line. */
function isOption(file: string): boolean {
  return file.startsWith('--')
}

/** Returns the files of a project with the editor's texts by file, also of new files that were never saved. */
function editorFiles(disk: FileSource, texts: ReadonlyMap<string, string>): FileSource {
  return {
    ...overlaidFiles(disk, texts),
    list: (directory) => {
      const unsaved = [...texts.keys()].filter(
        (file) => (directory === '' || file.startsWith(`${directory}/`)) && !isHidden(file),
      )
      return [...new Set([...disk.list(directory), ...unsaved])].toSorted()
    },
  }
}

/** Returns `whole` with what `part`, a later load of some files, says about `files`. */
function replaceFiles(whole: LoadedProject, part: LoadedProject, files: ReadonlySet<string>): LoadedProject {
  const crawls = (before: readonly ResolvedCrawl[], now: readonly ResolvedCrawl[]) =>
    [
      ...before.filter(({ document }) => !files.has(document.file)),
      ...now.filter(({ document }) => files.has(document.file)),
    ].toSorted((a, b) => compareText(a.document.file, b.document.file))
  return {
    ...part,
    crawls: crawls(whole.crawls, part.crawls),
    resolved: crawls(whole.resolved, part.resolved),
    diagnostics: [
      ...whole.diagnostics.filter(({ file }) => !files.has(file)),
      ...part.diagnostics.filter(({ file }) => files.has(file)),
    ].toSorted(compareDiagnostics),
    sources: new Map([...whole.sources, ...part.sources]),
    fileCount: whole.fileCount,
  }
}

/** Returns the path of an address; undefined for texts that are not files. */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined
  try {
    return path.resolve(fileURLToPath(uri))
  } catch {
    return undefined
  }
}

/** Returns the name of an address below `root`, with `/`; undefined for other addresses. */
function fileOf(root: string, uri: string): string | undefined {
  const absolute = pathOf(uri)
  return absolute === undefined ? undefined : pathBelow(root, absolute) || undefined
}

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
    return [...new Set(this.#documents().flatMap(({ uri }) => this.projectOf(uri) ?? []))]
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

  /** Without a project file around the document, its project is the folder that the editor has open, or around "crawls". */
  #placeOf(file: string): ProjectRoot {
    const near = findRoot(path.dirname(file))
    if (existsSync(path.join(near.root, PROJECT_FILE))) return near
    // Editors that name no folder may start this in the root of a disk, which is no project.
    const folder = this.folders
      .filter((one) => pathBelow(one, file) !== undefined && path.dirname(one) !== one)
      .toSorted((a, b) => b.length - a.length)[0]
    const crawls = file.lastIndexOf(`${path.sep}crawls${path.sep}`)
    return folder === undefined && crawls === -1 ? near : findRoot(folder ?? file.slice(0, crawls))
  }
}
