/**
 * Input: a project's directory.
 * Output: how its repository and its installer have crawlform.
 * Must not know commands.
 */
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { OWN_DIRECTORY } from '../../load/file-source.ts'
import { checkOwnDirectory, makeOwnDirectory, ownDirectory } from '../../session/own-directory.ts'
import { makeDirectory, readRegular } from '../../util/files.ts'
import { callingInstaller, type Installer, installers } from '../../util/installers.ts'
import { packageFile } from '../../util/package-file.ts'
import type { Host } from '../process/host.ts'

const PACKAGE = 'node_modules/crawlform'

/** The file by which Yarn's Plug'n'Play finds packages, which then have no folders. */
const PLUG_AND_PLAY = '.pnp.cjs'

/** Returns the relative path of the nearest folder, this one or a parent, that has `entry`: empty, or ending in `/`. */
function pathUpTo(directory: string, entry: string, relative = ''): string | undefined {
  if (existsSync(path.join(directory, entry))) return relative
  const parent = path.dirname(directory)
  return parent === directory ? undefined : pathUpTo(parent, entry, `../${relative}`)
}

/** Returns the way from `directory` up to the top of its repository: empty, or `../` repeated; undefined outside of git. */
export function pathToTop(directory: string): string | undefined {
  // A worktree and a submodule have a file of this name.
  return pathUpTo(directory, '.git')
}

/** As `pathUpTo`, but only inside of the repository, because committed files name the result. Outside of git, only here. */
function pathInRepository(directory: string, entry: string): string | undefined {
  const found = pathUpTo(directory, entry)
  return found !== undefined && found.length <= (pathToTop(directory) ?? '').length ? found : undefined
}

function isPlugAndPlay(directory: string): boolean {
  return pathInRepository(directory, PLUG_AND_PLAY) !== undefined
}

/** Returns whether editors find the schemas that `schemaFolder` names. */
export function hasSchemas(directory: string): boolean {
  return isPlugAndPlay(directory) || pathUpTo(directory, PACKAGE) !== undefined
}

/** Returns the folder of the schemas, relative to `directory`. It is in the repository, because committed files name it. */
export function schemaFolder(directory: string): string {
  if (isPlugAndPlay(directory)) return `${OWN_DIRECTORY}/schema`
  const folder = pathInRepository(directory, PACKAGE) ?? findLocked(directory)?.folder ?? ''
  return `${folder}${PACKAGE}/schema`
}

const SCHEMAS = ['crawl.schema.json', 'project.schema.json']

/**
 * Under Plug'n'Play, keeps a copy of this version's schemas in the project: the package is in an archive, which only Yarn's
 * Node reads, and editors do not. Each run renews it, so an upgrade reaches editors too.
 */
export function keepSchemas(env: Host['env'], root: string): void {
  if (!isPlugAndPlay(root)) return
  const folder = path.join(ownDirectory(root), 'schema')
  try {
    const outdated = SCHEMAS.map((name) => ({
      file: path.join(folder, name),
      text: packageFile(`schema/${name}`),
    })).filter(({ file, text }) => !existsSync(file) || readRegular(file).toString('utf8') !== text)
    if (outdated.length === 0) return
    checkOwnDirectory(env, root)
    makeOwnDirectory(root)
    makeDirectory(folder)
    for (const { file, text } of outdated) writeFileSync(file, text)
  } catch {
    // Only completion in editors needs the copy, so a read-only checkout does without.
  }
}

/** A lock file that names crawlform. */
export interface Locked {
  readonly installer: Installer
  /** Folder of the lock file, and of the `package.json` next to it, relative to the project: empty, or ending in `/`. */
  readonly folder: string
  /** The same for the folder whose `node_modules` has crawlform; undefined under Plug'n'Play, which has none. */
  readonly modules: string | undefined
}

/** Returns the lock file by which the repository installs crawlform. */
export function findLocked(directory: string): Locked | undefined {
  for (const installer of installers) {
    const folder = pathInRepository(directory, installer.lock)
    if (folder === undefined) continue
    const text = readRegular(path.join(directory, folder, installer.lock)).toString('utf8')
    if (!installer.names.test(text)) continue
    const modules = isPlugAndPlay(directory) ? undefined : (pathInRepository(directory, PACKAGE) ?? folder)
    return { installer, folder, modules }
  }
  return undefined
}

/** Returns the installer that people use here: the one of a lock file, or the one that started this process. */
export function installerAt(env: Host['env'], directory: string): Installer | undefined {
  const locked = installers.find(({ lock }) => pathInRepository(directory, lock) !== undefined)
  return findLocked(directory)?.installer ?? callingInstaller(env) ?? locked
}
