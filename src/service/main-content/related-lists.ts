import type { BlockRange, Outline, OutlineBlock, OutlineElement } from './outline.ts'
import { isArticle } from './page-types.ts'
import { LEAST_ARTICLE, LEAST_PROSE, LINK_SHARE, type SummedPage } from './summed-page.ts'
import { CLASS_GROUPS, TEXT_GROUPS } from './vocabulary.ts'
import { wordSet } from '../../util/word-set.ts'

export const LISTS = wordSet('ul ol')
const RELATED = CLASS_GROUPS.bits('related')
const SAYS_RELATED = TEXT_GROUPS.bits('related')
/** A list of other pages says so in one of its first blocks, in a few words, and is mostly links. */
const FIRST_BLOCKS = 2
const FEW_WORDS = 8
/** A longer text, in UTF-16 units, is no label. */
const LONGEST_LABEL = 200
/** A list that only its heading calls related has at least this many teasers after this many words of prose. */
const LEAST_TEASERS = 3
/** It has at most this share of the prose before it. */
const PROSE_SHARE = 0.5
/** The id of a section of a text that names other pages. */
const SEE_ALSO = /^see[-_]?also/i
/** So many linked headings after a label of other pages are those of stories, whatever else is there. */
const LEAST_ANNOUNCED = 2
/** The longest list that follows a heading, in blocks. */
const MOST_RELATED = 100
const NONE: readonly BlockRange[] = []

/**
 * Tells whether an element is a list of other pages that says so ("You may also like"), by a class and words or by a heading
 * after a post. On a page of little text it is so large a part that the trees take it for the purpose of the page.
 */
export function isRelated(page: SummedPage, element: OutlineElement): boolean {
  const { firstBlock, endBlock, level } = element
  if (level > 0 || !page.isLinked(element, LINK_SHARE)) return false
  if ((element.classWords & RELATED) === 0 && !isAfterPost(page, element)) return false
  if (SEE_ALSO.test(element.id)) return false
  const { blocks } = page.outline
  return blocks.slice(firstBlock, Math.min(endBlock, firstBlock + FIRST_BLOCKS)).some(saysRelated)
}

/** Returns whether an element starts with a heading about other pages and has their teasers, after the prose of a post. */
function isAfterPost(page: SummedPage, element: OutlineElement): boolean {
  const { firstBlock, endBlock } = element
  const heading = page.outline.blocks[firstBlock]
  if (heading === undefined || !saysRelated(heading)) return false
  const before = page.sumBefore('prose', firstBlock)
  if (before < LEAST_PROSE || page.sum('prose', element) > before * PROSE_SHARE) return false
  return page.sum('teasers', { firstBlock: firstBlock + 1, endBlock }) >= LEAST_TEASERS
}

/** Headings of lists of other pages that are certainly no part of a text, as "See also" may be, in the languages of most pages. */
const OTHER_PAGES = new RegExp(
  [
    String.raw`^\s*(?:(?:related|recommended|similar|suggested|popular|trending|latest|recently viewed|more|other) (?:articles?|posts?|topics?|pages?|content|stor(?:y|ies)|reading|questions?|discussions?|news)|you (?:may|might) (?:also (?:like|enjoy|be interested in)|like)|people also (?:ask|viewed|read)|(?:read|up|what to read) next|keep reading|more (?:from|in|on))\b`,
    String.raw`^\s*(?:related|read more|read also|recommended)\s*:?\s*$`,
    String.raw`^\s*(?:(?:lesen|hören|sehen) sie auch|das könnte (?:sie|dich|ihnen|dir|euch) auch|auch interessant|mehr (?:zum|zu diesem) thema|mehr aus|zum weiterlesen|schon gelesen|(?:der |die )?(?:nächster?|neueste|weitere|ähnliche|passende|verwandte|aktuelle|beliebte) (?:artikel|beiträge|beitrag|themen|meldungen|news|nachrichten))`,
    String.raw`^\s*(?:(?:à )?lire (?:aussi|également)|sur le même (?:sujet|thème)|(?:articles?|sujets?) (?:similaires|liés|associés|connexes)|vous (?:aimerez|pourriez) aussi|à découvrir aussi)`,
    String.raw`^\s*(?:(?:noticias?|artículos?|temas?|contenidos?|notas?) relacionad[oa]s?|te puede interesar|también te puede|le puede interesar|lea también|más (?:noticias|leído|sobre)|notícias relacionadas|leia (?:também|mais)|veja também)`,
    String.raw`^\s*(?:leggi anche|articoli correlati|potrebbe interessarti|lees (?:ook|meer)|gerelateerde|meer over|zobacz (?:też|także|również)|czytaj (?:też|także|również)|przeczytaj (?:też|także|również)|läs (?:också|mer|även)|les også|læs også)`,
    String.raw`^\s*.{0,10}(?:関連|おすすめ|新着|最新|人気)(?:の|する)?(?:記事|ニュース|リンク|エントリ|コンテンツ|特集)?\s*$|^\s*(?:.{0,10}ランキング|(?:あわせて|合わせて)読みたい)\s*$`,
    String.raw`^\s*(?:相关|相關|推荐|推薦|延伸|热门|熱門|热点|熱點|最新|为[你您]|為[你您]|猜你)(?:阅读|閱讀|新闻|新聞|文章|推荐|推薦|喜欢|喜歡|资讯|資訊|链接|連結){1,2}(?:排行榜?)?[:：]?\s*$|^\s*(?:관련|인기|추천|많이 본) ?(?:기사|뉴스)\s*$`,
    // Lists that are on all pages of a site.
    String.raw`^\s*(?:(?:top|our) )?(?:\d+ )?most[ -](?:read|popular|viewed|shared|commented|discussed)\b`,
    String.raw`^\s*(?:meistgelesen|am meisten gelesen|les plus lus|lo más leído|i più letti|mest lest|mest lästa)`,
  ].join('|'),
  'i',
)

function saysRelated(block: OutlineBlock): boolean {
  const mayBeLabel = block.length <= LONGEST_LABEL && block.words < FEW_WORDS
  return mayBeLabel && (block.textWords & SAYS_RELATED) !== 0
}

/** Tells whether a block is a heading or label of other pages. */
export function announcesOthers(block: OutlineBlock): boolean {
  return block.length <= LONGEST_LABEL && OTHER_PAGES.test(block.text) && block.words < FEW_WORDS
}

/**
 * Returns headings and labels of other pages with what follows, if that is links or stories: up to the next heading of the same element, or
 * the list of a label.
 */
export function relatedRuns(page: SummedPage): BlockRange[] {
  const { blocks } = page.outline
  return blocks.flatMap((block, firstBlock) => {
    if (!announcesOthers(block)) return NONE
    const end = Math.min(endOfLabelled(page.outline, firstBlock), firstBlock + MOST_RELATED)
    const isNext = ({ level }: OutlineBlock): boolean => level > 0 && level <= (block.level || level)
    let endBlock = firstBlock + 1
    while (endBlock < end && !isNext(blocks[endBlock] ?? block)) endBlock++
    const range = { firstBlock, endBlock }
    const others = { firstBlock: firstBlock + 1, endBlock }
    const isList =
      endBlock > firstBlock + 1 &&
      (page.isLinked(others, LINK_SHARE) || page.sum('stories', others) >= LEAST_ANNOUNCED)
    return isList && page.sum('prose') - page.sum('prose', range) >= LEAST_PROSE ? range : NONE
  })
}

/** Returns where the element around a heading or label ends. A label in the middle of its element is that of the next part. */
function endOfLabelled({ blocks, elements }: Outline, at: number): number {
  const block = blocks[at]
  let own: OutlineElement | undefined
  let around = block?.element
  while (around !== undefined && around.endBlock === at + 1) {
    own = around
    around = around.parent
  }
  if (around === undefined || block?.level !== 0 || around.firstBlock === at)
    return around?.endBlock ?? blocks.length
  return elements[own?.endIndex ?? -1]?.endBlock ?? at
}

/** A list of other stories has at least this many parts with a linked heading, and they are most of its parts. */
const LEAST_STORIES = 3
const STORY_SHARE = 0.5
/** The excerpts of other stories have at most so many times as many words as the prose of an article. */
const EXCERPT_SHARE = 1.5

/** Returns a function that tells whether an element is a list of other stories, on the page of an article or outside of a text. */
export function storyLists(
  page: SummedPage,
  isBesideText: (range: BlockRange) => boolean,
): (element: OutlineElement) => boolean {
  const { outline } = page
  if (page.sum('stories') < LEAST_STORIES) return () => false
  const isOnArticle = isArticle(outline.types)
  return (element) => {
    if (page.sum('stories', element) < LEAST_STORIES) return false
    const excerpts = page.sum('prose', element)
    const article = page.sum('prose') - excerpts
    if (article < LEAST_ARTICLE || excerpts > article * EXCERPT_SHARE) return false
    if (!isOnArticle && !isBesideText(element)) return false
    const parts = partsOf(outline.elements, element)
    const count = parts.filter((part) => page.sum('stories', part) > 0).length
    return count >= LEAST_STORIES && count > parts.length * STORY_SHARE
  }
}

/** A card has at most this many blocks, and words for each story. A headline with fewer words may name what the text is about. */
const MOST_CARD_BLOCKS = 30
const MOST_CARD_WORDS = 75
const LEAST_HEADLINE_WORDS = 5
const NUMBERED = /^\s*\d+\s*[.)]/

/**
 * Returns a function that tells whether an element within an article without code is a card that leads to another story. A card is
 * a linked headline, and little else.
 */
export function storyCards(page: SummedPage): (element: OutlineElement) => boolean {
  const { blocks, elements, types } = page.outline
  if (page.sum('stories') === 0 || !isArticle(types)) return () => false
  if (elements.some(({ kind }) => kind.role === 'pre')) return () => false
  const isHeadline = ({ words, text }: OutlineBlock): boolean =>
    words >= LEAST_HEADLINE_WORDS && !NUMBERED.test(text)
  return (element) => {
    const { firstBlock, endBlock, level } = element
    const stories = page.sum('stories', element)
    if (stories === 0 || level > 0 || endBlock - firstBlock > MOST_CARD_BLOCKS) return false
    if (page.sum('words', element) > stories * MOST_CARD_WORDS || !page.isLinked(element, LINK_SHARE))
      return false
    if (page.sumBefore('prose', firstBlock) < LEAST_PROSE / 2) return false
    if (page.sum('prose') - page.sum('prose', element) < LEAST_ARTICLE) return false
    return blocks.slice(firstBlock, endBlock).every((block) => block.level === 0 || isHeadline(block))
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

/** A list of headlines has at least this many links and words for each, and almost nothing else. */
const LEAST_HEADLINES = 5
const HEADLINE_WORDS = 4
const HEADLINE_SHARE = 0.9
/** So much of the text before it is read for a colon, in UTF-16 units. */
const LONGEST_END = 20

/** Tells whether an element is a list of headlines that ends an article, which does not announce it. */
export function isHeadlines(page: SummedPage, element: OutlineElement): boolean {
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
  return !isAnnounced
}
