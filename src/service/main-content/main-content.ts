/**
 * Input: a page as a tree, its address, and a selection of what the request leaves out.
 * Output: the selection, without everything that is not main content.
 * Must not know links, Markdown, or which formats were asked for.
 */
import type { PageTree } from '../page-tree/page-tree.ts'
import type { Selection } from '../page-tree/selection.ts'
import { chooseBlocks } from './choose-blocks.ts'
import {
  clearBlocks,
  findDeclared,
  hiddenMains,
  isOnlyMain,
  holdsContent,
  INSIDE,
  isPlainMain,
  isProseElsewhere,
} from './declared-main.ts'
import { leaveOutByName, onlyTitle } from './main-by-name.ts'
import { readOutline, type Outline } from './outline.ts'
import { TextFacts } from './text-facts.ts'

/** Pages with more nodes are judged by names: an outline takes some hundred bytes for each. */
const MOST_NODES = 150_000
/** Fewer words are too few to judge. */
const LEAST_WORDS = 100
/** A page has its text in `noscript` if so many words are there, and more than half as many as elsewhere. */
const LEAST_HIDDEN_WORDS = 100

/**
 * Leaves out everything on a page that is not its main content. The text decides: its length, its links, its place, and
 * the names of the elements around it. Only the main element is judged if the page declares one. Names decide on a page
 * with too little text or too many tags. If the text of a page is in `noscript`, unwraps these elements; the caller
 * leaves out the others. The same page gives the same result. Takes time linear in the length of the page.
 * @param selection leaves out the elements that the request excludes; they are not judged
 * @param url the address of the page
 */
export function selectMainContent(tree: PageTree, selection: Selection, url: string): void {
  const content = tree.size > MOST_NODES ? undefined : findMainContent(tree, selection)
  if (content === undefined) return leaveOutByName(tree, selection, url)
  const { outline, isDeclared, kept } = content
  const [main] = outline.elements
  if (isDeclared && main !== undefined) keepOnlyDeclared(tree, selection, main.node, outline)
  for (const { kind, node } of outline.elements) if (kind.name === 'noscript') selection.unwrap(node)
  for (const node of outline.setAside) selection.leaveOut(node)
  if (kept !== undefined) leaveOutBlocks(outline, kept, selection)
}

/** Main content that was found by the text of a page. */
interface FoundContent extends JudgedOutline {
  /** For each block whether it is content, 1 or 0; undefined if all are. */
  readonly kept: Uint8Array | undefined
}

/** Finds the main content of a page by its text; undefined if it has too little. */
function findMainContent(tree: PageTree, selection: Selection): FoundContent | undefined {
  const judged = outlineToJudge(tree, selection)
  const { outline, isDeclared, isPlain } = judged
  if (isPlain) return { ...judged, kept: undefined }
  if (!isDeclared && wordsOf(outline) < LEAST_WORDS) return undefined
  const clear = clearBlocks(outline)
  const kept = clear.every((what) => what === INSIDE) ? undefined : chooseBlocks(outline, clear)
  return { ...judged, kept }
}

/** An outline in which to look for main content. */
interface JudgedOutline {
  readonly outline: Outline
  /** Whether it is that of the declared main element, not of the page. */
  readonly isDeclared: boolean
  /** Whether it is that of a declared main element that needs no judgement. */
  readonly isPlain: boolean
}

/**
 * Returns the outline of the declared main element if that has the content of the page, else the outline of the page, with
 * the text in `noscript` if most text is there.
 */
export function outlineToJudge(tree: PageTree, selection: Selection): JudgedOutline {
  // Most pages show one main element, which is plain. They are not read outside of it.
  const shown = outlineOfDeclared(tree, selection)
  if (shown !== undefined && isOnlyMain(tree, shown) && isPlainMain(tree, shown))
    return { outline: shown, isDeclared: true, isPlain: true }
  const { page, main } = withoutHiddenMains(tree, selection, {
    page: readOutline(tree, selection),
    main: shown,
  })
  if (main !== undefined) {
    const isPlain = isPlainMain(tree, main)
    if (isPlain || (holdsContent(main) && !isProseElsewhere(page)))
      return { outline: main, isDeclared: true, isPlain }
  }
  const hidden = hiddenWords(tree, page)
  const showsNoscript = hidden >= LEAST_HIDDEN_WORDS && hidden > wordsOf(page) / 2
  const outline = showsNoscript ? readOutline(tree, selection, { showsNoscript }) : page
  return { outline, isDeclared: false, isPlain: false }
}

/** Returns the outline of the element that a page declares to be its main one. */
function outlineOfDeclared(tree: PageTree, selection: Selection): Outline | undefined {
  const main = findDeclared(tree, selection)
  return main !== undefined && hasEndTag(tree, main)
    ? readOutline(tree, selection, { root: main })
    : undefined
}

/** The outlines of a page and of its declared main element. */
interface PageOutlines {
  readonly page: Outline
  readonly main: Outline | undefined
}

/** Leaves out the main elements that a page hides while it shows another one, and returns the outlines without them. */
function withoutHiddenMains(tree: PageTree, selection: Selection, outlines: PageOutlines): PageOutlines {
  const hidden = hiddenMains(tree, outlines.page)
  if (hidden.length === 0) return outlines
  for (const node of hidden) selection.leaveOut(node)
  return { page: readOutline(tree, selection), main: outlineOfDeclared(tree, selection) }
}

/** Tells whether an element ends where its author ended it: other elements may end it too early. */
function hasEndTag(tree: PageTree, node: number): boolean {
  return tree.endTagStart(node) < tree.end(node) || tree.end(node) === tree.html.length
}

/** Keeps only the main element of a page, and the only title of the page if that is elsewhere. */
function keepOnlyDeclared(tree: PageTree, selection: Selection, main: number, { elements }: Outline): void {
  const title = elements.some(({ kind }) => kind.name === 'h1') ? undefined : onlyTitle(tree, selection)
  const nodes = title === undefined ? [main] : [main, title]
  selection.keepOnly(nodes.toSorted((one, other) => one - other))
}

/**
 * Leaves out the outermost elements that hold only left-out blocks, and left-out text in other elements. An element
 * without text, such as an image, stays if the block before it or after it stays.
 */
function leaveOutBlocks({ elements, blocks }: Outline, kept: Uint8Array, selection: Selection): void {
  for (let index = 0; index < elements.length;) {
    const element = elements[index]
    if (element === undefined) break
    const { firstBlock, endBlock, node, endIndex } = element
    const from = endBlock > firstBlock ? firstBlock : Math.max(0, firstBlock - 1)
    const to = endBlock > firstBlock ? endBlock : endBlock + 1
    const isKept = kept.subarray(from, to).includes(1)
    if (!isKept) selection.leaveOut(node)
    index = isKept ? index + 1 : endIndex
  }
  for (const [index, { runs }] of blocks.entries()) {
    if (kept[index] === 1) continue
    for (const { from, element } of runs) if (!selection.isLeftOut(element.node)) selection.leaveOutText(from)
  }
}

/** Counts the words in the `noscript` elements of a page. */
function hiddenWords(tree: PageTree, { noscripts }: Outline): number {
  const facts = new TextFacts()
  for (const noscript of noscripts)
    for (let node = noscript; node < tree.subtreeEnd(noscript); node++)
      for (const run of tree.textRuns(node)) facts.add(tree.html, run)
  return facts.words
}

function wordsOf({ blocks }: Outline): number {
  return blocks.reduce((sum, { words }) => sum + words, 0)
}
