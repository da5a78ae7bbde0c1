import type { BlockRange, Outline, OutlineBlock, OutlineElement } from './outline.ts'
import { isInside, outermost, roleOf } from './outline.ts'
import { isHeadlines, isRelated, LISTS, relatedRuns, storyCards, storyLists } from './related-lists.ts'
import { leadsToStart } from './page-title.ts'
import { besideText, isOtherPart } from './outside-text.ts'
import { shortParts } from './short-parts.ts'
import { isProse, LEAST_PROSE, LINK_SHARE, SummedPage } from './summed-page.ts'
import { CLASS_GROUPS, classMeaning, type WholeName } from './vocabulary.ts'
import { wordSet } from '../../util/word-set.ts'

/**
 * Returns the parts of a page that are next to its content, by their names, words and links: related lists, other stories,
 * comments, parts outside of a text, contents of the page, questions whether it helped, boxes of paywalls. A main element holds
 * such parts too. In references such names mean something else.
 */
export function besideContent(outline: Outline): BlockRange[] {
  const { elements, blocks } = outline
  const page = new SummedPage(outline)
  const isBesideText = besideText(page)
  const isStoryList = storyLists(page, isBesideText)
  const isStoryCard = storyCards(page)
  const isBeside = (element: OutlineElement): boolean =>
    (holdsLines(blocks, element) &&
      (isNamed(page, element) ||
        isFormAfter(page, element) ||
        isTrail(page, element) ||
        isRelated(page, element) ||
        isHeadlines(page, element))) ||
    isStoryList(element) ||
    (isOtherPart(page, element) && isBesideText(element)) ||
    isStoryCard(element)
  const found = [
    ...outermost(elements, isBeside),
    ...hiddenCopies(outline),
    ...relatedRuns(page),
    ...shortParts(outline, () => page.sum('prose')),
  ]
  return found.length > 0 && outline.isReference ? [] : found
}

/** Returns the hidden elements whose paragraphs all stand elsewhere too, as for another width of the screen. */
function hiddenCopies({ elements, blocks }: Outline): BlockRange[] {
  const proseIn = ({ firstBlock, endBlock }: BlockRange): string[] =>
    blocks.slice(firstBlock, endBlock).flatMap((block) => (isProse(block) ? block.text : []))
  const hidden = outermost(elements, ({ isHidden }) => isHidden)
    .map((element) => ({ element, prose: proseIn(element) }))
    .filter(({ prose }) => prose.length > 0)
  if (hidden.length === 0) return []
  const isInHidden = new Uint8Array(blocks.length)
  for (const { element } of hidden) isInHidden.fill(1, element.firstBlock, element.endBlock)
  const shown = new Set(
    blocks.filter((block, at) => isInHidden[at] === 0 && isProse(block)).map(({ text }) => text),
  )
  return hidden.filter(({ prose }) => prose.every((text) => shown.has(text))).map(({ element }) => element)
}

/** Tells whether an element holds lines, or begins a short one. */
function holdsLines(blocks: readonly OutlineBlock[], element: OutlineElement): boolean {
  const { firstBlock, endBlock } = element
  if (endBlock === firstBlock || !isInside(blocks[firstBlock]?.runs[0]?.element, element)) return false
  const last = blocks[endBlock - 1]
  return isInside(last?.runs.at(-1)?.element, element) || (last?.words ?? 0) <= LABEL_WORDS
}

/** The most pages in a trail, the most words of each of their names, and the signs between them on one line. */
const MOST_STEPS = 8
const STEP_WORDS = 8
const BETWEEN_STEPS = /[›»>/→]/
const LONGEST_TRAIL = 300

/** Tells whether an element before all text has the pages above this one, from the start page on: as a list, or on one line. */
function isTrail(page: SummedPage, element: OutlineElement): boolean {
  const { firstBlock, endBlock, kind } = element
  const { blocks, tree } = page.outline
  const steps = endBlock - firstBlock
  const first = blocks[firstBlock]
  if (first === undefined || steps > MOST_STEPS || (steps > 1 && !LISTS.has(kind.name))) return false
  const { parent } = first.innermost
  if (parent === undefined || first.length > LONGEST_TRAIL || !leadsToStart(tree, parent.node)) return false
  if (page.sumBefore('prose', firstBlock) > 0) return false
  if (steps === 1) return first.linkedLength < first.length && BETWEEN_STEPS.test(first.text)
  const isStep = ({ words, linkedWords }: OutlineBlock, at: number): boolean =>
    words <= STEP_WORDS && (linkedWords === words || at === steps - 1)
  return blocks.slice(firstBlock, endBlock).every(isStep)
}

/** A form after a text has at most this share of its words, and at most this share of the prose follows it. */
const FORM_SHARE = 0.5
const LEAST_BEFORE_FORM = 40
const SHARE_AFTER_FORM = 0.2

/** Tells whether an element is a form after a text, to answer or to apply. On a page with little other text it is the content. */
function isFormAfter(page: SummedPage, element: OutlineElement): boolean {
  const { firstBlock, endBlock, kind } = element
  if (kind.name !== 'form') return false
  const before = page.sumBefore('prose', firstBlock)
  const after = page.sum('prose') - page.sumBefore('prose', endBlock)
  if (before < LEAST_BEFORE_FORM || after > before * SHARE_AFTER_FORM) return false
  const most = page.sumBefore('words', firstBlock) * FORM_SHARE
  return page.sum('words', element) <= most && hasField(page.outline, element)
}

/** Tells whether a form has a field for a text. */
function hasField({ tree }: Outline, { node }: OutlineElement): boolean {
  for (let at = node; at < tree.subtreeEnd(node); at++) {
    const name = tree.name(at)
    if (name === 'textarea') return true
    if (name === 'input' && /^(?:text|email|tel|url|)$/i.test(tree.attribute(at, 'type') ?? '')) return true
  }
  return false
}

/** Ids of comments after a post, and of the column next to it. Other ids may be those of sections of a text. */
const COMMENT_IDS =
  /^(?:comments?[-_]?(?:area|list|container|section|wrap|wrapper|block|box)|disqus_thread|respond)$/i
const SIDE_ID = 'sidebar'
/** The id `comments` is that of comments after so many words of prose. The posts of a forum may have it too. */
const LEAST_BEFORE_COMMENTS = 250
/** Roles of elements that are shown when the reader asks for them. One with most of the prose is the content itself. */
const SHOWN_LATER = wordSet('dialog menuitem tooltip')
/** An element that names the writer of a post has fewer blocks. */
const MOST_WRITER_BLOCKS = 15

/** A part with more words than these, for each of its blocks or at all, is no row of buttons, and no box beside a text. */
const BUTTON_WORDS = 5
const LABEL_WORDS = 15
/** The links to the pages above, and the place of an advert, which only says that it is one. */
const TRAIL = CLASS_GROUPS.bits('breadcrumbs')
const ADVERT = CLASS_GROUPS.bits('advert')
const MOST_ADVERT_WORDS = 3
const MOST_BOX_WORDS = 60
const MOST_PLAYER_WORDS = 30
const MOST_GATE_WORDS = 200

/**
 * Tells whether the names of an element say that it is next to the content, and its words and place agree. Such are comments and
 * reviews after prose, writers of posts in forums, and parts that a wide screen hides or shows later.
 */
function isNamed(page: SummedPage, element: OutlineElement): boolean {
  const { tree } = page.outline
  const { node, firstBlock, endBlock } = element
  if (!tree.hasAttributes(node)) return false
  const { id } = element
  const meaning = element.meaning.whole
  if (meaning === 'unseen' || meaning === 'beside' || id === SIDE_ID) return true
  const isShownLater =
    meaning === 'later' ||
    SHOWN_LATER.has(roleOf(tree, node)) ||
    tree.hasAttribute(node, 'popover') ||
    (element.isHidden && /visibility:\s*hidden/.test(tree.attribute(node, 'style') ?? ''))
  if (isShownLater) return page.sum('prose', element) * 2 < page.sum('prose')
  if (meaning === 'writer') return endBlock - firstBlock < MOST_WRITER_BLOCKS
  if (meaning === 'opinions' || COMMENT_IDS.test(id))
    return page.sumBefore('prose', firstBlock) >= LEAST_PROSE
  if (id === 'comments') return page.sumBefore('prose', firstBlock) >= LEAST_BEFORE_COMMENTS
  const part = meaning ?? classMeaning(id).whole
  if ((element.classWords & (TRAIL | ADVERT)) === 0 && part === undefined) return false
  return isSmallPart(page, element, part) && page.sum('prose') - page.sum('prose', element) >= LEAST_PROSE
}

/** The classes of posts in forums. Manuals call the types of a function its signature. */
const POST = /(?:^|[\s_-])(?:post|message|reply|comment)/i

function isInPost({ parent }: OutlineElement): boolean {
  return POST.test(parent?.className ?? '') || POST.test(parent?.parent?.className ?? '')
}

/** Tells whether an element has as few words as the parts of a page with its name. */
function isSmallPart(page: SummedPage, element: OutlineElement, part: WholeName | undefined): boolean {
  const { firstBlock, endBlock, classWords, level } = element
  if (level > 0) return false
  const words = page.sum('words', element)
  if ((classWords & TRAIL) !== 0 && words <= LABEL_WORDS && page.isLinked(element, LINK_SHARE)) return true
  if ((classWords & ADVERT) !== 0 && words <= MOST_ADVERT_WORDS) return true
  if (words * 2 > page.sum('words')) return false
  switch (part) {
    case 'contents': {
      const count = page.links(element)
      return count > 1 && count === page.links(element, '#') && page.isLinked(element, LINK_SHARE)
    }
    case 'navbox':
      return true
    case 'neighbors':
      return (
        words <= MOST_GATE_WORDS &&
        page.links(element) > 0 &&
        page.sumBefore('prose', firstBlock) >= LEAST_PROSE
      )
    case 'edit':
      return words <= LABEL_WORDS
    case 'feedback':
      return words <= MOST_BOX_WORDS
    case 'player':
      return words <= MOST_PLAYER_WORDS
    case 'share':
      return words <= Math.min(MOST_BOX_WORDS, BUTTON_WORDS * (endBlock - firstBlock))
    case 'author':
      return words <= MOST_GATE_WORDS && page.sumBefore('prose', endBlock) === page.sum('prose')
    case 'signature':
      return words <= MOST_BOX_WORDS && isInPost(element)
    case 'gate':
      return (
        words <= MOST_GATE_WORDS &&
        page.sum('prose', element) * 2 < page.sum('prose') &&
        page.sum('joins', element) > 0
      )
    case 'placeholder':
      return words <= MOST_BOX_WORDS && page.sum('consents', element) > 0
    default:
      return false
  }
}
