import type { Installer } from '../../util/installers.ts'

export const ciSystems = ['github', 'gitlab', 'none'] as const
export type CiSystem = (typeof ciSystems)[number]

/** Editors that `init` writes settings for. */
export const editors = ['vscode', 'none'] as const
export type Editor = (typeof editors)[number]

export interface NewCrawl {
  /** An absolute http or https URL. */
  readonly url: string
  /** The crawl's, and its file's. */
  readonly name: string
}

export interface InitAnswers {
  /** The first crawl; a project that is there already needs none. */
  readonly crawl?: NewCrawl | undefined
  readonly ci: CiSystem
  readonly editor: Editor
}

export interface InitFile {
  /** Relative to the project's root, with `/`. */
  readonly path: string
  readonly text: string
}

/** Facts for the files about the project's repository. Folders are empty, or end in `/`. */
export interface InitPlace {
  /** The project's folder, as seen from the top of the repository. */
  readonly prefix: string
  /** The way from the project to the top. */
  readonly up: string
  /** Patterns of the project's crawl files, relative to the project. */
  readonly crawls: readonly string[]
  /** Where the schemas are, relative to the project. */
  readonly schemas: string
  /** How CI gets crawlform: as this version, or from a lock file. */
  readonly source: { readonly version: string } | InitLock
}

/** Folders are seen from the top of the repository. */
interface InitLock {
  readonly installer: Installer
  /** Has the lock file and `package.json`. */
  readonly folder: string
  /** Has `node_modules/crawlform`; undefined under Yarn's Plug'n'Play. */
  readonly modules: string | undefined
}
