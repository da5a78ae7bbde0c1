import type { BoardPage, RunChanges } from '../board/board-model.ts'
import { compareManifests, type Changes, countsOf } from '../changes/changes.ts'
import {
  failedIn,
  isSameRule,
  type Manifest,
  ManifestError,
  type ManifestPage,
  referrerOf,
} from '../manifest/manifest.ts'
import { changedPages, changesNotes, countChanges } from '../render/render-changes.ts'
import type { ManifestStore, StoredJob } from '../state/manifest-store.ts'
import type { ChangeCounts } from '../state/state.ts'
import { given } from '../util/json.ts'

/** Counts of kept runs, by the names of their manifests, which hold the same pages for ever. */
export type KnownCounts = Map<string, RunCounts>

export interface RunCounts {
  readonly pages: number
  /** Pages of the job that it was compared with. */
  readonly before?: number
  /** Pages that were delivered before and failed. */
  readonly failing: number
  readonly changes?: ChangeCounts
}

export interface KeptRun {
  readonly stored: StoredJob
  readonly counts?: RunCounts
  readonly pages?: RunPages
  /** Why its manifest cannot be used. */
  readonly problem?: string
}

export interface RunPages {
  readonly manifest: Manifest
  /** Absent if there is no job to compare with. */
  readonly changes?: RunChanges
  /** Pages that were delivered before and failed, by URL. */
  readonly failing: ReadonlyMap<string, BoardPage>
  /** URLs of all pages that failed. */
  readonly failed: ReadonlySet<string>
}

/** Changed pages that are shown of a run. */
const MOST_SHOWN = 300

/** Reads the kept runs of crawls. Manifests that were counted before are not read again. */
export class KeptRuns {
  readonly #store: ManifestStore
  readonly #known: KnownCounts

  constructor(store: ManifestStore, known: KnownCounts) {
    this.#store = store
    this.#known = known
  }

  /**
   * Returns the runs of a crawl whose manifests are kept, oldest first, the last `withPages` of them with their pages. Manifests
   * of other jobs in `counted` are not read: a project may have ten thousand.
   */
  async read(
    crawl: string,
    { counted, withPages }: { readonly counted: ReadonlySet<string>; readonly withPages: number },
  ): Promise<readonly KeptRun[]> {
    const runs: KeptRun[] = []
    const jobs = withBases(await this.#store.jobs(crawl))
    for (const [index, [stored, before]] of jobs.entries()) {
      const needsPages = index >= jobs.length - withPages
      if (!needsPages && counted.has(stored.job)) {
        runs.push({ stored })
        continue
      }
      try {
        runs.push({ stored, ...(await this.#count(stored, before, needsPages)) })
      } catch (error) {
        if (!(error instanceof ManifestError)) throw error
        runs.push({ stored, problem: error.message })
      }
    }
    return runs
  }

  async #count(
    stored: StoredJob,
    base: StoredJob | undefined,
    needsPages: boolean,
  ): Promise<Pick<KeptRun, 'counts' | 'pages'>> {
    const key = `${base?.name ?? ''}\n${stored.name}`
    const known = this.#known.get(key)
    if (known !== undefined && !needsPages) return { counts: known }
    const manifest = await this.#store.read(stored)
    const earlier = base && (await this.#store.read(base))
    const changes = earlier && compared(earlier, manifest)
    const failing = new Map<string, BoardPage>()
    let pages = 0
    for (const page of manifest.pages) {
      if (page.missing === undefined) pages++
      else if (page.missing === 'failing') failing.set(page.url, pageOf(page))
    }
    const counts: RunCounts = {
      pages,
      failing: failing.size,
      ...given({ before: earlier?.pages.length, changes: changes && countsOf(changes) }),
    }
    this.#known.set(key, counts)
    const failed = failedIn(manifest)
    return {
      counts,
      pages: { manifest, failing, failed, ...given({ changes: changes && runChanges(changes) }) },
    }
  }
}

/** Returns each job with the one that it is compared with: the last published one before it, or else the last one. Oldest first. */
function withBases(newestFirst: readonly StoredJob[]) {
  return newestFirst
    .map((stored, index) => {
      const earlier = newestFirst.slice(index + 1)
      return [stored, earlier.find(({ isHeld }) => !isHeld) ?? earlier[0]] as const
    })
    .toReversed()
}

/** Compares two manifests; undefined if their hashes were made by different rules, so that every page would differ. */
function compared(before: Manifest, after: Manifest): Changes | undefined {
  return isSameRule(before, after) ? compareManifests(before, after) : undefined
}

function runChanges(changes: Changes): RunChanges {
  const pages = changedPages(changes)
  return {
    ...changes.after,
    text: countChanges(changes),
    since: changes.before.at,
    pages: pages.slice(0, MOST_SHOWN),
    count: pages.length,
    notes: changesNotes(changes),
  }
}

/** Returns what the board shows of a page. */
export function pageOf(page: ManifestPage): BoardPage {
  const { url, title, status, depth, type, size, missing, error, from } = page
  const found = from === 'sitemap' ? from : referrerOf(page)
  return { url, status, ...given({ title, depth, from: found, type, size, missing, error }) }
}
