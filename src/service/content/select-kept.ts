import { leaveOutByName } from '../main-content/main-by-name.ts'
import { selectMainContent } from '../main-content/main-content.ts'
import type { PageAddresses } from '../page-links/page-addresses.ts'
import { isFormulaScript } from '../page-tree/formula-script.ts'
import type { PageTree } from '../page-tree/page-tree.ts'
import { Selection } from '../page-tree/selection.ts'
import { isInDrawing } from './read-head.ts'
import { keepIncluded, leaveOutExcluded } from './select-by-css.ts'

/** Says which parts of a page are wanted. */
export interface SelectRequest {
  /** Final address of the page. */
  readonly url: string
  readonly onlyMainContent: boolean
  readonly includeTags: readonly string[]
  readonly excludeTags: readonly string[]
}

/**
 * Selects the wanted parts of a page. Elements that describe the page, scripts and styles are never content. The text of
 * included elements is not judged; only the names of elements decide there about main content.
 */
export function selectKept(tree: PageTree, addresses: PageAddresses, request: SelectRequest): Selection {
  const { url, onlyMainContent, includeTags, excludeTags } = request
  const selection = new Selection(tree)
  const page = { tree, selection, addresses }
  const noscripts = leaveOutUnshown(tree, selection)
  leaveOutExcluded(page, excludeTags)
  if (includeTags.length > 0) {
    for (const node of noscripts) selection.leaveOut(node)
    keepIncluded(page, includeTags)
    if (onlyMainContent) leaveOutByName(tree, selection, url)
  } else if (onlyMainContent) selectMainContent(tree, selection, url)
  // Main content unwraps those that hold the text of the page.
  for (const node of noscripts) if (!selection.isUnwrapped(node)) selection.leaveOut(node)
  return selection
}

/** Leaves out the elements that are never shown, and returns the `noscript` elements, which may be content. */
function leaveOutUnshown(tree: PageTree, selection: Selection): number[] {
  const noscripts: number[] = []
  for (let node = 0; node < tree.size; node++) {
    const { name, role } = tree.kind(node)
    if (name === 'noscript') noscripts.push(node)
    else if (!UNSHOWN.has(role) || isFormulaScript(tree, node)) continue
    else if (role !== 'title' || !isInDrawing(tree, node)) selection.leaveOut(node)
  }
  return noscripts
}

const UNSHOWN: ReadonlySet<string> = new Set(['head', 'base', 'meta', 'link', 'title', 'unseen'])
