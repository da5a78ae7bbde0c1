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
  const counts = { in: 0, out: 0, comes: 0, goes: 0 }
  for (const [url, verdict] of standing.now.entries()) {
    byVerdict.set(verdict, (byVerdict.get(verdict) ?? 0) + 1)
    counts[verdict === 'in' ? 'in' : 'out']++
    const turn = turnOf(standing, url)
    if (turn !== undefined) counts[turn]++
  }
  return { byVerdict, ...counts }
}

/** The number of the start URL. */
const START = 0

/** The rows of the tree: which nodes are shown and open, and the counts of each folder. */
export class TreeRows {
  readonly nodes: readonly TreeNode[]
  readonly #texts: readonly string[]
  readonly #open: Uint8Array
  /** Four numbers for each node, as `Counts` names them. */
  #counts: Int32Array
  #rows: Int32Array = new Int32Array()
  #isFiltered = false

  /** @param texts the searched texts: the URLs by number */
  constructor(nodes: readonly TreeNode[], texts: readonly string[]) {
    this.nodes = nodes
    this.#texts = texts.map((text) => text.toLowerCase())
    this.#open = new Uint8Array(nodes.length)
    this.#counts = new Int32Array(nodes.length * 4)
    for (const [place, node] of nodes.entries()) if (node.level === 1) this.#open[place] = 1
    this.#openAround(nodes.findIndex(({ url }) => url === START))
  }

  /** Opens the folders that hold a node. */
  #openAround(place: number): void {
    for (let at = this.nodes[place]?.parent ?? -1; at !== -1; at = this.nodes[at]?.parent ?? -1)
      this.#open[at] = 1
  }

  /** The nodes that are shown, by their places, in order. */
  get rows(): Int32Array {
    return this.#rows
  }

  isOpen(place: number): boolean {
    return this.#isFiltered || this.#open[place] === 1
  }

  toggle(place: number, open: boolean): void {
    this.#open[place] = open ? 1 : 0
  }

  countsOf(place: number): Counts {
    const [inside = 0, out = 0, comes = 0, goes = 0] = this.#counts.subarray(place * 4, place * 4 + 4)
    return { in: inside, out, comes, goes }
  }

  /** Updates the rows after verdicts, filter or open folders have changed. */
  update(standing: Standing, { search, show }: RowFilter): void {
    const { nodes } = this
    const wanted = search.trim().toLowerCase()
    this.#isFiltered = wanted !== '' || show !== 'all'
    const isShown = new Uint8Array(nodes.length)
    this.#counts = new Int32Array(nodes.length * 4)
    // Folders precede their contents, so in reverse order a folder comes after its contents.
    for (let place = nodes.length - 1; place >= 0; place--) {
      const node = nodes[place]
      if (node === undefined) continue
      if (node.url !== undefined) {
        this.#count(place, standing, node.url)
        const fits = wanted === '' || this.#texts[node.url]?.includes(wanted) === true
        if (fits && isOfKind(standing, node.url, show)) isShown[place] = 1
      }
      if (node.parent === -1) continue
      if (isShown[place] === 1) isShown[node.parent] = 1
      for (let kind = 0; kind < 4; kind++)
        this.#add(node.parent * 4 + kind, this.#counts[place * 4 + kind] ?? 0)
    }
    const rows: number[] = []
    for (let place = 0; place < nodes.length;) {
      const node = nodes[place]
      if (node === undefined) break
      const skips = isShown[place] === 0 || !this.isOpen(place)
      if (isShown[place] === 1) rows.push(place)
      place = skips ? node.end : place + 1
    }
    this.#rows = Int32Array.from(rows)
  }

  #add(at: number, count: number): void {
    this.#counts[at] = (this.#counts[at] ?? 0) + count
  }

  #count(place: number, standing: Standing, url: number): void {
    const turn = turnOf(standing, url)
    this.#counts[place * 4 + (standing.now[url] === 'in' ? 0 : 1)] = 1
    if (turn !== undefined) this.#counts[place * 4 + (turn === 'comes' ? 2 : 3)] = 1
  }
}

function isOfKind(standing: Standing, url: number, show: RowFilter['show']): boolean {
  if (show === 'all') return true
  return show === 'changed' ? turnOf(standing, url) !== undefined : standing.now[url] === show
}
