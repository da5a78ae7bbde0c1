import { formatManifest, parseManifest, type Manifest } from '../manifest/manifest.ts'
import { compareText } from '../util/compare-text.ts'
import { refName } from './git-record-file.ts'

/** Manifests of a crawl that are kept, besides the one that the feed was delivered up to. */
const MOST_KEPT = 10

/** A few named texts in one place. Names are those of `manifestFile` and `deliveredFile`. */
export interface TextFiles {
  /** Where they are, for messages. */
  readonly description: string
  names(): Promise<readonly string[]>
  /** @throws for a name that is not there */
  read(name: string): Promise<string>
  /** Writes texts by name, and then removes those that are undefined. A killed process leaves too many and never too few. */
  change(texts: ReadonlyMap<string, string | undefined>): Promise<void>
}

/** A stored manifest, without its pages. */
export interface StoredJob {
  readonly job: string
  /** When the job was submitted, ISO 8601. */
  readonly at: string
  readonly name: string
}

/** The manifests of one environment's jobs, and up to which job the feed of each crawl was delivered. */
export class ManifestStore {
  readonly #files: TextFiles

  constructor(files: TextFiles) {
    this.#files = files
  }

  get description(): string {
    return this.#files.description
  }

  /** Returns the jobs of a crawl whose manifests are stored, newest first. */
  async jobs(crawl: string): Promise<readonly StoredJob[]> {
    const prefix = `${refName(crawl)}.`
    return (await this.#files.names())
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => jobOf(name.slice(prefix.length), name))
      .toSorted((a, b) => compareText(b.at, a.at) || compareText(b.job, a.job))
  }

  /** @throws {ManifestError} for a text that is damaged or of a newer version */
  async read({ name }: StoredJob): Promise<Manifest> {
    return parseManifest(await this.#files.read(name), `${this.description}/${name}`)
  }

  /** Stores the manifest, and removes the oldest ones of its crawl. */
  async keep(manifest: Manifest): Promise<void> {
    const { crawl, job, at } = manifest
    const name = manifestFile(crawl, at, job)
    const delivered = await this.delivered(crawl)
    const others = (await this.jobs(crawl)).filter((stored) => stored.name !== name)
    const old = others.slice(MOST_KEPT - 1).filter((stored) => stored.job !== delivered)
    await this.#files.change(
      new Map<string, string | undefined>([
        ...old.map((stored): [string, undefined] => [stored.name, undefined]),
        [name, formatManifest(manifest)],
      ]),
    )
  }

  /** Returns the job that the crawl's feed was delivered up to. */
  async delivered(crawl: string): Promise<string | undefined> {
    const name = deliveredFile(crawl)
    return (await this.#files.names()).includes(name) ? (await this.#files.read(name)).trim() : undefined
  }

  async markDelivered(crawl: string, job: string): Promise<void> {
    await this.#files.change(new Map([[deliveredFile(crawl), `${job}\n`]]))
  }
}

/** Matches the names of `manifestFile` and `deliveredFile`, after those of folders in git. */
export const MANIFEST_FILE = /^[\w%.-]+\.(?:jsonl|delivered)$/

/** Names sort by time. A job's id and a crawl's name may hold any character. */
function manifestFile(crawl: string, at: string, job: string): string {
  return `${refName(crawl)}.${refName(at)}.${refName(job)}.jsonl`
}

function deliveredFile(crawl: string): string {
  return `${refName(crawl)}.delivered`
}

function jobOf(rest: string, name: string): StoredJob[] {
  const [at, job, end, more] = rest.split('.')
  if (at === undefined || job === undefined || end !== 'jsonl' || more !== undefined) return []
  return [{ at: decodeURIComponent(at), job: decodeURIComponent(job), name }]
}
