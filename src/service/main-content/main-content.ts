/**
 * Input: a page as a tree, its address, and a selection of what the request leaves out.
 * Output: the selection, without everything that is not main content.
 * Must not know links, Markdown, or which formats were asked for.
 */
import type { PageTree } from '../page-tree/page-tree.ts'
import type { Selection } from '../page-tree/selection.ts'
import { sumOf } from './block-sums.ts'
import { chooseBlocks } from './choose-blocks.ts'
import {
  clearBlocks,
  findDeclared,
  hiddenMains,
  holdsContent,
  INSIDE,
  isProseElsewhere,
} from './declared-main.ts'
import { leaveOutByName, onlyTitle } from './main-by-name.ts'
import { readOutline, type Outline } from './outline.ts'
import { isOnlyMain, readPlainMain, type PlainMain } from './plain-main.ts'
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
  if (tree.size > MOST_NODES) return leaveOutByName(tree, selection, url)
  const plain = onlyPlainMain(tree, selection)
  if (plain !== undefined) return keepOnlyMain(tree, selection, plain)
  const { outline, isDeclared, isPlain } = outlineOfContent(tree, selection)
  if (!isDeclared && wordsOf(outline) < LEAST_WORDS) return leaveOutByName(tree, selection, url)
  const { elements, setAside } = outline
  const [main] = elements
  if (isDeclared && main !== undefined) {
    const hasTitle = elements.some(({ kind }) => kind.name === 'h1')
    keepOnlyMain(tree, selection, { node: main.node, setAside, hasTitle })
  }
  for (const { kind, node } of elements) if (kind.name === 'noscript') selection.unwrap(node)
  for (const node of setAside) selection.leaveOut(node)
  if (isPlain) return
  const clear = clearBlocks(outline)
  if (clear.some((what) => what !== INSIDE)) leaveOutBlocks(outline, chooseBlocks(outline, clear), selection)
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
 * Returns the outline from which the trees learn: the one that is judged, or that of a main element that needs no judgement.
 * @public for test/bench/content/train-trees.mjs
 */
export function outlineToJudge(tree: PageTree, selection: Selection): Outline {
  const plain = onlyPlainMain(tree, selection)
  return plain === undefined
    ? outlineOfContent(tree, selection).outline
    : readOutline(tree, selection, { root: plain.node })
}

/** Returns the only main element of a page if it needs no judgement. Most pages have one, and are not read outside of it. */
function onlyPlainMain(tree: PageTree, selection: Selection): PlainMain | undefined {
  const main = declaredMain(tree, selection)
  return main !== undefined && isOnlyMain(tree, main) ? readPlainMain(tree, selection, main) : undefined
}

/**
 * Returns the outline of the declared main element if that has the content of the page, else the outline of the page, with
 * the text in `noscript` if most text is there.
 */
function outlineOfContent(tree: PageTree, selection: Selection): JudgedOutline {
  const page = outlineOfPage(tree, selection)
  const node = declaredMain(tree, selection)
  if (node !== undefined) {
    const main = readOutline(tree, selection, { root: node })
    const isPlain = readPlainMain(tree, selection, node) !== undefined
    if (isPlain || (holdsContent(main) && !isProseElsewhere(page)))
      return { outline: main, isDeclared: true, isPlain }
  }
  const hidden = hiddenWords(tree, page)
  const showsNoscript = hidden >= LEAST_HIDDEN_WORDS && hidden > wordsOf(page) / 2
  const outline = showsNoscript ? readOutline(tree, selection, { showsNoscript }) : page
  return { outline, isDeclared: false, isPlain: false }
}

/** Returns the element that a page declares to be its main one. */
function declaredMain(tree: PageTree, selection: Selection): number | undefined {
  const main = findDeclared(tree, selection)
  return main !== undefined && hasEndTag(tree, main) ? main : undefined
}

/** Returns the outline of the page. Leaves out the main elements that the page hides while it shows another one. */
function outlineOfPage(tree: PageTree, selection: Selection): Outline {
  const page = readOutline(tree, selection)
  const hidden = hiddenMains(tree, page)
  if (hidden.length === 0) return page
  for (const node of hidden) selection.leaveOut(node)
  return readOutline(tree, selection)
}

/** Tells whether an element ends where its author ended it: other elements may end it too early. */
function hasEndTag(tree: PageTree, node: number): boolean {
  return tree.endTagStart(node) < tree.end(node) || tree.end(node) === tree.html.length
}

/** Keeps only the main element of a page without its menus, and the only title of the page if that is elsewhere. */
function keepOnlyMain(tree: PageTree, selection: Selection, { node, setAside, hasTitle }: PlainMain): void {
  const title = hasTitle ? undefined : onlyTitle(tree, selection)
  const nodes = title === undefined ? [node] : [node, title]
  selection.keepOnly(nodes.toSorted((one, other) => one - other))
  for (const each of setAside) selection.leaveOut(each)
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
  return sumOf(blocks, ({ words }) => words)
}
