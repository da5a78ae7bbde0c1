import type { Verdict } from '../frontier/replay-trail.ts'
import type { TreeNode } from './url-tree.ts'

/** The verdicts of each URL: now, and under the file's settings. */
export interface Standing {
  readonly now: readonly Verdict[]
  readonly before: readonly Verdict[]
}

/** Numbers of URLs that are in, out, coming in and going out below a node. */
export interface Counts {
  readonly in: number
  readonly out: number
  readonly comes: number
  readonly goes: number
}

/** Which URLs are shown. */
export interface RowFilter {
  readonly search: string
  readonly show: 'all' | 'changed' | Verdict
}

/** Returns whether the changed settings add or remove a URL. */
export function turnOf({ now, before }: Standing, url: number): 'comes' | 'goes' | undefined {
  const isIn = now[url] === 'in'
  if (isIn === (before[url] === 'in')) return undefined
  return isIn ? 'comes' : 'goes'
}

/** Returns how many URLs have each verdict, and how many of them come and go. */
export function tally(standing: Standing): { readonly byVerdict: ReadonlyMap<Verdict, number> } & Counts {
  const byVerdict = new Map<Verdict, number>()
  const counts = { ...NOTHING }
  for (const [url, verdict] of standing.now.entries()) {
    byVerdict.set(verdict, (byVerdict.get(verdict) ?? 0) + 1)
    counts[verdict === 'in' ? 'in' : 'out']++
    const turn = turnOf(standing, url)
    if (turn !== undefined) counts[turn]++
  }
  return { byVerdict, ...counts }
}

const KINDS = ['in', 'out', 'comes', 'goes'] as const
const NOTHING: Counts = { in: 0, out: 0, comes: 0, goes: 0 }

/** The number of the start URL. */
const START = 0

/** The rows of the tree: which nodes are shown and open, and the counts of each folder. */
export class TreeRows {
  readonly nodes: readonly TreeNode[]
  readonly #texts: readonly string[]
  /** The open folders, by their places. */
  readonly #open = new Set<number>()
  /** One entry for each node. */
  #counts: readonly Counts[] = []
  #rows: readonly number[] = []
  #isFiltered = false

  /** @param texts the searched texts: the URLs by number */
  constructor(nodes: readonly TreeNode[], texts: readonly string[]) {
    this.nodes = nodes
    this.#texts = texts.map((text) => text.toLowerCase())
    for (const [place, node] of nodes.entries()) if (node.level === 1) this.#open.add(place)
    this.#openAround(nodes.findIndex(({ url }) => url === START))
  }

  /** Opens the folders that hold a node. */
  #openAround(place: number): void {
    for (let at = this.nodes[place]?.parent ?? -1; at !== -1; at = this.nodes[at]?.parent ?? -1)
      this.#open.add(at)
  }

  /** The nodes that are shown, by their places, in order. */
  get rows(): readonly number[] {
    return this.#rows
  }

  isOpen(place: number): boolean {
    return this.#isFiltered || this.#open.has(place)
  }

  toggle(place: number, open: boolean): void {
    if (open) this.#open.add(place)
    else this.#open.delete(place)
  }

  countsOf(place: number): Counts {
    return this.#counts[place] ?? NOTHING
  }

  /** Updates the rows after verdicts, filter or open folders have changed. */
  update(standing: Standing, { search, show }: RowFilter): void {
    const { nodes } = this
    const wanted = search.trim().toLowerCase()
    this.#isFiltered = wanted !== '' || show !== 'all'
    const shown = new Set<number>()
    const counts = nodes.map(() => ({ ...NOTHING }))
    // Folders precede their contents, so in reverse order a folder comes after its contents.
    for (let place = nodes.length - 1; place >= 0; place--) {
      const node = nodes[place]
      const own = counts[place]
      if (node === undefined || own === undefined) continue
      if (node.url !== undefined) {
        own[standing.now[node.url] === 'in' ? 'in' : 'out'] = 1
        const turn = turnOf(standing, node.url)
        if (turn !== undefined) own[turn] = 1
        const fits = wanted === '' || this.#texts[node.url]?.includes(wanted) === true
        if (fits && isOfKind(standing, node.url, show)) shown.add(place)
      }
      const holder = counts[node.parent]
      if (holder === undefined) continue
      if (shown.has(place)) shown.add(node.parent)
      for (const kind of KINDS) holder[kind] += own[kind]
    }
    this.#counts = counts
    const rows: number[] = []
    for (let place = 0; place < nodes.length;) {
      const node = nodes[place]
      if (node === undefined) break
      if (shown.has(place)) rows.push(place)
      place = shown.has(place) && this.isOpen(place) ? place + 1 : node.end
    }
    this.#rows = rows
  }
}

function isOfKind(standing: Standing, url: number, show: RowFilter['show']): boolean {
  if (show === 'all') return true
  return show === 'changed' ? turnOf(standing, url) !== undefined : standing.now[url] === show
}
