import { extend, hashOf, WordTable } from './word-table.ts'

/**
 * Words that tell what an element is for, as designers and content systems of all kinds call them, in groups. An element's
 * class and id are read as words (`relatedPosts` and `related-posts` are two each).
 */
const CALLED = {
  navigation: 'nav navbar navigation menu menus submenu megamenu subnav topnav sitenav navi',
  breadcrumbs: 'breadcrumb breadcrumbs crumb crumbs',
  pages: 'pager pagination paging paginate pages next prev previous',
  header: 'header head masthead topbar top banner',
  footer: 'footer foot bottom colophon copyright legal',
  side: 'sidebar side aside rail secondary tertiary sidenav',
  related:
    'related relateds recommend recommended recommendation recommendations similar more also popular trending latest recent recently suggested suggestions suggestion upsell crosssell recirc readmore',
  share:
    'share sharing shares social socials follow facebook twitter linkedin pinterest whatsapp sociable addthis addtoany sharedaddy',
  comments: 'comment comments reply replies respond response responses discuss disqus commentlist',
  advert:
    'ad ads advert advertisement advertising promo promotion promotions promoted sponsor sponsored dfp taboola outbrain cta adsense adslot',
  consent: 'cookie cookies consent gdpr privacy onetrust ccpa cookiebot cmp',
  form: 'form forms login signin signup register registration subscribe subscription newsletter search searchform input contact optin',
  about:
    'author authors byline meta metadata date time timestamp tags tag category categories cat cats posted published bio avatar info',
  hidden:
    'hidden hide modal popup overlay dialog tooltip offcanvas drawer lightbox dropdown collapse collapsed sr screen visually print noprint skip invisible none',
  widget: 'widget widgets',
  content:
    'content contents article post entry body text main story prose markdown rich rte copy wysiwyg richtext',
  description: 'description desc details detail about overview intro lead excerpt summary abstract',
  forum:
    'message messages thread threads topic topics answer answers question questions forum quote user member profile',
  product:
    'product products price prices cart buy sku spec specs specification specifications variant variants shipping delivery stock quantity wishlist offer shop store',
  review: 'review reviews rating ratings testimonial testimonials stars',
  card: 'card cards grid list listing listings item items tile tiles teaser feed results result loop archive collection',
  filter:
    'filter filters facet facets sort sorting refine toolbar layered swatch swatches option options tool tools',
  title: 'title headline heading name',
  slider: 'gallery slider carousel slide slides swiper slick',
  accordion: 'faq faqs accordion toc',
  section: 'hero jumbotron section features feature',
  button: 'button buttons btn link links action actions icon icons',
  language: 'lang language languages locale country currency region',
  consentTool:
    'onetrust cookiebot cookieconsent cookielawinfo cmplz usercentrics didomi iubenda osano termly truste trustarc klaro borlabs',
} as const

/** Words that tell what a short text is for, in the languages that most pages are written in. */
const SAID = {
  related:
    'related recommended recommend similar like also latest recent popular trending explore featured discover keep stories verwandte ähnliche weitere aktuelle beliebte similaires aussi relacionados relacionadas populares correlati',
  comments:
    'comment comments replies reply response responses discussion conversation kommentare commentaires comentarios commenti reacties',
  share:
    'share follow tweet facebook twitter linkedin pinterest whatsapp instagram youtube print email teilen partager compartir condividi delen',
  join: 'subscribe newsletter sign signup join login log register email trial started demo contact download anmelden abonnieren inscrire connexion suscribirse iscriviti',
  legal:
    'copyright rights reserved privacy policy terms cookies cookie accept disclaimer imprint impressum datenschutz confidentialité privacidad',
  origin:
    'by posted published updated written author min minutes tags tag category categories filed views ago von par por',
  shop: 'add cart basket bag buy stock quantity sold quick shipping checkout compare wishlist sale regular price warenkorb panier carrito carrello',
  more: 'more view all show load continue click details learn mehr weiterlesen lire suite ver más leggi lees',
  filter:
    'filter filters sort clear refine showing results per apply reset range min max filtern trier filtrar filtra',
  navigation:
    'home menu skip back next previous search close toggle contents jump startseite suche accueil recherche inicio buscar cerca zoeken',
  forum:
    'quote report likes posts joined member reputation location messages reactions votes vote upvote answered asked solution zitieren citer',
  part: 'introduction overview summary conclusion description features specifications faq questions details benefits requirements installation example einleitung beschreibung résumé descripción',
} as const

/** The groups of words that an element may be called by; bit i stands for the i-th. */
export const CALLED_GROUPS = Object.keys(CALLED)
/** The groups of words that a short text may hold; bit i stands for the i-th. */
export const SAID_GROUPS = Object.keys(SAID)

/** Of the group of what is not shown. */
export const HIDDEN = calledBits('hidden')

const CALLED_BY_HASH = new WordTable(bitsByWord(CALLED))
const SAID_BITS = bitsByWord(SAID)
const SAID_BY_HASH = new WordTable(SAID_BITS)
const COPYRIGHT = SAID_BITS.get('copyright') ?? 0
const COPY = hashOf('copy')

/** Names of elements and roles, in groups that are much the same to who looks for content. */
const NAMED = {
  header: 'header banner',
  aside: 'aside complementary',
  main: 'main',
  article: 'article',
  section: 'section',
  form: 'form search fieldset legend label',
  table: 'table',
  list: 'ul ol list menu',
  item: 'li listitem',
  figure: 'figure figcaption',
  definitions: 'dl dt dd',
  code: 'pre code',
  quote: 'blockquote',
  link: 'a',
  button: 'button',
  noscript: 'noscript',
  details: 'details summary',
  heading: 'h1 h2 h3 h4 h5 h6 heading',
  paragraph: 'p',
  dialog: 'dialog alertdialog',
  cell: 'td th',
} as const

/** The groups of names; bit i stands for the i-th. */
export const NAMED_GROUPS = Object.keys(NAMED)
const NAMED_BITS = bitsByWord(NAMED)
/** The names in these groups. */
export const NAMES: readonly string[] = [...NAMED_BITS.keys()]

/** Finds the groups of an element's name or of its role. */
export function groupOfName(name: string): number {
  return NAMED_BITS.get(name) ?? 0
}

/** Finds the bits of groups of words that elements are called by. */
export function calledBits(groups: string): number {
  return bitsOf(CALLED_GROUPS, groups)
}

/** Finds the bits of groups of words that short texts hold. */
export function saidBits(groups: string): number {
  return bitsOf(SAID_GROUPS, groups)
}

/** Finds the bits of groups of names. */
export function namedBits(groups: string): number {
  return bitsOf(NAMED_GROUPS, groups)
}

function bitsOf(all: readonly string[], groups: string): number {
  return groups.split(' ').reduce((bits, group) => bits | (1 << all.indexOf(group)), 0)
}

/** Finds the groups of the words in a class or an id, which stands from `start` to `end` in a page. */
export function groupsOfClass(html: string, start: number, end: number): number {
  let bits = 0
  let hash = 0
  let wasSmall = false
  for (let at = start; at < end; at++) {
    const code = html.charCodeAt(at)
    const folded = code | 0x20
    const isWord = folded >= 0x61 && folded <= 0x7a
    const isSmall = isWord && code === folded
    // `relatedPosts` is two words.
    if (hash !== 0 && (!isWord || (wasSmall && !isSmall))) {
      bits |= CALLED_BY_HASH.bitsOf(hash)
      hash = 0
    }
    if (isWord) hash = extend(hash, folded)
    wasSmall = isSmall
  }
  return hash === 0 ? bits : bits | CALLED_BY_HASH.bitsOf(hash)
}

const COPYRIGHT_SIGN = 0xa9
const AMPERSAND = 0x26
const SEMICOLON = 0x3b

/** Finds the groups of the words in a text, which stands in several places of a page: pairs of start and end. */
export function groupsOfText(html: string, runs: readonly number[]): number {
  let bits = 0
  let hash = 0
  for (let run = 0; run < runs.length; run += 2) {
    const end = runs[run + 1] ?? 0
    for (let at = runs[run] ?? 0; at < end; at++) {
      const code = html.charCodeAt(at)
      const folded = code < 0x80 ? code | 0x20 : fold(code)
      if (isLetter(folded)) hash = extend(hash, folded)
      else {
        if (hash !== 0) bits |= SAID_BY_HASH.bitsOf(hash)
        const isReference = code === SEMICOLON && hash === COPY && html.charCodeAt(at - 5) === AMPERSAND
        if (isReference || code === COPYRIGHT_SIGN) bits |= COPYRIGHT
        hash = 0
      }
    }
  }
  return hash === 0 ? bits : bits | SAID_BY_HASH.bitsOf(hash)
}

/** A small one of the languages of the vocabulary. */
function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0xdf && code < 0x250)
}

function fold(code: number): number {
  if (code < 0xc0 || code >= 0x250) return code
  return String.fromCharCode(code).toLowerCase().charCodeAt(0)
}

function bitsByWord(groups: Readonly<Record<string, string>>): Map<string, number> {
  const bits = new Map<string, number>()
  for (const [index, words] of Object.values(groups).entries())
    for (const word of words.split(' ')) bits.set(word, (bits.get(word) ?? 0) | (1 << index))
  return bits
}
