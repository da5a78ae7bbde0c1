import type { BlockRange, OutlineElement } from './outline.ts'
import { isProse, LEAST_ARTICLE, LEAST_PROSE, LINK_SHARE, type SummedPage } from './summed-page.ts'
import { CLASS_GROUPS } from './vocabulary.ts'

/**
 * The paragraphs of a text are children of one element. They have at least this share of the words of all paragraphs, and so
 * many times the words of those in any other element: the pages of a list and the posts of a forum have about the same.
 */
const TEXT_SHARE = 0.4
const TEXT_LEAD = 2.5
const LEAST_PARAGRAPHS = 4
/** A list of other pages has at least this many links of several words. */
const LEAST_TEASERS = 3
/** Outside of the text, these names are certainly those of other parts. */
const OTHER_PARTS = CLASS_GROUPS.bits('related comments advert consent')
/** A widget with little prose and fewer of the words is another part too. */
const WIDGET = CLASS_GROUPS.bits('widget')
const WIDGET_SHARE = 0.15

/** Returns a function that tells whether a range is outside of the text of an article, and does not hold its title. */
export function besideText(page: SummedPage): (range: BlockRange) => boolean {
  let found: { text: OutlineElement | undefined; title: number } | undefined
  return ({ firstBlock, endBlock }) => {
    found ??= { text: findText(page), title: page.outline.blocks.findIndex(({ level }) => level === 1) }
    const { text, title } = found
    const isOutside = text !== undefined && (endBlock <= text.firstBlock || firstBlock >= text.endBlock)
    return isOutside && firstBlock < endBlock && (firstBlock > title || title >= endBlock)
  }
}

/** Tells whether the names or links of an element say that it is another part of a page than its text. */
export function isOtherPart(page: SummedPage, element: OutlineElement): boolean {
  if ((element.classWords & OTHER_PARTS) !== 0) return true
  if ((element.classWords & WIDGET) !== 0 && page.sum('prose', element) < LEAST_PROSE)
    return page.sum('words', element) < page.sum('words') * WIDGET_SHARE
  const isList = page.isLinked(element, LINK_SHARE) && page.sum('teasers', element) >= LEAST_TEASERS
  return isList && page.links(element, '#') === 0
}

/** Returns the element whose paragraphs have the most words, if no other one has nearly as many, or else the only `article`. */
function findText(page: SummedPage): OutlineElement | undefined {
  const { blocks, elements } = page.outline
  const texts = new Map<OutlineElement | undefined, { count: number; words: number }>()
  for (const block of blocks) {
    if (!isProse(block)) continue
    const { parent } = block.element
    const { count, words } = texts.get(parent) ?? { count: 0, words: 0 }
    texts.set(parent, { count: count + 1, words: words + block.words })
  }
  const [first, second] = [...texts].toSorted(([, one], [, other]) => other.words - one.words)
  const least = Math.max(LEAST_ARTICLE, page.sum('prose') * TEXT_SHARE)
  if (first === undefined) return undefined
  const [text, { count, words }] = first
  const isAhead = words >= Math.max(least, (second?.[1].words ?? 0) * TEXT_LEAD)
  if (isAhead && count >= LEAST_PARAGRAPHS) return text
  const [article, other] = elements.filter(({ kind }) => kind.name === 'article')
  return article !== undefined && other === undefined && page.sum('prose', article) >= least
    ? article
    : undefined
}
