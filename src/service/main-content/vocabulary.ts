import { copyText } from '../../util/copy-text.ts'
import { wordsIn } from '../../util/word-set.ts'

/** Groups of words. Some of them are given as a number, in which bit i is for group i. */
class WordGroups {
  readonly names: readonly string[]
  readonly #groups = new Map<string, number>()

  /** @param groups their words, with spaces between */
  constructor(groups: Readonly<Record<string, string>>) {
    this.names = Object.keys(groups)
    for (const [index, words] of Object.values(groups).entries())
      for (const word of words.split(' ')) this.#groups.set(word, this.of(word) | (1 << index))
  }

  of(word: string): number {
    return this.#groups.get(word) ?? 0
  }

  /** Returns groups by their names, with spaces between. */
  bits(names: string): number {
    return names.split(' ').reduce((bits, name) => bits | (1 << this.names.indexOf(name)), 0)
  }
}

/** Groups the words in classes and ids that show what an element is for. `relatedPosts` and `related-posts` are two words each. */
export const CLASS_GROUPS = new WordGroups({
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
  forum:
    'message messages thread threads topic topics answer answers question questions forum quote user member profile',
  product:
    'product products price prices cart buy sku spec specs specification specifications variant variants shipping delivery stock quantity wishlist offer shop store',
  review: 'review reviews rating ratings testimonial testimonials stars',
  card: 'card cards grid list listing listings item items tile tiles teaser feed results result loop archive collection',
  filter:
    'filter filters facet facets sort sorting refine toolbar layered swatch swatches option options tool tools',
  slider: 'gallery slider carousel slide slides swiper slick',
  section: 'hero jumbotron section features feature',
  button: 'button buttons btn link links action actions icon icons',
  language: 'lang language languages locale country currency region',
  consentTool:
    'onetrust cookiebot cookieconsent cookielawinfo cmplz usercentrics didomi iubenda osano termly truste trustarc klaro borlabs',
  note: 'footnote footnotes endnote endnotes admonition admonitions',
})

/** Groups the words that show what a short text is for, in the languages of most pages. */
export const TEXT_GROUPS = new WordGroups({
  related:
    'related recommended recommend similar like also latest recent popular trending explore featured discover keep stories verwandte ähnliche weitere aktuelle beliebte similaires aussi relacionados relacionadas populares correlati',
  comments:
    'comment comments replies reply response responses discussion conversation kommentare commentaires comentarios commenti reacties',
  share:
    'share follow tweet facebook twitter linkedin pinterest whatsapp instagram youtube print email teilen partager compartir condividi delen',
  join: 'subscribe newsletter sign signup join login log register email trial started demo contact download anmelden abonnieren inscrire connexion suscribirse iscriviti',
  shop: 'add cart basket bag buy stock quantity sold quick shipping checkout compare wishlist sale regular price warenkorb panier carrito carrello',
  more: 'more view all show load continue click details learn mehr weiterlesen lire suite ver más leggi lees',
  filter:
    'filter filters sort clear refine showing results per apply reset range min max filtern trier filtrar filtra',
  navigation:
    'home menu skip back next previous search close toggle contents jump startseite suche accueil recherche inicio buscar cerca zoeken',
  forum:
    'quote report likes posts joined member reputation location messages reactions votes vote upvote answered asked solution zitieren citer',
  part: 'introduction overview summary conclusion description features specifications faq questions details benefits requirements installation example einleitung beschreibung résumé descripción',
})

/** Groups element names and roles that mean much the same for content. */
export const TAG_GROUPS = new WordGroups({
  header: 'header banner',
  aside: 'aside complementary',
  main: 'main',
  article: 'article',
  section: 'section',
  form: 'form search fieldset legend label',
  list: 'ul ol list menu',
  item: 'li listitem',
  figure: 'figure figcaption',
  code: 'pre code',
  link: 'a',
  button: 'button',
  heading: 'h1 h2 h3 h4 h5 h6 heading',
  paragraph: 'p',
  dialog: 'dialog alertdialog',
  cell: 'td th',
})

/** Groups types of schema.org that say what a page, or a part of it, is. */
export const PAGE_TYPES = new WordGroups({
  article: 'article newsarticle blogposting report techarticle scholarlyarticle review recipe howto',
  product: 'product offer productgroup softwareapplication book movie vehicle individualproduct',
  forum: 'discussionforumposting qapage socialmediaposting',
  list: 'itemlist collectionpage searchresultspage offercatalog someproducts',
  comment: 'comment usercomments answer',
  person: 'person',
})

/** Class names that are clear as a whole, as designers and well-known programs write them. */
const WHOLE_NAMES = [
  // Comments and reviews by readers and customers.
  [
    'opinions',
    /(?:^|[\s_-])(?:comments|reviews|comment-?list|review-?list)(?:[_-](?:area|list|section|container|wrap|wrapper|widget|block|content|tab|panel))?(?:$|\s)/i,
  ],
  // The writer of a post in a forum, and the signature below it.
  [
    'writer',
    /(?:^|\s)(?:post-signature|author_information|c?author-?pane|message-?user(?:-?info)?|message-cell--user|post_?author|postprofile|user-details|user-?info)(?:$|\s)/i,
  ],
  // Lists that WordPress shows next to a text.
  [
    'beside',
    /(?:^|\s)widget_(?:archive|calendar|categories|links|meta|nav_menu|pages|recent_comments|recent_entries|rss|search|tag_cloud)(?:$|\s)/,
  ],
  // What is shown when a reader asks for it.
  [
    'later',
    /(?:^|\s)(?:modal|popup|popover|lightbox)(?:[-_](?:window|dialog|content|body|wrapper|container|overlay|box|fade))?(?:$|\s)/i,
  ],
  // A notice about cookies.
  [
    'consent',
    /(?:^|\s)(?:[a-z]+[_-])?(?:cookies?|gdpr|dsgvo|rgpd|consent)[_-]?(?:banner|bar|box|notice|notification|consent|popup|popin|message|alert|law|disclaimer|warning|modal|overlay|hinweis)(?:$|[\s_-])|(?:^|\s)cc-(?:window|banner)(?:$|\s)/i,
  ],
  // Text that no wide screen shows: it is for screen readers, or a narrow screen has it in place of something else.
  [
    'unseen',
    /(?:^|\s)(?:sr-only|screen-reader-text|visually-?hidden|elementor-hidden-desktop|hidden-lg|hidden-desktop|desktop-hidden|lg:hidden|md:hidden|d-lg-none|d-md-none)(?:$|\s)/,
  ],
  // The contents of the page.
  [
    'contents',
    /(?:^|[\s_-])(?:toc|table-?of-?contents|on-?this-?page|in-?this-?(?:article|page)|page-?(?:toc|contents|outline)|contents|jump-?links?)(?:$|[\s_-])/i,
  ],
  // Tables of links below the articles of wikis.
  [
    'navbox',
    /(?:^|\s)(?:(?:vertical-)?navbox|catlinks|printfooter|sistersitebox|authority-control|navbox-\w+)(?:$|\s)/,
  ],
  // A link to the source of the page.
  ['edit', /(?:^|[\s_-])(?:edit-?(?:this-?page|page|link|info|on-?github)s?)(?:$|[\s_-])/i],
  // A question whether the page helped.
  [
    'feedback',
    /(?:^|[\s_-])(?:feedback|helpful|helpfulness|(?:article|page)-?votes?|pagethumbs|page-?thumbs|rate-?(?:this-?)?(?:page|article)|article-more-questions)(?:$|[\s_-])/i,
  ],
  // Links to the pages before and after this one.
  [
    'neighbors',
    /(?:^|\s)(?:next-?prev|prev-?next|(?:post|posts|article|entry|adjacent|adjacent-entry)-?(?:nav|navigation|pagination|pager)|nav-(?:links|below|previous|next)|pagination-nav|pager)(?:$|\s)/i,
  ],
  // Buttons to share the page.
  [
    'share',
    /(?:^|[\s_-])(?:(?:social|post|page|article)?[_-]?(?:share|sharing)|sharedaddy|addtoany\w*|a2a_kit|addthis\w*|shariff|social-?(?:links|icons|buttons|media))(?:$|[\s_-])/i,
  ],
  // The words of a player.
  [
    'player',
    /(?:^|[\s_-])(?:video-js|vjs-[\w-]+|jwplayer|jw-[\w-]+|plyr|plyr__\w+|mejs\w*|(?:audio|video|media)-?player|text-to-speech(?:-\w+)?|listen-?to-?(?:this-?)?(?:article|story|page)|read-?aloud)(?:$|[\s_-])/i,
  ],
  // The author of an article, below it.
  [
    'author',
    /(?:^|[\s_-])(?:author-?(?:bio|box|card|info|profile|about|description)|about-?(?:the-?)?author|post-?author-?box)(?:$|[\s_-])/i,
  ],
  // The words that a member of a forum puts below each post.
  ['signature', /(?:^|\s)(?:[\w-]+-)?signature(?:$|\s)/i],
  // A box that asks to subscribe, or to sign in.
  [
    'gate',
    /(?:^|[\s_-])(?:paywall\w*|pay-wall|regwall|registration|premium|subscri(?:be|bers?|ptions?)|newsletters?|piano|membership|signup|sign-up|gate)(?:$|[\s_-])/i,
  ],
  // A part that waits for consent.
  [
    'placeholder',
    /(?:^|[\s_-])(?:placeholder|consent|cookies?|gdpr|dsgvo|privacy|two-?click|external-?content|blocked|cmplz|borlabs|usercentrics|uc-embedding|opt-?in)(?:$|[\s_-])/i,
  ],
] as const

/** Most classes hold none of these names, and are not asked about each. */
const ANY_NAME = new RegExp(WHOLE_NAMES.map(([, names]) => names.source).join('|'), 'i')

export type WholeName = (typeof WHOLE_NAMES)[number][0]

export interface ClassMeaning {
  /** The groups of its words, as bits. */
  readonly words: number
  readonly whole: WholeName | undefined
}

/** The most classes and ids whose meanings are cached: the pages of a site repeat them. */
const MOST_REMEMBERED = 5000
const LONGEST_REMEMBERED = 200
const remembered = new Map<string, ClassMeaning>()
const NO_MEANING: ClassMeaning = { words: 0, whole: undefined }

export function classWordsOf(text: string): number {
  return classMeaning(text).words
}

/** Returns the meaning of a class or an id. */
export function classMeaning(text: string): ClassMeaning {
  if (text === '') return NO_MEANING
  const known = remembered.get(text)
  if (known !== undefined) return known
  const words = wordsIn(text).reduce((bits, word) => bits | CLASS_GROUPS.of(word), 0)
  const [whole] = (ANY_NAME.test(text) ? WHOLE_NAMES : []).find(([, names]) => names.test(text)) ?? []
  const meaning = { words, whole }
  if (text.length > LONGEST_REMEMBERED) return meaning
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(copyText(text), meaning)
  return meaning
}

export function textWordsOf(text: string): number {
  const words = text.toLowerCase().match(/[a-zß-ɏ]+/g) ?? []
  return words.reduce((bits, word) => bits | TEXT_GROUPS.of(word), 0)
}

/** Tools that write pages about programs. They say so in a comment, a `meta` element or a footer. */
const TOOLS =
  'javadoc|jsdoc|typedoc|yardoc|doxygen|ldoc|haddock|edoc|exdoc|jazzy|sami\\.|/sami|doctum|phpdoc|gtk-doc|gi-docgen|dokka|' +
  'pydoctor|epydoc|pdoc|/ford|docfx|odoc|crystal docs|natural docs|scaladoc|apigen|rdoc|sdoc|rustdoc|dartdoc|documenter\\.jl'
/** Other tools are known by names of their files and elements. */
const WRITTEN_BY = new RegExp(
  `(?:generat(?:ed|or)|produced|made|built)\\b[^]{0,150}?\\b(?:${TOOLS})|class="phpdocumentor-|compodoc-|redoc\\.stand|app-desc \\{|(?:js/apidocs|lib/template)\\.js`,
  'i',
)
/** The part of a page at each of its ends that is searched. */
const ENDS = 5000

/** Tells whether a tool wrote a page as part of a reference. Such pages have much that is clutter on other pages. */
export function saysReference(html: string): boolean {
  return WRITTEN_BY.test(html.slice(0, ENDS)) || WRITTEN_BY.test(html.slice(-ENDS))
}
