import {
  formatManifest,
  pageId,
  parseManifest,
  type Manifest,
  type ManifestPage,
} from '../manifest/manifest.ts'
import { JsonRows } from '../util/json-rows.ts'
import { compareText } from '../util/text.ts'
import { refName } from './git-ref.ts'
import type { Renaming } from './move-record.ts'
import { parseRuns, type RunSummary, withRun } from './run-summaries.ts'
import type { Content, TextFiles } from './text-files.ts'

/** Manifests of a crawl that are kept, besides the one that the feed was delivered up to. */
const MOST_KEPT = 10
/** Manifests that stay in memory: a job is compared with one before it. */
const MOST_OPEN = 2

/** A stored manifest, without its pages. */
export interface StoredJob {
  readonly job: string
  /** When the job was submitted, ISO 8601. */
  readonly at: string
  /** The job missed what its crawl expects, so its pages were not published. */
  readonly isHeld: boolean
  readonly crawl: string
  readonly name: string
}

/** Up to where a crawl's feed was delivered. */
interface Delivered {
  /** Empty before the first delivery has ended. */
  readonly job: string
  /** URLs of pages of that job that the index may lack, or hold as they were earlier. */
  readonly lacks: readonly string[]
}

/** A stored mark, with its text, which may be damaged. */
export type StoredDelivery = Delivered & {
  /**
   * Jobs whose feeds may have reached the index as well, because no run could confirm them. An empty name is an index that a
   * user has emptied.
   */
  readonly sending: readonly string[]
  readonly text: string
}

/** Up to where a crawl's feed is delivered now, and was when the feed was made. */
export interface DeliveryMark {
  readonly crawl: string
  readonly now: Delivered
  readonly before: StoredDelivery | undefined
}

/** The manifests of one environment's jobs, and up to which job the feed of each crawl was delivered. */
export class ManifestStore {
  readonly #files: TextFiles
  /** The last manifests that were read or kept, by their names: a run asks for its own and for the one before again and again. */
  readonly #open = new Map<string, Manifest>()

  constructor(files: TextFiles) {
    this.#files = files
  }

  get description(): string {
    return this.#files.description
  }

  /** Returns a store that reads everything as it is now, without asking a remote again. */
  async snapshot(): Promise<ManifestStore> {
    const stored = await this.#files.snapshot()
    return new ManifestStore({ ...this.#files, ...stored })
  }

  /** Sees what other processes have written: after a wait for one of them. */
  refresh(): void {
    this.#files.refresh()
  }

  /** Returns the jobs of a crawl whose manifests are stored, newest first. */
  async jobs(crawl: string): Promise<readonly StoredJob[]> {
    const folder = refName(crawl)
    return (await this.#files.names(folder))
      .flatMap((name) => jobOf(crawl, name.slice(folder.length + 1), name))
      .toSorted((a, b) => compareText(b.at, a.at) || compareText(b.job, a.job))
  }

  async find(crawl: string, job: string): Promise<StoredJob | undefined> {
    return (await this.jobs(crawl)).find((stored) => stored.job === job)
  }

  /** @throws {ManifestError} for a text that is damaged or of a newer version */
  async read({ name, crawl }: StoredJob): Promise<Manifest> {
    const open = this.#open.get(name)
    if (open !== undefined) return open
    const place = `${this.description}/${name}`
    return this.#remember(name, ofCrawl(crawl, parseManifest(await this.#files.read(name), place)))
  }

  #remember(name: string, manifest: Manifest): Manifest {
    this.#open.delete(name)
    const [oldest] = this.#open.keys()
    if (this.#open.size >= MOST_OPEN && oldest !== undefined) this.#open.delete(oldest)
    this.#open.set(name, manifest)
    return manifest
  }

  /** Returns the summaries of a crawl's last runs, oldest first, also of those without a manifest. */
  async runs(crawl: string): Promise<readonly RunSummary[]> {
    return parseRuns((await this.#text(crawl, runsFile(crawl))) ?? '')
  }

  /** Stores the summary of a run that has no manifest. */
  async addRun(crawl: string, run: RunSummary): Promise<void> {
    await this.#files.change(new Map([[runsFile(crawl), withRun(await this.runs(crawl), run)]]))
  }

  /**
   * Stores the manifest with the summary of its run, and removes the oldest manifests of its crawl, but never the last published
   * one.
   */
  async keep(
    manifest: Manifest,
    { isHeld, run }: { readonly isHeld: boolean; readonly run?: RunSummary },
  ): Promise<void> {
    const { crawl, job } = manifest
    const name = manifestFile(manifest, isHeld)
    const delivered = await this.delivered(crawl)
    const jobs = await this.jobs(crawl)
    const before = jobs.filter((stored) => stored.job === job && stored.name !== name)
    const others = jobs.filter((stored) => stored.job !== job)
    const published = others.find((stored) => !stored.isHeld)
    const indexed = new Set([delivered?.job, ...(delivered?.sending ?? [])])
    const old = others.slice(MOST_KEPT - 1).filter((one) => !indexed.has(one.job) && one !== published)
    await this.#files.change(
      new Map<string, Content | undefined>([
        ...[...before, ...old].map((stored): [string, undefined] => [stored.name, undefined]),
        [name, formatManifest(manifest)],
        ...(run === undefined
          ? []
          : [[runsFile(crawl), withRun(await this.runs(crawl), run)] satisfies [string, string]]),
      ]),
    )
    this.#remember(name, manifest)
  }

  async delivered(crawl: string): Promise<StoredDelivery | undefined> {
    const text = await this.#text(crawl, deliveredFile(crawl))
    return text === undefined ? undefined : parseDelivery(text)
  }

  /** Returns a text that is kept of a crawl next to its manifests; undefined if there is none. */
  async #text(crawl: string, name: string): Promise<string | undefined> {
    if (!(await this.#files.names(refName(crawl))).includes(name)) return undefined
    return (await this.#files.read(name)).toString()
  }

  /**
   * Stores that feeds up to these jobs are about to be written, and returns the marks as they are then. If the run is killed
   * before `markDelivered`, the next one finds in `sending` where the index may be.
   * @param from the state of the index that the feed begins at instead of the delivered one: a job, or an empty text
   * @throws {StateError} `conflict` as `markDelivered`
   */
  async announce(marks: readonly DeliveryMark[], from: string | undefined): Promise<readonly DeliveryMark[]> {
    const announced = marks.map(({ crawl, now, before }) => {
      const { job, lacks, sending } = before ?? { job: '', lacks: [], sending: [] }
      const jobs = new Set([...sending, ...(from === undefined ? [] : [from]), now.job])
      return { crawl, now, before: parseDelivery(formatDelivery({ job, lacks }, [...jobs])) }
    })
    await this.#replaceMarks(marks, (index) => announced[index]?.before.text)
    return announced
  }

  /**
   * Marks jobs of several crawls as delivered, in one write.
   * @throws {StateError} `conflict` if one of the crawls was delivered up to another job than `before` says
   */
  async markDelivered(marks: readonly DeliveryMark[]): Promise<void> {
    await this.#replaceMarks(marks, (_index, { now }) => formatDelivery(now, []))
  }

  async #replaceMarks(
    marks: readonly DeliveryMark[],
    textOf: (index: number, mark: DeliveryMark) => string | undefined,
  ): Promise<void> {
    if (marks.length === 0) return
    await this.#files.change(
      new Map(marks.map((mark, index) => [deliveredFile(mark.crawl), textOf(index, mark)])),
      new Map(marks.map(({ crawl, before }) => [deliveredFile(crawl), before?.text])),
    )
  }

  /**
   * Copies what is kept of a crawl to its new name. Without `isWhole`, what the new name has stays; with it, that is of another
   * crawl and is removed.
   */
  async copyCrawl({ from, to }: Renaming, { isWhole }: { readonly isWhole: boolean }): Promise<void> {
    const [source, target] = [refName(from), refName(to)]
    const there = await this.#files.names(target)
    const texts = new Map<string, Content | undefined>(isWhole ? there.map((name) => [name, undefined]) : [])
    for (const name of await this.#files.names(source)) {
      const copy = target + name.slice(source.length)
      if (isWhole || !there.includes(copy)) texts.set(copy, [await this.#files.read(name)])
    }
    if (texts.size > 0) await this.#files.change(texts)
  }

  /** Removes what is kept of a crawl. */
  async removeCrawl(crawl: string): Promise<void> {
    const names = await this.#files.names(refName(crawl))
    if (names.length > 0) await this.#files.change(new Map(names.map((name) => [name, undefined])))
  }

  /** Copies all texts of crawls that another store has and this one does not. */
  async copyFrom(from: ManifestStore, crawls: readonly string[]): Promise<void> {
    if (from.description === this.description) return
    const source = from.#files
    const texts = new Map<string, Content>()
    for (const folder of crawls.map(refName)) {
      const own = new Set(await this.#files.names(folder))
      for (const name of await source.names(folder))
        if (!own.has(name)) texts.set(name, [await source.read(name)])
    }
    if (texts.size > 0) await this.#files.change(texts)
  }
}

/** Returns the manifest of a crawl that may have had another name. Its pages keep the ids that indexes have. */
function ofCrawl(crawl: string, manifest: Manifest): Manifest {
  if (manifest.crawl === crawl) return manifest
  const pages = new JsonRows<ManifestPage>()
  for (const page of manifest.pages) pages.push({ ...page, id: pageId(manifest, page) })
  return { ...manifest, crawl, pages }
}

/** Names sort by time. A job's id and a crawl's name may hold any character. */
function manifestFile({ crawl, at, job }: Manifest, isHeld: boolean): string {
  return `${refName(crawl)}/${refName(at)}.${refName(job)}.${isHeld ? 'held.' : ''}jsonl`
}

/** The line of a job in `sending`. Earlier versions take it for the URL of no page. */
const SENDING = '> '

function formatDelivery({ job, lacks }: Delivered, sending: readonly string[]): string {
  return [job, ...lacks, ...sending.map((one) => SENDING + one), ''].join('\n')
}

function parseDelivery(text: string): StoredDelivery {
  const [job = '', ...rest] = text.replace(/\n$/, '').split('\n')
  const sending = rest.flatMap((line) => (line.startsWith(SENDING) ? [line.slice(SENDING.length)] : []))
  return { job, lacks: rest.filter((line) => !line.startsWith(SENDING)), sending, text }
}

function runsFile(crawl: string): string {
  return `${refName(crawl)}/runs.summaries`
}

function deliveredFile(crawl: string): string {
  return `${refName(crawl)}/feed.delivered`
}

function jobOf(crawl: string, rest: string, name: string): StoredJob[] {
  const [, at, job, held] = /^(\d[^.]*)\.([^.]+)\.(held\.)?jsonl$/.exec(rest) ?? []
  if (at === undefined || job === undefined) return []
  const isHeld = held !== undefined
  return [{ at: unescaped(at), job: unescaped(job), isHeld, crawl, name }]
}

/** Reverses `refName`. A file of another program may have any name. */
function unescaped(text: string): string {
  const bytes = text.replaceAll(/%([\da-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
