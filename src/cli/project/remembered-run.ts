import { existsSync } from 'node:fs'
import { diskFiles } from '../../load/disk-files.ts'
import type { FileSource } from '../../load/file-source.ts'
import { findRoot } from '../../load/find-root.ts'
import type { LoadedProject, LoadOptions } from '../../load/load-project.ts'
import type { Variables } from '../../resolve/interpolate.ts'
import type { Checked } from '../../render/count-problems.ts'
import type { CommandInput } from '../arguments/command.ts'
import type { Host } from '../process/host.ts'
import { cacheDirectory } from '../start/code-folder.ts'
import { askAgain, Questions, readKept, readOnce, stampOf, writeKept } from './kept-run.ts'
import { overhear } from './overheard-files.ts'

/** From here on a check takes longer than reading the files and comparing them with what was checked. */
const MANY_FILES = 500

/**
 * A check of a whole project that found nothing, remembered until one of its files is another. In: what the check asks of
 * the files. Out: what it counted, where the answers are what they were. Whoever could write it could make a project pass
 * that has mistakes, so that it stands not in the project but in the user's cache directory.
 */
export class RememberedRun {
  readonly #host: Host
  readonly #file: string
  readonly #root: string
  #files: FileSource
  #questions: Questions | undefined
  #asked: readonly string[] = []
  #askedForVariable = false

  constructor(host: Host, file: string, place: ReturnType<typeof findRoot>) {
    this.#host = host
    this.#file = file
    this.#root = place.root
    this.#files = diskFiles(place)
  }

  /** Returns what the last check counted, when this one would come to the same. */
  recall(): Checked | undefined {
    const kept = existsSync(this.#file) ? readKept(this.#file) : undefined
    if (kept === undefined) return undefined
    const files = readOnce(this.#files)
    if (askAgain(kept, files) === kept.digest) return kept.checked
    this.#files = files
    return undefined
  }

  /** Returns how the project is to be loaded, so that it can be remembered. */
  loadOptions(): Partial<LoadOptions> {
    const files = overhear(this.#files)
    const notice = (): void => {
      this.#askedForVariable = true
    }
    return {
      directory: this.#root,
      files,
      variables: noticeReads(this.#host.env, notice),
      onFound: (count) => {
        this.#host.expectFiles(count)
        if (count < MANY_FILES) files.tell()
        else {
          this.#questions = new Questions(stampOf())
          this.#asked = files.tell(this.#questions.add)
        }
      },
    }
  }

  /** Remembers `loaded`, of which nothing was to be said. What depends on variables is not only in files. */
  keep({ project }: LoadedProject, checked: Checked): void {
    if (this.#questions === undefined || this.#askedForVariable) return
    writeKept(this.#file, this.#questions, { checked, asked: this.#asked, patterns: project.crawls })
  }
}

/** Returns `variables` so that `notice` is called when one is asked for. */
function noticeReads(variables: Variables, notice: () => void): Variables {
  return new Proxy(variables, {
    get: (of, name) => {
      notice()
      return Reflect.get(of, name) as string | undefined
    },
    has: (of, name) => {
      notice()
      return Reflect.has(of, name)
    },
    ownKeys: (of) => {
      notice()
      return Reflect.ownKeys(of)
    },
    getOwnPropertyDescriptor: (of, name) => {
      notice()
      return Reflect.getOwnPropertyDescriptor(of, name)
    },
  })
}

/**
 * Returns what is remembered of a check of all crawls, in the default environment, without options. undefined for other
 * checks, where there is no cache directory, and where CRAWLFORM_NO_CHECK_CACHE asks for none.
 */
export function rememberedRun(
  host: Host,
  { args, options, directory }: CommandInput,
): RememberedRun | undefined {
  if (args.length > 0 || options.given().some((name) => name !== 'directory')) return undefined
  const caches = (host.env['CRAWLFORM_NO_CHECK_CACHE'] ?? '') === '' ? cacheDirectory(host.env) : undefined
  if (caches === undefined) return undefined
  const place = findRoot(directory)
  // Two projects of one name here only take turns.
  const name = place.root.replaceAll(/\W+/g, '-').slice(-100)
  return new RememberedRun(host, `${caches}/crawlform/checked/${name}.json`, place)
}
