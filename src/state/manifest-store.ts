import { formatManifest, parseManifest, type Manifest } from '../manifest/manifest.ts'
import { compareText } from '../util/text.ts'
import { refName } from './git-ref.ts'
import type { TextFiles, Texts } from './text-files.ts'

/** Manifests of a crawl that are kept, besides the one that the feed was delivered up to. */
const MOST_KEPT = 10

/** A stored manifest, without its pages. */
export interface StoredJob {
  readonly job: string
  /** When the job was submitted, ISO 8601. */
  readonly at: string
  /** The job missed what its crawl expects, so its pages were not published. */
  readonly isHeld: boolean
  readonly name: string
}

/** Up to where a crawl's feed was delivered. */
export interface Delivered {
  readonly job: string
  /** URLs of pages of that job that the index never got, because they were missing when it was filled. */
  readonly lacks: readonly string[]
}

/** A stored mark, with its text, which may be damaged. */
export type StoredDelivery = Delivered & { readonly text: string }

/** Up to where a crawl's feed is delivered now, and was when the feed was made. */
export interface DeliveryMark {
  readonly crawl: string
  readonly now: Delivered
  readonly before: StoredDelivery | undefined
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
    const folder = refName(crawl)
    return (await this.#files.names(folder))
      .flatMap((name) => jobOf(name.slice(folder.length + 1), name))
      .toSorted((a, b) => compareText(b.at, a.at) || compareText(b.job, a.job))
  }

  async find(crawl: string, job: string): Promise<StoredJob | undefined> {
    return (await this.jobs(crawl)).find((stored) => stored.job === job)
  }

  /** @throws {ManifestError} for a text that is damaged or of a newer version */
  async read({ name }: StoredJob): Promise<Manifest> {
    return parseManifest(await this.#files.read(name), `${this.description}/${name}`)
  }

  /** Stores the manifest, and removes the oldest ones of its crawl, but never the last published one. */
  async keep(manifest: Manifest, { isHeld }: { readonly isHeld: boolean }): Promise<void> {
    const { crawl, job } = manifest
    const name = manifestFile(manifest, isHeld)
    const delivered = await this.delivered(crawl)
    const jobs = await this.jobs(crawl)
    const before = jobs.filter((stored) => stored.job === job && stored.name !== name)
    const others = jobs.filter((stored) => stored.job !== job)
    const published = others.find((stored) => !stored.isHeld)
    const old = others.slice(MOST_KEPT - 1).filter((one) => one.job !== delivered?.job && one !== published)
    await this.#files.change(
      new Map<string, string | undefined>([
        ...[...before, ...old].map((stored): [string, undefined] => [stored.name, undefined]),
        [name, formatManifest(manifest)],
      ]),
    )
  }

  async delivered(crawl: string): Promise<StoredDelivery | undefined> {
    const name = deliveredFile(crawl)
    if (!(await this.#files.names(refName(crawl))).includes(name)) return undefined
    const text = await this.#files.read(name)
    const [job = '', ...lacks] = text.trim().split('\n')
    return { job, lacks, text }
  }

  /**
   * Marks jobs of several crawls as delivered, in one write.
   * @throws {StateError} `conflict` if one of the crawls was delivered up to another job than `before` says
   */
  async markDelivered(marks: readonly DeliveryMark[]): Promise<void> {
    if (marks.length === 0) return
    const textsOf = (textOf: (mark: DeliveryMark) => string | undefined): Texts =>
      new Map(marks.map((mark) => [deliveredFile(mark.crawl), textOf(mark)]))
    await this.#files.change(
      textsOf(({ now: { job, lacks } }) => [job, ...lacks, ''].join('\n')),
      textsOf(({ before }) => before?.text),
    )
  }

  /** Copies all texts of crawls that another store has and this one does not. */
  async copyFrom(from: ManifestStore, crawls: readonly string[]): Promise<void> {
    if (from.description === this.description) return
    const source = from.#files
    const texts = new Map<string, string>()
    for (const folder of crawls.map(refName)) {
      const own = new Set(await this.#files.names(folder))
      for (const name of await source.names(folder))
        if (!own.has(name)) texts.set(name, await source.read(name))
    }
    if (texts.size > 0) await this.#files.change(texts)
  }
}

/** Names sort by time. A job's id and a crawl's name may hold any character. */
function manifestFile({ crawl, at, job }: Manifest, isHeld: boolean): string {
  return `${refName(crawl)}/${refName(at)}.${refName(job)}.${isHeld ? 'held.' : ''}jsonl`
}

function deliveredFile(crawl: string): string {
  return `${refName(crawl)}/feed.delivered`
}

function jobOf(rest: string, name: string): StoredJob[] {
  const [, at, job, held] = /^(\d[^.]*)\.([^.]+)\.(held\.)?jsonl$/.exec(rest) ?? []
  if (at === undefined || job === undefined) return []
  const isHeld = held !== undefined
  return [{ at: unescaped(at), job: unescaped(job), isHeld, name }]
}

/** Reverses `refName`. A file of another program may have any name. */
function unescaped(text: string): string {
  const bytes = text.replaceAll(/%([\da-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
