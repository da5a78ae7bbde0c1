import { isInside, sumWithin, sumsBefore, weightOf } from './outline.ts'
import type { BlockRange, Outline, OutlineBlock, OutlineElement } from './outline.ts'
import { OUTSIDE } from './declared-main.ts'
import { findTitle, titleTest } from './page-title.ts'
import { isArticle } from './page-types.ts'
import { isProse } from './summed-page.ts'
import { CLASS_GROUPS, TAG_GROUPS } from './vocabulary.ts'

/** The judgements about the blocks of an outline, by index. */
interface BlockJudgements {
  /** How likely each is content, up to 10,000. */
  readonly chances: Int32Array
  /** The result of `clearBlocks`. */
  readonly clear: Uint8Array
}

/** A shorter text before the content may be the name of the site. */
const LEAST_TITLE_WORDS = 3
const MOST_TITLE_WORDS = 50
/** Blocks less likely than this are not kept because of their neighbors. */
const HEADING_CHANCE = 1500
const LEAD_LINK_SHARE = 0.3
/** A gap between kept blocks is kept up to these numbers of blocks and words, from this chance, and up to this share of links. */
const LONGEST_GAP = 30
const GAP_WORDS = 100
const GAP_CHANCE = 100
const GAP_LINK_SHARE = 0.2
/** Kept blocks that look like a gap are at most this many blocks from it. */
const NEAR = 3
/** So much of a class is compared, in UTF-16 units. */
const LONGEST_NAME = 100
/** Such names and elements are not part of a text. */
const GAP_CLUTTER = CLASS_GROUPS.bits(
  'navigation breadcrumbs pages related share comments advert consent widget',
)
const GAP_TAGS = TAG_GROUPS.bits('aside form dialog')
const CARD = CLASS_GROUPS.bits('card')
/** Between code and text are at most this many labels, of at most this many words each. */
const MOST_LABELS = 3
const MOST_LABEL_WORDS = 3
/** Callouts and footnotes are content where this share of the words around them is. */
const NOTE_SHARE = 0.3

/**
 * Keeps what belongs to kept blocks next to it: titles, paragraphs, leads, headings, terms, code, quotes, announced lists,
 * callouts, footnotes, and gaps in documentation.
 */
export function keepNeighbors(outline: Outline, judgements: BlockJudgements, kept: Uint8Array): void {
  keepTitle(outline, judgements, kept)
  keepParagraphs(outline, judgements, kept)
  keepLead(outline, judgements, kept)
  keepHeadings(outline, judgements, kept)
  keepTerms(outline, judgements, kept)
  keepCode(outline, kept)
  keepAnnounced(outline, judgements, kept)
  keepGaps(outline, judgements, kept)
  keepNotes(outline, judgements, kept)
}

/** Keeps the title of a page, wherever it is. Without one, a text before the content is it if the page's `title` names it. */
function keepTitle({ tree, elements, blocks }: Outline, { clear }: BlockJudgements, kept: Uint8Array): void {
  const node = findTitle(tree)
  const title = elements.find((element) => element.node === node)
  if (title !== undefined) kept.fill(1, title.firstBlock, title.endBlock)
  if (node !== undefined) return
  const isTitle = titleTest(tree)
  const isName = (block: OutlineBlock, index: number): boolean =>
    clear[index] !== OUTSIDE &&
    block.words >= LEAST_TITLE_WORDS &&
    block.words <= MOST_TITLE_WORDS &&
    isTitle(block.text.replaceAll(/\s+/g, ' ').trim())
  const at = blocks.slice(0, kept.indexOf(1)).findLastIndex(isName)
  if (at !== -1) kept[at] = 1
}

function keepHeadings({ blocks }: Outline, { chances }: BlockJudgements, kept: Uint8Array): void {
  for (let index = kept.length - 2; index >= 0; index--) {
    const isHeading = (blocks[index]?.level ?? 0) > 0
    if (isHeading && kept[index + 1] === 1 && (chances[index] ?? 0) >= HEADING_CHANCE) kept[index] = 1
  }
}

/** Names of what introduces a text, and how far it is from it, in blocks and words. */
const LEAD =
  /(?:^|[\s_-]|(?<=[a-z])(?=[A-Z]))(?:lead(?:in|text)?|lede|intro(?:text|duction)?|standfirst|excerpt|summary|abstract|chapo|dek|sub-?(?:title|head(?:line)?)|bajada|entradilla|vorspann|hook|short-?(?:info|description)|teaser-?(?:text)?)(?:$|[\s_-]|(?<=[a-z])(?=[A-Z]))/i
const AUTHOR = /author|\bbio\b|byline/i
const MOST_BEFORE_TEXT = 12
const LEAST_LEAD_WORDS = 5
const MOST_LEAD_ELEMENTS = 3

/** Keeps the sentences that introduce a text, by their names, between the title and the text. */
function keepLead({ elements, blocks }: Outline, { clear }: BlockJudgements, kept: Uint8Array): void {
  const title = elements.find(
    ({ kind, firstBlock, endBlock }) => kind.name === 'h1' && endBlock > firstBlock && kept[firstBlock] === 1,
  )
  if (title === undefined) return
  const last = Math.min(blocks.length, title.endBlock + MOST_BEFORE_TEXT)
  for (let at = title.endBlock; at < last; at++) {
    const block = blocks[at]
    if (block === undefined || (kept[at] === 1 && isProse(block))) return
    if (clear[at] !== OUTSIDE && isLead(block)) kept[at] = 1
  }
}

function isLead({ innermost, level, words, linkedWords }: OutlineBlock): boolean {
  if (level === 1 || words < LEAST_LEAD_WORDS || linkedWords > words * LEAD_LINK_SHARE) return false
  let element: OutlineElement | undefined = innermost
  for (let step = 0; step < MOST_LEAD_ELEMENTS && element !== undefined; step++, element = element.parent)
    if (AUTHOR.test(element.className) || LEAD.test(element.className)) return !AUTHOR.test(element.className)
  return false
}

/** A text of at least this many paragraphs is kept whole if this share of their words is kept. */
const LEAST_PARAGRAPHS = 4
const TEXT_SHARE = 0.3

/** Keeps all paragraphs of an element if enough of their words are kept: each alone says little. */
function keepParagraphs({ blocks }: Outline, { clear }: BlockJudgements, kept: Uint8Array): void {
  const texts = new Map<OutlineElement, number[]>()
  for (const [index, block] of blocks.entries()) {
    const around = block.element.parent
    // The definitions of a list are one text, such as the answers of an interview.
    const parent = around?.kind.name === 'dd' ? around.parent : around
    if (
      parent === undefined ||
      block.element.kind.name !== 'p' ||
      clear[index] === OUTSIDE ||
      !isProse(block)
    )
      continue
    const paragraphs = texts.get(parent)
    if (paragraphs === undefined) texts.set(parent, [index])
    else paragraphs.push(index)
  }
  const wordsOf = (paragraphs: readonly number[]): number =>
    paragraphs.reduce((sum, index) => sum + (blocks[index]?.words ?? 0), 0)
  for (const paragraphs of texts.values()) {
    if (paragraphs.length < LEAST_PARAGRAPHS) continue
    const keptWords = wordsOf(paragraphs.filter((index) => kept[index] === 1))
    if (keptWords > wordsOf(paragraphs) * TEXT_SHARE) for (const index of paragraphs) kept[index] = 1
  }
}

/** Keeps a term with its definition, and the reverse. The terms of a manual may be links. */
function keepTerms({ elements }: Outline, { clear }: BlockJudgements, kept: Uint8Array): void {
  for (const { kind, firstBlock, endBlock, endIndex } of elements) {
    const definition = elements[endIndex]
    if (kind.name !== 'dt' || definition?.kind.name !== 'dd') continue
    const isKept = kept.subarray(firstBlock, endBlock).includes(1)
    const isOther = kept.subarray(endBlock, definition.endBlock).includes(1) !== isKept
    if (isOther && clear[firstBlock] !== OUTSIDE && clear[endBlock] !== OUTSIDE)
      kept.fill(1, firstBlock, isKept ? definition.endBlock : endBlock)
  }
}

/** Returns a function that tells the words, and the kept words, of the blocks in a range. */
export function countKept(blocks: readonly OutlineBlock[], kept: Uint8Array) {
  const words = sumsBefore(blocks, weightOf)
  const keptWords = sumsBefore(blocks, (block, index) => (kept[index] === 1 ? weightOf(block) : 0))
  return (range: BlockRange) => ({ words: sumWithin(words, range), keptWords: sumWithin(keptWords, range) })
}

/** Keeps code between kept blocks. Labels, such as the name of its language, and other code may be between. */
function keepCode({ elements, blocks }: Outline, kept: Uint8Array): void {
  const code = elements.filter(({ kind }) => kind.role === 'pre')
  const inCode = new Uint8Array(blocks.length)
  for (const { firstBlock, endBlock } of code) inCode.fill(1, firstBlock, endBlock)
  const isKeptBeyond = (from: number, step: 1 | -1): boolean => {
    let labels = 0
    for (let at = from; labels <= MOST_LABELS && Math.abs(at - from) < LONGEST_GAP; at += step) {
      const words = blocks[at]?.words ?? Infinity
      if (kept[at] === 1 || (inCode[at] === 0 && words > MOST_LABEL_WORDS)) return kept[at] === 1
      labels += 1 - (inCode[at] ?? 0)
    }
    return false
  }
  for (const { firstBlock, endBlock } of code)
    if (isKeptBeyond(firstBlock - 1, -1) && isKeptBeyond(endBlock, 1)) kept.fill(1, firstBlock, endBlock)
}

/** Quotes of other posts in forums. */
const QUOTE = /(?:^|\s)(?:bbcode_quote|bbCodeBlock--quote|quote_?(?:container|box|wrapper))(?:$|\s)/
const LINKED_LISTS = new Set(['ul', 'ol'])
/** The heading of what a text is based on, and of what to read after it. */
const SOURCES =
  /^\s*(?:sources?|references|bibliography|citations|works cited|footnotes|quellen|literatur|einzelnachweise|références|bibliographie|referencias|bibliografía|fonti|bibliografia|bronnen|see also|further reading|next steps?|(?:what['’]s|where to go) next\??|nächste schritte|siehe auch|voir aussi|étapes suivantes|próximos pasos|véase también|下一步|次のステップ)\s*:?\s*$/i
/** So much of a heading is read, in UTF-16 units. */
const LONGEST_SOURCES = 100
/** So much of a text is read for a colon at its end, in UTF-16 units. */
const LONGEST_END = 20
/** Quotes that are posts of other sites, by the classes that these sites ask for. */
const EMBEDDED_POST =
  /(?:^|\s)(?:twitter-(?:tweet|video)|instagram-media|(?:bluesky|mastodon|reddit|tiktok)-embed)(?:$|\s)/

/**
 * Keeps a quote after a kept block if the block after it is kept, or if it is a post of another site. Keeps a quote of a forum
 * before a kept block. Keeps a list between kept blocks, also one of links, that a paragraph of the same element announces, and
 * the sources of a text.
 */
function keepAnnounced({ elements, blocks }: Outline, { clear }: BlockJudgements, kept: Uint8Array): void {
  for (const { kind, className, parent, firstBlock, endBlock } of elements) {
    const isNamed = className !== '' && QUOTE.test(className)
    const isQuote = isNamed || kind.name === 'blockquote'
    const before = blocks[firstBlock - 1]
    const isList = LINKED_LISTS.has(kind.name)
    if (endBlock === firstBlock || clear[firstBlock] === OUTSIDE) continue
    if (!isQuote && before !== undefined && before.level > 0 && kept[firstBlock - 2] === 1) {
      const isNext = isList || before.element.parent === parent
      if (isNext && SOURCES.test(before.text.slice(0, LONGEST_SOURCES)))
        kept.fill(1, firstBlock - 1, endBlock)
    }
    if (!isQuote && !isList) continue
    if (isNamed && kept[endBlock] === 1) kept.fill(1, firstBlock, endBlock)
    if (kept[firstBlock - 1] !== 1) continue
    const isAnnounced = /[:：]\s*$/.test(before?.text.slice(-LONGEST_END) ?? '')
    const isNextKept = kept[endBlock] === 1
    const isOfText = before?.element.kind.name === 'p' && before.element.parent === parent
    const isKept = isQuote
      ? isNextKept || EMBEDDED_POST.test(className)
      : isAnnounced && isNextKept && isOfText
    if (isKept) kept.fill(1, firstBlock, endBlock)
  }
}

/**
 * Keeps short blocks between paragraphs of one element, such as callouts, cards, and rows of key and value, unless their names
 * or links say otherwise. A reader reads them with the text around, and they are too short to be judged alone. On a page with
 * code, this is true between any kept blocks.
 */
function keepGaps(outline: Outline, judgements: BlockJudgements, kept: Uint8Array): void {
  const hasCode = showsCode(outline, kept)
  for (let from = kept.indexOf(0); from !== -1;) {
    const to = kept.indexOf(1, from)
    if (to === -1) return
    const ends = [outline.blocks[from - 1], outline.blocks[to]]
    if (from > 0 && to - from <= LONGEST_GAP) {
      const isLine = isAlike(outline, kept, [from, to])
      const isBetween = isLine || hasCode || isProseBeside(ends)
      if (isBetween && isSameText(outline, judgements, { from, to, isLine })) kept.fill(1, from, to)
    }
    from = kept.indexOf(0, to)
  }
}

export function showsCode({ elements }: Outline, kept: Uint8Array): boolean {
  return elements.some(
    ({ kind, firstBlock, endBlock }) =>
      kind.role === 'pre' && kept.subarray(firstBlock, endBlock).includes(1),
  )
}

/** Tells whether blocks are short, in the element around a kept block next to them, and not named or linked as other pages are. */
function isSameText(
  { blocks, types }: Outline,
  { chances, clear }: BlockJudgements,
  { from, to, isLine }: { from: number; to: number; isLine: boolean },
): boolean {
  const ends = [blocks[from - 1], blocks[to]]
  const isAround = (outer: OutlineElement | undefined): boolean =>
    outer !== undefined && ends.every((block) => block && isInside(block.element, outer))
  const parents = ends.map((block) => block?.element.parent)
  // The lines of an interview may be in an element for each speaker.
  const further = isLine ? parents.map((parent) => parent?.parent) : []
  const around = [...parents, ...further].find(isAround)
  let [words, linked, likely] = [0, 0, 0]
  // In an article, linked cards lead to other stories.
  let isCards = !isArticle(types)
  for (let at = from; at < to; at++) {
    const block = blocks[at]
    if (
      around === undefined ||
      block === undefined ||
      clear[at] === OUTSIDE ||
      !isInside(block.element, around)
    )
      return false
    words += block.words + 1
    likely += (block.words + 1) * (chances[at] ?? 0)
    linked += block.linkedWords
    let [names, tags] = [0, 0]
    for (
      let inner: OutlineElement | undefined = block.innermost;
      inner && inner !== around;
      inner = inner.parent
    ) {
      names |= inner.classWords
      // Labels of tabs are no form.
      if (inner.kind.name !== 'label') tags |= inner.tags
    }
    if ((names & GAP_CLUTTER) !== 0 || (tags & GAP_TAGS) !== 0) return false
    isCards &&= (names & CARD) !== 0
  }
  return words <= GAP_WORDS && likely >= words * GAP_CHANCE && (isCards || linked <= words * GAP_LINK_SHARE)
}

/** Tells whether all blocks of a gap look like kept blocks before and after it, such as the lines of an interview. */
function isAlike({ blocks }: Outline, kept: Uint8Array, [from, to]: readonly [number, number]): boolean {
  const looksOf = (start: number, end: number): (string | undefined)[] =>
    blocks
      .slice(Math.max(0, start), end)
      .map((block, at) => (kept[Math.max(0, start) + at] === 1 ? lookOf(block) : undefined))
  const [before, after] = [looksOf(from - NEAR, from), looksOf(to, to + NEAR)]
  return blocks.slice(from, to).every((block) => {
    const look = lookOf(block)
    return look !== undefined && before.includes(look) && after.includes(look)
  })
}

/** Returns the name and the first class of the element that starts the line of a block; undefined without a class. */
function lookOf({ element }: OutlineBlock): string | undefined {
  const first = /\S+/.exec(element.className.slice(0, LONGEST_NAME))?.[0]
  return first === undefined ? undefined : `${element.kind.name}.${first}`
}

/** Tells whether two blocks are paragraphs, or a paragraph and a heading. */
function isProseBeside(ends: readonly (OutlineBlock | undefined)[]): boolean {
  const isText = (block: OutlineBlock | undefined): boolean => block !== undefined && isProse(block)
  return ends.some(isText) && ends.every((end) => isText(end) || (end?.level ?? 0) > 0)
}

/** Keeps callouts and footnotes in an element with content. They are as short as the text next to content. */
function keepNotes(outline: Outline, { clear }: BlockJudgements, kept: Uint8Array): void {
  const { elements, blocks } = outline
  const wordsOf = countKept(blocks, kept)
  for (const note of elements) {
    if (!note.isInNote || note.parent?.isInNote === true) continue
    const all = wordsOf(elementAround(note) ?? { firstBlock: 0, endBlock: blocks.length })
    const own = wordsOf(note)
    const words = all.words - own.words
    const keptWords = all.keptWords - own.keptWords
    if (keptWords === 0 || keptWords < words * NOTE_SHARE) continue
    for (let at = note.firstBlock; at < note.endBlock; at++) if (clear[at] !== OUTSIDE) kept[at] = 1
  }
}

/** Returns the nearest element around an element that has more text. */
function elementAround({ parent, firstBlock, endBlock }: OutlineElement): OutlineElement | undefined {
  let at = parent
  while (at !== undefined && at.endBlock - at.firstBlock === endBlock - firstBlock) at = at.parent
  return at
}
