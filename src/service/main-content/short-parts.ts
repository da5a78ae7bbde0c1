import type { BlockRange, Outline, OutlineBlock, OutlineElement } from './outline.ts'
import { leadsToStart } from './page-title.ts'
import { isArticle } from './page-types.ts'
import { LEAST_ARTICLE } from './summed-page.ts'

/** Longer texts, in UTF-16 units, are not read for what they say. */
const LONGEST_SAYING = 200
/** A question whether the page helped, with its answers. */
const ASKS_WHETHER_HELPFUL =
  /^\s*(?:(?:was|is|were|did|do|does|how|rate|war|ist|hat|cet|cette|¿|¿te|esta|este|questo)\b.{0,60}(?:helpful|useful|\bhelp(?:ed)? you|answer(?:ed)? your question|solved? your|hilfreich|geholfen|weitergeholfen|\butile|útil)|\d[\d,.]* (?:out )?of \d[\d,.]* found this helpful)/i
/** The most words of that question with all its answers, and of an answer. */
const MOST_QUESTION_WORDS = 25
const MOST_BOX_BLOCKS = 7
/** A link to change the page or its source. */
const EDITS_PAGE =
  /^\s*(?:edit|improve|suggest|view|show|report)\b.{0,40}\b(?:page|source|github|gitlab|bitbucket|article|edits?|changes)\s*$/i
const MOST_LINK_WORDS = 8
/** A line that leads to another story, and the words before its link. */
const READ_ALSO =
  /^\s*(?:(?:also )?read(?: (?:also|more|next|this))?|lesen sie (?:auch|mehr)|mehr zum thema|auch interessant|(?:à )?lire (?:aussi|également)|lea (?:también|además)|leia (?:também|mais)|leggi anche|lees ook|læs også|les også|läs (?:också|även)|lue myös|czytaj (?:też|także|również)|přečtěte si|čtěte také|citește și|olvasd el|читайте (?:также|також)|ayrıca okuyun|baca juga)\s*[:|–-]/i
const OTHER_STORY = /^\s*(?:see also|related(?: \w{1,20})?|more on this|recommended|don['’]t miss)\s*[:|–-]/i
/** What a box says that asks to subscribe, with a link or button next to it that does so. */
const ASKS_TO_SUBSCRIBE =
  /\bsubscri\w+\b[^]{0,80}\b(?:newsletters?|inbox|e-?mails?|(?:new|latest|weekly|future) \w+|updates|free)\b|\b(?:sign(?:ing)? ?up|join|get|receive|never miss)\b[^]{0,80}\b(?:newsletters?|inbox)\b|\bnewsletters?\b[^]{0,80}\b(?:subscrib|sign up|abonn|anmeld|inscri|suscri|iscriv)|\b(?:abonn|anmeld|inscri|suscri|iscriv)\w*\b[^]{0,80}\bnewsletters?\b/i
/** A word of each such box: most texts have none. */
const MAY_SUBSCRIBE = /subscri|newsletter|inbox|posteingang|postfach/i
/** What such a box says even without a link. */
const COMES_BY_MAIL =
  /\b(?:delivered|straight|right|directly)\b.{0,30}\bto your inbox\b|\bin (?:dein|ihr|eue?r)(?:e[nm]?)? (?:posteingang|postfach)\b/i
const SUBSCRIBES =
  /^\s*(?:subscribe|sign up|join|get the newsletter|(?:jetzt )?abonnieren|(?:jetzt )?anmelden|s['’]abonner|s['’]inscrire|suscr[ií]bete|suscribirse|iscriviti|abonn\S+)\b/i
/** The address of a link that passes the page on, and what its query holds. */
const PASSES_ON =
  /^mailto:\?|\/(?:sharer?|share(?:article|\.php)?|sharer\.php|intent|dialog|send|submit|pin)\b[^?]*\?[^]*\b(?:u|url|link|href|text|title|media)=/i
/** So much of an address is read, in UTF-16 units. */
const LONGEST_ADDRESS = 1000
const MOST_LINES = 3
const MOST_BOX_WORDS = 60
const MOST_TEASER_WORDS = 30
const MOST_MARK_WORDS = 4
/** A count of readers who reacted, and a link back to the pages above. */
const COUNTS_REACTIONS =
  /^\s*\d[\d.,]*[km]?\s*(?:likes?|comments?|shares?|views?|claps?|reactions?|retweets?|reposts?|reblogs?|favou?rites)\s*$/i
/** The place of an advert, a request to comment or to share, and that there are no comments. */
const SAYS_NOTHING =
  /^\s*(?:advertisement|advertising|sponsored(?: content)?|anzeige|werbung|publicité|publicidad|pubblicità|advertentie|annonse?|annonce|mainos|reklama?|реклама|広告|广告|廣告|광고|(?:article|story|content) continues (?:below|after)(?: (?:this )?ad(?:vertisement)?)?)\s*:?\s*$|^\s*(?:(?:no|leave an?|post a|write a|add a) (?:comments?|reply)|comments (?:are )?(?:closed|off)|(?:keine|0) kommentare|kommentare? (?:sind )?(?:geschlossen|verfassen|schreiben|hinterlassen)|schreiben? (?:sie )?einen kommentar|deja un comentario|laisser un commentaire|lascia un commento|laat een reactie achter)\b|^\s*(?:share (?:this|the) (?:article|page|post|story)|diese[ns]? (?:artikel|seite|beitrag|text) teilen|(?:möchten|wollen) sie (?:den|diesen) (?:artikel|beitrag) teilen|partage[rz] (?:cet article|cette page)|comparte (?:este artículo|esta noticia)|condividi (?:questo )?articolo)\b/i
const MOST_SAYING_WORDS = 10
/** Texts in the place of a video or a post of another site until the reader agrees to it. */
const WAITS_FOR_CONSENT =
  /empfohlener (?:redaktioneller|externer) inhalt|externe[rn]? inhalte? (?:anzeigen|laden|zulassen|von)|\binhalte von \S+ angezeigt werden|\bto (?:view|see|watch) (?:this|the) (?:content|video|post|tweet)\b.{0,80}\b(?:cookies?|consent)|\bpour (?:afficher|voir|visualiser) (?:ce|cette) (?:contenu|vidéo|publication)\b.{0,80}\b(?:cookies?|consent)/i
/** A longer text, in UTF-16 units, is no label. */
const LONGEST_LABEL = 100
const LEADS_BACK =
  /^\s*(?:[←«‹⟵⬅]|(?:(?:go )?back|zurück|retour|volver|indietro|terug|tillbaka)(?: (?:to|zum|zur|zu|à|aux?|a|alla?|naar|till)\b[^]*)?\s*$)/i

/**
 * Returns short texts that say themselves that they are no content. Such are questions whether a page helped, requests to
 * subscribe or to agree, counts of reactions, links to its source and back, and links that pass the page on. The name of the
 * site as a heading is one too, and, in articles, lines that lead to other stories.
 * @param proseOf returns the words of the page's prose
 */
export function shortParts(outline: Outline, proseOf: () => number): BlockRange[] {
  const { blocks } = outline
  const found: BlockRange[] = []
  let firstBlock = -1
  for (const block of blocks) {
    firstBlock++
    const { length, linkedLength, level } = block
    if (length > LONGEST_SAYING) continue
    const { text } = block
    if (ASKS_WHETHER_HELPFUL.test(text) && block.words <= MOST_QUESTION_WORDS)
      found.push(boxAround(blocks, { firstBlock, endBlock: firstBlock + 1 }, MOST_QUESTION_WORDS))
    const subscribes = placeOfSubscribing(blocks, firstBlock)
    if (subscribes !== -1 && proseOf() >= LEAST_ARTICLE)
      found.push(boxAround(blocks, { firstBlock, endBlock: subscribes + 1 }, MOST_BOX_WORDS))
    if (WAITS_FOR_CONSENT.test(text) && proseOf() >= LEAST_ARTICLE)
      found.push(boxAround(blocks, { firstBlock, endBlock: firstBlock + 1 }, MOST_BOX_WORDS))
    const isEmpty = length <= LONGEST_LABEL && SAYS_NOTHING.test(text) && block.words <= MOST_SAYING_WORDS
    if (isEmpty || (level === 0 && COUNTS_REACTIONS.test(text)))
      found.push({ firstBlock, endBlock: firstBlock + 1 })
    if (linkedLength === 0) continue
    const { words, linkedWords } = block
    const isSite = level === 1 && linkedWords === words && isSiteName(outline, block)
    const isAllLink = level === 0 && linkedWords === words && words <= MOST_LINK_WORDS
    const isTool =
      isAllLink &&
      (EDITS_PAGE.test(text) ||
        LEADS_BACK.test(text) ||
        addressesOf(outline, block).every((address) => passesOn(address)) ||
        skips(outline, block, firstBlock))
    const isTeaser = words <= MOST_TEASER_WORDS && linkedWords > 0 && linkedWords >= words - MOST_MARK_WORDS
    const isOther = isTeaser && (READ_ALSO.test(text) || (OTHER_STORY.test(text) && isArticle(outline.types)))
    if (isSite || isTool || (isOther && proseOf() >= LEAST_ARTICLE))
      found.push({ firstBlock, endBlock: firstBlock + 1 })
  }
  return found
}

/** Returns the addresses of the links of a block. */
function addressesOf({ tree }: Outline, { runs }: OutlineBlock): string[] {
  return runs.map(({ element }) => {
    let link: OutlineElement | undefined = element
    while (link !== undefined && link.kind.role !== 'anchor') link = link.parent
    return link === undefined ? '' : (tree.attribute(link.node, 'href') ?? '')
  })
}

/** Tells whether an address passes the page on to another site or by mail. */
function passesOn(address: string): boolean {
  return PASSES_ON.test(address.slice(0, LONGEST_ADDRESS))
}

/** Returns the links without a text that pass the page on: icons, which are written by their labels. */
export function sharingIcons({ tree, elements }: Outline): number[] {
  const isIcon = ({ node, kind, firstBlock, endBlock }: OutlineElement): boolean =>
    kind.role === 'anchor' && firstBlock === endBlock && passesOn(tree.attribute(node, 'href') ?? '')
  return elements.filter(isIcon).map(({ node }) => node)
}

/** Tells whether a block begins the page as a link to a place in it. */
function skips(outline: Outline, block: OutlineBlock, index: number): boolean {
  return index === 0 && addressesOf(outline, block).every((address) => address.includes('#'))
}

/** Tells whether a block is a heading that leads to the start page. */
function isSiteName({ tree }: Outline, { innermost }: OutlineBlock): boolean {
  let heading = innermost
  while (heading.parent !== undefined && heading.kind.role !== 'heading') heading = heading.parent
  return leadsToStart(tree, heading.node)
}

/** Returns the block with a link or button that subscribes, of a text that asks to do so, or -1. */
function placeOfSubscribing(blocks: readonly OutlineBlock[], at: number): number {
  const asks = blocks[at]
  if (asks === undefined || !MAY_SUBSCRIBE.test(asks.text)) return -1
  if (COMES_BY_MAIL.test(asks.text)) return at
  if (!ASKS_TO_SUBSCRIBE.test(asks.text) || asks.words > MOST_BOX_WORDS) return -1
  const near = blocks.slice(at, at + MOST_LINES)
  const place = near.findIndex((block) =>
    block.runs.some(
      (run) => (run.isLinked || run.element.kind.name === 'button') && SUBSCRIBES.test(block.textOf(run)),
    ),
  )
  return place === -1 ? -1 : at + place
}

/** Returns the largest element around a range that is short, or the range. */
function boxAround(blocks: readonly OutlineBlock[], range: BlockRange, mostWords: number): BlockRange {
  let box = range
  let element: OutlineElement | undefined = blocks[range.firstBlock]?.element
  for (; element !== undefined; element = element.parent) {
    const { firstBlock, endBlock } = element
    if (endBlock - firstBlock > MOST_BOX_BLOCKS) break
    const words = blocks.slice(firstBlock, endBlock).reduce((sum, block) => sum + block.words, 0)
    if (words > mostWords) break
    if (endBlock >= range.endBlock) box = element
  }
  return box
}
