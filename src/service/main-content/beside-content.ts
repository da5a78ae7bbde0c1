import type { BlockRange, Outline, OutlineBlock, OutlineElement } from './outline.ts'
import { isInside, outermost, roleOf, saysHidden, sumsBefore, sumWithin } from './outline.ts'
import { isArticle } from './page-types.ts'
import { shortParts } from './short-parts.ts'
import { CLASS_GROUPS, classMeaning, TEXT_GROUPS, type WholeName } from './vocabulary.ts'
import { wordSet } from '../../util/word-set.ts'

const PARAGRAPHS = wordSet('p div')
/** Shorter paragraphs, and those with a larger share of links, are not prose. */
const LEAST_PARAGRAPH_WORDS = 15
const PROSE_LINK_SHARE = 0.3
/** With less prose before them, comments and related lists may be the purpose of a page. */
const LEAST_PROSE = 60

/** What is summed up of blocks. */
const OF_BLOCK = {
  words: ({ words }: OutlineBlock) => words,
  linkedWords: ({ linkedWords }: OutlineBlock) => linkedWords,
  prose: (block: OutlineBlock) => (isProse(block) ? block.words : 0),
  stories: (block: OutlineBlock) => (isStory(block) ? 1 : 0),
  teasers: ({ words, linkedWords }: OutlineBlock) =>
    words >= LEAST_TEASER_WORDS && linkedWords > words * LINK_SHARE ? 1 : 0,
  /** Whether a short block asks to subscribe or to sign in. */
  joins: (block: OutlineBlock) => saysInShort(block, ASKS_TO_JOIN),
  /** Whether a short block asks for consent. */
  consents: (block: OutlineBlock) => saysInShort(block, ASKS_FOR_CONSENT),
}

/** A page with sums over its blocks and links. They are made when first asked for: few pages need them. */
class SummedPage {
  readonly outline: Outline
  readonly #sums = new Map<string, Float64Array>()

  constructor(outline: Outline) {
    this.outline = outline
  }

  /** Returns the sum for the blocks of a range, by default for all. */
  sum(value: keyof typeof OF_BLOCK, range: BlockRange = this.#all): number {
    return sumWithin(
      this.#once(value, () => sumsBefore(this.outline.blocks, OF_BLOCK[value])),
      range,
    )
  }

  sumBefore(value: keyof typeof OF_BLOCK, block: number): number {
    return this.sum(value, { firstBlock: 0, endBlock: block })
  }

  /** Counts the links in an element whose address holds a text: `#` for links to a place in a page. */
  links({ index, endIndex }: OutlineElement, text: '' | '#' = ''): number {
    const sums = this.#once(`links ${text}`, () => countLinks(this.outline, text))
    return (sums[endIndex] ?? 0) - (sums[index] ?? 0)
  }

  /** Tells whether more than a share of the words is linked. */
  isLinked(range: BlockRange, share: number): boolean {
    return this.sum('linkedWords', range) > this.sum('words', range) * share
  }

  get #all(): BlockRange {
    return { firstBlock: 0, endBlock: this.outline.blocks.length }
  }

  #once(name: string, make: () => Float64Array): Float64Array {
    let sums = this.#sums.get(name)
    if (sums === undefined) this.#sums.set(name, (sums = make()))
    return sums
  }
}

/**
 * Returns the parts of a page that are next to its content, by their names, words and links: related lists, other stories,
 * comments, contents of the page, questions whether it helped, boxes of paywalls. A main element holds such parts too. In
 * references such names mean something else.
 * @param isPlain whether the outline is that of a main element that needs no other judgement
 */
export function besideContent(outline: Outline, isPlain: boolean): BlockRange[] {
  const { elements, blocks } = outline
  const page = new SummedPage(outline)
  const isBeside = (element: OutlineElement): boolean =>
    holdsLines(blocks, element) &&
    (isNamed(page, element) ||
      isFormAfter(page, element) ||
      isRelated(page, element, isPlain) ||
      (!isPlain && isHeadlines(page, element)))
  const found = [
    ...outermost(elements, isBeside),
    ...outermost(elements, storyLists(page)),
    ...relatedRuns(page),
    ...shortParts(outline, () => page.sum('prose')),
  ]
  return found.length > 0 && outline.isReference ? [] : found
}

/** Tells whether an element holds lines, or begins a short one. */
function holdsLines(blocks: readonly OutlineBlock[], element: OutlineElement): boolean {
  const { firstBlock, endBlock } = element
  if (endBlock === firstBlock || !isInside(blocks[firstBlock]?.runs[0]?.element, element)) return false
  const last = blocks[endBlock - 1]
  return isInside(last?.runs.at(-1)?.element, element) || (last?.words ?? 0) <= LABEL_WORDS
}

/** Tells whether a block is a paragraph with few links. */
export function isProse({ words, linkedWords, element }: OutlineBlock): boolean {
  return (
    PARAGRAPHS.has(element.kind.name) &&
    words >= LEAST_PARAGRAPH_WORDS &&
    linkedWords <= words * PROSE_LINK_SHARE
  )
}

/** Returns 1 if the text of a short block matches a pattern, else 0. */
function saysInShort(block: OutlineBlock, pattern: RegExp): number {
  return block.facts.letters <= LONGEST_SAYING && pattern.test(block.text) ? 1 : 0
}

/** Counts the links before each element, and before the end, whose address holds a text. */
function countLinks({ elements, tree }: Outline, text: string): Float64Array {
  const sums = new Float64Array(elements.length + 1)
  for (const [index, { kind, node }] of elements.entries()) {
    const href = kind.role === 'anchor' ? tree.attribute(node, 'href') : undefined
    sums[index + 1] = (sums[index] ?? 0) + (href?.includes(text) === true ? 1 : 0)
  }
  return sums
}

const RELATED = CLASS_GROUPS.bits('related')
const SAYS_RELATED = TEXT_GROUPS.bits('related')
/** A list of other pages says so in one of its first blocks, in a few words, and is mostly links. */
const FIRST_BLOCKS = 2
const FEW_WORDS = 8
const LINK_SHARE = 0.5
/** A list that only its heading calls related has at least this many teasers after this many words of prose. */
const LEAST_TEASERS = 3
const LEAST_TEASER_WORDS = 3
/** It has at most this share of the prose before it. */
const PROSE_SHARE = 0.5
/** The longest list that follows a heading, in blocks. */
const MOST_RELATED = 100

/**
 * Tells whether an element is a list of other pages that says so ("You may also like"), by a class and words or by a heading
 * after a post. On a page of little text it is so large a part that the trees take it for the purpose of the page.
 */
function isRelated(page: SummedPage, element: OutlineElement, isPlain: boolean): boolean {
  const { firstBlock, endBlock, classWords, className } = element
  const isNamed = (classWords & RELATED) !== 0 || /\brelatedposts\b|\brelatives\b/.test(className)
  if (!isNamed && (isPlain || !isAfterPost(page, element))) return false
  if (!page.isLinked(element, LINK_SHARE)) return false
  if (isPlain && page.sum('words', element) * 2 > page.sum('words')) return false
  const { blocks } = page.outline
  return blocks.slice(firstBlock, Math.min(endBlock, firstBlock + FIRST_BLOCKS)).some(saysRelated)
}

/** Returns whether an element starts with a heading about other pages and has their teasers, after the prose of a post. */
function isAfterPost(page: SummedPage, element: OutlineElement): boolean {
  const { firstBlock, endBlock } = element
  const before = page.sumBefore('prose', firstBlock)
  if (before < LEAST_PROSE || page.sum('prose', element) > before * PROSE_SHARE) return false
  const heading = page.outline.blocks[firstBlock]
  if (heading === undefined || !saysRelated(heading)) return false
  if (heading.level === 0 && !OTHER_PAGES.test(heading.text)) return false
  return page.sum('teasers', { firstBlock: firstBlock + 1, endBlock }) >= LEAST_TEASERS
}

/** Headings of lists of other pages that are certainly no part of a text, as "See also" may be. */
const OTHER_PAGES =
  /^\s*(?:(?:related|recommended|similar|suggested|popular|trending|latest|recently viewed|more) (?:articles?|posts?|topics?|pages?|content|stories|reading|questions?|discussions?|news)|you (?:may|might) (?:also (?:like|enjoy|be interested in)|like)|people also (?:ask|viewed|read)|(?:read|up|what to read) next|keep reading)\b/i

/** The heading of a list that stands on all pages of a site. */
const MOST_READ =
  /^\s*(?:(?:top|our) )?(?:\d+ )?most[ -](?:read|popular|viewed|shared|commented|discussed)\b|^\s*(?:meistgelesen|am meisten gelesen|les plus lus|lo más leído|i più letti|mest lest|mest lästa)/i

function saysRelated({ words, textWords, text }: OutlineBlock): boolean {
  return words < FEW_WORDS && ((textWords & SAYS_RELATED) !== 0 || OTHER_PAGES.test(text))
}

/** Returns headings about other pages with what follows, up to the next heading or the end of their element, if that is links. */
function relatedRuns(page: SummedPage): BlockRange[] {
  const { blocks } = page.outline
  return blocks.flatMap((block, firstBlock) => {
    if (block.level === 0 || block.words >= FEW_WORDS) return []
    if (!OTHER_PAGES.test(block.text) && !MOST_READ.test(block.text)) return []
    const { parent } = block.element
    let endBlock = firstBlock + 1
    const end = Math.min(blocks.length, parent?.endBlock ?? Infinity, firstBlock + MOST_RELATED)
    const isNext = ({ level }: OutlineBlock): boolean => level > 0 && level <= block.level
    while (endBlock < end && !isNext(blocks[endBlock] ?? block)) endBlock++
    const isList =
      endBlock > firstBlock + 1 && page.isLinked({ firstBlock: firstBlock + 1, endBlock }, LINK_SHARE)
    const prose = MOST_READ.test(block.text) ? page.sum('prose') : page.sumBefore('prose', firstBlock)
    return isList && prose >= LEAST_PROSE ? { firstBlock, endBlock } : []
  })
}

/** A list of other stories has at least this many parts with a linked heading, and they are most of its parts. */
const LEAST_STORIES = 3
const STORY_SHARE = 0.5
/** An article has at least this many words of prose, and the excerpts of other stories at most so many times as many. */
const LEAST_ARTICLE = 100
const EXCERPT_SHARE = 1.5

/** Returns a function that tells whether an element is a list of other stories on the page of an article. */
function storyLists(page: SummedPage): (element: OutlineElement) => boolean {
  const { outline } = page
  if (page.sum('stories') < LEAST_STORIES || !isArticle(outline.types)) return () => false
  return (element) => {
    if (page.sum('stories', element) < LEAST_STORIES) return false
    const excerpts = page.sum('prose', element)
    const article = page.sum('prose') - excerpts
    if (article < LEAST_ARTICLE || excerpts > article * EXCERPT_SHARE) return false
    const parts = partsOf(outline.elements, element)
    const count = parts.filter((part) => page.sum('stories', part) > 0).length
    return count >= LEAST_STORIES && count > parts.length * STORY_SHARE
  }
}

/** Returns the children of an element that have text. */
function partsOf(elements: readonly OutlineElement[], { index, endIndex }: OutlineElement) {
  const parts: OutlineElement[] = []
  for (let at = index + 1; at < endIndex;) {
    const part = elements[at]
    if (part === undefined) break
    if (part.endBlock > part.firstBlock) parts.push(part)
    at = part.endIndex
  }
  return parts
}

/** Tells whether a block is the heading of another story: all of it is a link. */
function isStory({ level, words, linkedWords }: OutlineBlock): boolean {
  return level > 0 && words >= LEAST_TEASER_WORDS && linkedWords === words
}

/** A list of headlines has at least this many links and words for each, and almost nothing else. */
const LEAST_HEADLINES = 5
const HEADLINE_WORDS = 4
const HEADLINE_SHARE = 0.9
/** So much of the text before it is read for a colon, in UTF-16 units. */
const LONGEST_END = 20

/** Tells whether an element is a list of headlines that ends an article, which neither announces it nor gives it a heading. */
function isHeadlines(page: SummedPage, element: OutlineElement): boolean {
  const { blocks, tree } = page.outline
  const { firstBlock, endBlock } = element
  if (endBlock - firstBlock < LEAST_HEADLINES || !page.isLinked(element, HEADLINE_SHARE)) return false
  const count = page.links(element)
  if (count < LEAST_HEADLINES || page.links(element, '#') > 0) return false
  if (page.sum('words', element) < count * HEADLINE_WORDS) return false
  const prose = page.sumBefore('prose', firstBlock)
  if (prose < LEAST_ARTICLE || page.sum('prose') > prose) return false
  const before = blocks[firstBlock - 1]
  const { from, to } = before?.runs.at(-1) ?? { from: 0, to: 0 }
  const isAnnounced = /:\s*$/.test(tree.html.slice(Math.max(from, to - LONGEST_END), to))
  return before?.level === 0 && !isAnnounced
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
/** Longer texts, in letters, are not read for what they ask. */
const LONGEST_SAYING = 150
const MOST_BOX_WORDS = 60
const MOST_GATE_WORDS = 200
/** What a box of a paywall and a stand-in for a part say. */
const ASKS_TO_JOIN =
  /subscri|sign[ -]?(?:in|up)|log ?in|regist|newsletter|member|abonn|anmelden|inscri|suscri|iscriv|premium|unlock|inbox/i
const ASKS_FOR_CONSENT =
  /cookie|consent|privacy|external content|third[- ]part|datenschutz|einwillig|extern|akzept|confidenti|rgpd|gdpr/i

/**
 * Tells whether the names of an element say that it is next to the content, and its words and place agree: comments and
 * reviews after prose, writers of posts in forums, parts that a wide screen hides or shows later, and the like.
 */
function isNamed(page: SummedPage, element: OutlineElement): boolean {
  const { tree } = page.outline
  const { node, firstBlock, endBlock } = element
  if (!tree.hasAttributes(node)) return false
  const { className } = element
  const id = tree.attribute(node, 'id') ?? ''
  const meaning = classMeaning(className).whole
  if (meaning === 'unseen' || meaning === 'beside' || id === SIDE_ID) return true
  const isShownLater =
    meaning === 'later' || SHOWN_LATER.has(roleOf(tree, node)) || tree.hasAttribute(node, 'popover')
  if (isShownLater || isForMachines(tree, node)) return page.sum('prose', element) * 2 < page.sum('prose')
  if (meaning === 'writer') return endBlock - firstBlock < MOST_WRITER_BLOCKS
  if (meaning === 'opinions' || COMMENT_IDS.test(id))
    return page.sumBefore('prose', firstBlock) >= LEAST_PROSE
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
    case 'edit':
      return words <= LABEL_WORDS
    case 'feedback':
      return words <= MOST_BOX_WORDS
    case 'share':
    case 'player':
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

/** Tells whether an element is an item of schema.org that no reader sees. Answers to questions are seen when asked for. */
function isForMachines(tree: Outline['tree'], node: number): boolean {
  const type = tree.attribute(node, 'itemtype')
  return type !== undefined && !/\/(?:Answer|Question)$/.test(type) && saysHidden(tree, node)
}
