import { compareText } from '../util/compare-text.ts'

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
