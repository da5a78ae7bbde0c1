import { type HierarchyNode, stratify } from 'd3-hierarchy'
import { type ChangedPage, type ChangeKind, kinds } from '../render/render-changes.ts'
import { parseUrl } from '../util/can-parse-url.ts'
import { groupBy } from '../util/group-by.ts'
import { html, type Markup } from '../util/markup.ts'
import { countWords } from '../util/text.ts'

/** Folders below a host that are told apart: a site may nest them without end. */
const MOST_DEEP = 4

/** Of fewer changed pages the list alone is shorter than a tree with it. */
const LEAST_PAGES = 10

const WIDTH = 120

interface Folder {
  readonly path: string
  readonly pages: readonly ChangedPage[]
}

/** Returns the folders of changed pages as a tree, each with a bar of its changes; undefined for few pages, or those of one folder. */
export function folderTree(pages: readonly ChangedPage[]): Markup | undefined {
  if (pages.length < LEAST_PAGES) return undefined
  const folders = [...groupBy(pages, ({ page }) => folderOf(page.url))].map(([path, own]) => ({
    path,
    pages: own,
  }))
  if (folders.length < 2) return undefined
  const root = stratify<Folder | null>().path((folder) => folder?.path ?? '')(folders)
  const counts = new Map<HierarchyNode<Folder | null>, Map<ChangeKind, number>>()
  root.eachAfter((node) => {
    const sum = new Map<ChangeKind, number>()
    const add = (kind: ChangeKind, count: number): void => void sum.set(kind, (sum.get(kind) ?? 0) + count)
    for (const { change } of node.data?.pages ?? []) add(change, 1)
    for (const child of node.children ?? [])
      for (const [kind, count] of counts.get(child) ?? []) add(kind, count)
    counts.set(node, sum)
  })
  const top = unforked(root)
  const most = total(counts.get(top))
  const item = (start: HierarchyNode<Folder | null>): Markup => {
    const node = start === top ? top : unforked(start)
    const own = counts.get(node) ?? new Map<ChangeKind, number>()
    const children = (node.children ?? []).toSorted((a, b) => total(counts.get(b)) - total(counts.get(a)))
    const below =
      children.length === 0
        ? undefined
        : html`<ul>
            ${children.map(item)}
          </ul>`
    const name = nameOf(node, start === top ? undefined : start.parent)
    return html`<li>
      <div class="folder">${name}${heat(own, most)}<i>${wordsOf(own)}</i></div>
      ${below}
    </li>`
  }
  return html`<ul class="tree">
    ${item(top)}
  </ul>`
}

/** Returns the host and folders of a URL, as a path. */
function folderOf(text: string): string {
  const url = parseUrl(text)
  if (url === undefined) return '/?'
  const folders = url.pathname.split('/').slice(1, -1).filter(Boolean).slice(0, MOST_DEEP)
  return `/${[url.host, ...folders].join('/')}`
}

/** Follows folders that hold nothing but one other folder. */
function unforked(node: HierarchyNode<Folder | null>): HierarchyNode<Folder | null> {
  let here = node
  while (here.data === null && here.children?.length === 1 && here.children[0] !== undefined)
    [here] = here.children
  return here
}

/** Returns a folder's name below another. */
function nameOf(
  node: HierarchyNode<Folder | null>,
  above: HierarchyNode<Folder | null> | null | undefined,
): string {
  const start = above?.id === undefined || above.id === '/' ? 1 : above.id.length + 1
  return `${node.id?.slice(start) ?? ''}/`
}

function total(counts: ReadonlyMap<ChangeKind, number> | undefined): number {
  return [...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0)
}

function wordsOf(counts: ReadonlyMap<ChangeKind, number>): string {
  return countWords([...counts].map(([kind, count]) => [count, kinds[kind].words])).join(', ')
}

/** Returns a bar whose parts are the kinds of changes. The words beside it say the same. */
function heat(counts: ReadonlyMap<ChangeKind, number>, most: number): Markup {
  let x = 0
  const parts = [...counts].map(([kind, count]) => {
    const width = Math.round((count / Math.max(1, most)) * WIDTH)
    const part = html`<path class="${kind}" d="M${x} 4h${width}" />`
    x += width
    return part
  })
  return html`<svg class="heat" viewBox="0 0 ${WIDTH} 8" aria-hidden="true">${parts}</svg>`
}
