/**
 * Input: a page as a tree, without what the request leaves out, and its address.
 * Output: the tree, without everything that is not main content.
 * Must not know links, Markdown, or which formats were asked for.
 */
import type { PageTree } from '../page-tree/page-tree.ts'
import { sumOf, sumsBefore, sumWithin, outermost, Outline, type OutlineElement } from './outline.ts'
import { besideContent } from './beside-content.ts'
import { chooseBlocks } from './choose-blocks.ts'
import {
  clearBlocks,
  findDeclared,
  hiddenMains,
  holdsContent,
  holdsLongText,
  INSIDE,
  isOnlyMain,
  isPlainMain,
  isLongTextElsewhere,
  largestMain,
  markBeside,
} from './declared-main.ts'
import { leaveOutByName } from './main-by-name.ts'
import { findTitle } from './page-title.ts'
import { sharingIcons } from './short-parts.ts'
import { TextFacts } from './text-facts.ts'

/** Pages with more nodes are judged by names: an outline takes about 800 bytes for each. */
const MOST_NODES = 50_000
/** Fewer words are too few to judge. */
const LEAST_WORDS = 100
/** A page has its text in `noscript` if that has this many words, and more than half as many as the rest. */
const LEAST_HIDDEN_WORDS = 100

/**
 * Leaves out everything on a page that is not its main content. The text decides: its length, its links, its place, and the
 * names of the elements around it. Only the main element is judged if the page declares one. Names decide on a page with too
 * little text or too many tags. If the text of a page is in `noscript`, unwraps these elements; the caller leaves out the
 * others. Parts that are already left out are not judged. The same page gives the same result. Takes time linear in the length
 * of the page.
 * @param url the address of the page
 */
export function selectMainContent(tree: PageTree, url: string): void {
  if (tree.size > MOST_NODES) return leaveOutByName(tree, url)
  const { outline, main, isPlain } = outlineOfContent(tree)
  if (main === undefined && wordsOf(outline) < LEAST_WORDS) return leaveOutByName(tree, url)
  const { elements, setAside } = outline
  if (main !== undefined) {
    const title = findTitle(tree) ?? main
    const others = tree.isInside(title, main) ? [] : [title]
    tree.keepOnly([main, ...others].toSorted((one, other) => one - other))
  }
  for (const { kind, node } of elements) if (kind.name === 'noscript') tree.unwrap(node)
  for (const node of [...setAside, ...sharingIcons(outline)]) tree.leaveOut(node)
  const clear = isPlain ? new Uint8Array(outline.blocks.length).fill(INSIDE) : clearBlocks(outline)
  // The trees learn from these blocks too, so they are not marked by `clearBlocks`.
  markBeside(outline, besideContent(outline), clear)
  if (clear.every((what) => what === INSIDE)) return
  const kept = isPlain ? clear.map((what) => (what === INSIDE ? 1 : 0)) : chooseBlocks(outline, clear)
  leaveOutBlocks(outline, kept)
}

interface JudgedOutline {
  readonly outline: Outline
  /** The declared main element that it is of; undefined for an outline of the page. */
  readonly main: number | undefined
  /** Whether it is that of a main element that needs no judgement. */
  readonly isPlain: boolean
}

/**
 * Returns the outline of the first declared main element, or of the largest if the first has no long text. If that does not
 * have the content of the page, returns the outline of the page, with the text in `noscript` if most text is there. Leaves out
 * the main elements that the page hides while it shows another one.
 */
export function outlineOfContent(tree: PageTree): JudgedOutline {
  const first = outlineOfMain(tree, findDeclared(tree))
  // Most pages have one such element, and are not read outside of it.
  if (first?.isPlain === true && isOnlyMain(tree, first.main)) return first
  const page = new Outline(tree)
  const hidden = hiddenMains(tree, page)
  if (hidden.length > 0) {
    for (const node of hidden) tree.leaveOut(node)
    return outlineOfContent(tree)
  }
  const largest = largestMain(page)?.node
  const isLarger =
    first !== undefined &&
    largest !== undefined &&
    !tree.isInside(largest, first.main) &&
    !holdsLongText(first.outline)
  const declared = isLarger ? outlineOfMain(tree, largest) : first
  if (declared !== undefined) {
    const { outline, isPlain } = declared
    if (isPlain || (holdsContent(outline) && !isLongTextElsewhere(page))) return declared
  }
  const hiddenText = hiddenWords(tree, page)
  const showsNoscript = hiddenText >= LEAST_HIDDEN_WORDS && hiddenText > wordsOf(page) / 2
  const outline = showsNoscript ? new Outline(tree, { showsNoscript }) : page
  return { outline, main: undefined, isPlain: false }
}

/** Returns the outline of a main element. */
function outlineOfMain(
  tree: PageTree,
  main: number | undefined,
): (JudgedOutline & { main: number }) | undefined {
  // Without its end tag, other elements may end it too early.
  const isCut = main !== undefined && tree.endTagStart(main) === tree.end(main)
  if (main === undefined || (isCut && tree.end(main) < tree.html.length)) return undefined
  const outline = new Outline(tree, { root: main })
  return { outline, main, isPlain: isPlainMain(tree, main, outline) }
}

/**
 * Leaves out the outermost elements that hold only left-out blocks, and left-out text in other elements. An element
 * without text, such as an image, stays if the block before it or after it stays.
 */
function leaveOutBlocks({ tree, elements, blocks }: Outline, kept: Uint8Array): void {
  const sums = sumsBefore(blocks, (_, index) => kept[index] ?? 0)
  const isLeftOut = ({ firstBlock, endBlock }: OutlineElement): boolean => {
    const reach = endBlock > firstBlock ? 0 : 1
    const range = {
      firstBlock: Math.max(0, firstBlock - reach),
      endBlock: Math.min(blocks.length, endBlock + reach),
    }
    return sumWithin(sums, range) === 0
  }
  for (const { node } of outermost(elements, isLeftOut)) tree.leaveOut(node)
  for (const [index, { runs }] of blocks.entries()) {
    if (kept[index] === 1) continue
    for (const { from, element } of runs) if (!tree.isLeftOut(element.node)) tree.leaveOutText(from)
  }
}

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
