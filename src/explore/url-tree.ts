import type { Verdict } from '../frontier/replay-trail.ts'
import { compareText } from '../util/text.ts'

/** The verdicts of each URL: now, and under the file's settings. */
export interface UrlVerdicts {
  readonly now: readonly Verdict[]
  readonly before: readonly Verdict[]
}

const KINDS = ['in', 'out', 'comes', 'goes'] as const

/** Numbers of URLs that are in, out, coming in and going out below a node. */
type Counts = Readonly<Record<(typeof KINDS)[number], number>>

/** Which URLs are shown. */
export interface RowFilter {
  readonly search: string
  readonly show: 'all' | 'changed' | Verdict
}

/** Returns whether the changed settings add or remove a URL. */
export function turnOf({ now, before }: UrlVerdicts, url: number): 'comes' | 'goes' | undefined {
  const isIn = now[url] === 'in'
  if (isIn === (before[url] === 'in')) return undefined
  return isIn ? 'comes' : 'goes'
}

/** Returns how many URLs have each verdict, and how many are added and removed. */
export function tally(verdicts: UrlVerdicts): { readonly byVerdict: ReadonlyMap<Verdict, number> } & Counts {
  const byVerdict = new Map<Verdict, number>()
  const counts = { ...NOTHING }
  for (const [url, verdict] of verdicts.now.entries()) {
    byVerdict.set(verdict, (byVerdict.get(verdict) ?? 0) + 1)
    counts[verdict === 'in' ? 'in' : 'out']++
    const turn = turnOf(verdicts, url)
    if (turn !== undefined) counts[turn]++
  }
  return { byVerdict, ...counts }
}

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
    const start = nodes.find(({ url }) => url === START)
    for (let at = start?.parent ?? -1; at !== -1; at = nodes[at]?.parent ?? -1) this.#open.add(at)
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
  update(verdicts: UrlVerdicts, { search, show }: RowFilter): void {
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
        own[verdicts.now[node.url] === 'in' ? 'in' : 'out'] = 1
        const turn = turnOf(verdicts, node.url)
        if (turn !== undefined) own[turn] = 1
        const fits = wanted === '' || this.#texts[node.url]?.includes(wanted) === true
        if (fits && isOfKind(verdicts, node.url, show)) shown.add(place)
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

function isOfKind(verdicts: UrlVerdicts, url: number, show: RowFilter['show']): boolean {
  if (show === 'all') return true
  return show === 'changed' ? turnOf(verdicts, url) !== undefined : verdicts.now[url] === show
}

/** A folder of URLs, or one URL. Nodes are in a list, each before its descendants. */
export interface TreeNode {
  readonly label: string
  /** 1 for hosts. */
  readonly level: number
  /** The number of the URL; undefined for a folder. */
  readonly url: number | undefined
  /** The place of the folder that holds it; -1 for hosts. */
  readonly parent: number
  /** The place after its last descendant. */
  end: number
}

/** The label of the page whose address is the folder's. */
const OWN = '/'

interface Folder {
  readonly folders: Map<string, Folder>
  readonly urls: { readonly label: string; readonly url: number }[]
}

/** Returns URLs folded by host and path, sorted. A folder that holds only one folder is joined with it. */
export function urlTree(urls: readonly string[]): readonly TreeNode[] {
  const root = emptyFolder()
  for (const [url, text] of urls.entries()) {
    const { folders, label } = partsOf(text)
    let folder = root
    for (const name of folders) {
      let next = folder.folders.get(name)
      if (next === undefined) folder.folders.set(name, (next = emptyFolder()))
      folder = next
    }
    folder.urls.push({ label, url })
  }
  const nodes: TreeNode[] = []
  addFolder(nodes, root, -1, 1)
  return nodes
}

function emptyFolder(): Folder {
  return { folders: new Map(), urls: [] }
}

/** Returns the folders of a URL, with their slashes, and the rest of the URL. */
function partsOf(url: string): { readonly folders: readonly string[]; readonly label: string } {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/]*\//i.exec(url)?.[0]
  if (authority === undefined) {
    const scheme = /^[^:]*:/.exec(url)?.[0] ?? ''
    return { folders: [scheme], label: url.slice(scheme.length) }
  }
  const rest = url.slice(authority.length)
  const pathEnd = rest.search(/[?#]/)
  const path = pathEnd === -1 ? rest : rest.slice(0, pathEnd)
  const names = path.split('/')
  const last = names.pop() ?? ''
  const label = `${last === '' ? OWN : last}${rest.slice(path.length)}`
  return { folders: [authority, ...names.map((name) => `${name}/`)], label }
}

function addFolder(nodes: TreeNode[], { folders, urls }: Folder, parent: number, level: number): void {
  const pages = [...urls]
  const below: [label: string, folder: Folder][] = []
  for (const [name, folder] of folders) {
    const [label, joined] = joinedWithOnly(name, folder)
    const [only, ...others] = joined.urls
    // Many sites end the addresses of pages in a slash; a folder of one page is that page.
    if (level > 1 && joined.folders.size === 0 && only?.label === OWN && others.length === 0)
      pages.push({ label, url: only.url })
    else below.push([label, joined])
  }
  const add = (page: { readonly label: string; readonly url: number }): void => {
    nodes.push({ ...page, level, parent, end: nodes.length + 1 })
  }
  const sorted = pages.toSorted((a, b) => compareText(a.label, b.label))
  // The folder's own page, what is below, and other pages.
  for (const page of sorted) if (page.label.startsWith(OWN)) add(page)
  for (const [label, folder] of below.toSorted(([a], [b]) => compareText(a, b))) {
    const node: TreeNode = { label, level, url: undefined, parent, end: 0 }
    const place = nodes.push(node) - 1
    addFolder(nodes, folder, place, level + 1)
    node.end = nodes.length
  }
  for (const page of sorted) if (!page.label.startsWith(OWN)) add(page)
}

/** Joins a folder with its child while the child is a folder and its only content. */
function joinedWithOnly(name: string, folder: Folder): [label: string, folder: Folder] {
  let [label, joined] = [name, folder]
  for (;;) {
    const [only, ...others] = joined.folders
    if (only === undefined || others.length > 0 || joined.urls.length > 0) return [label, joined]
    label += only[0]
    joined = only[1]
  }
}
