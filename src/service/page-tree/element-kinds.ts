import { wordSet } from '../../util/word-set.ts'

/** The elements of each role. Links, Markdown and main content treat elements by their role. */
const ELEMENTS_OF_ROLE = {
  anchor: 'a area',
  image: 'img image amp-img',
  media: 'source video audio',
  frame: 'iframe frame embed',
  base: 'base',
  meta: 'meta',
  link: 'link',
  title: 'title',
  html: 'html',
  head: 'head',
  body: 'body',
  unseen: 'script style noscript',
  drawing: 'svg math',
  pre: 'pre listing xmp',
  code: 'code kbd samp var',
  break: 'br',
  heading: 'h1 h2 h3 h4 h5 h6',
  block: 'div p li section article blockquote figure figcaption main tr ol ul',
  section: 'header nav',
  emphasis: 'b strong dfn i em cite del s strike',
  table: 'table',
  cell: 'td th',
  definition:
    'dl dt dd details summary address aside center dialog fieldset footer form hgroup legend search',
  checkbox: 'input',
  button: 'button',
} as const

/** The role of an element. `plain` elements are only balanced; `markup` is no element. */
type ElementRole = keyof typeof ELEMENTS_OF_ROLE | 'plain' | 'markup'

/** The properties that an element has by its name. Each name has one object in a page, so that names compare by identity. */
export interface ElementKind {
  readonly name: string
  readonly role: ElementRole
  /** Whether text before and after it is on other lines. */
  readonly isBlock: boolean
  readonly isVoid: boolean
  /** Names of parents that end where this element starts (HTML Standard, "optional tags"). */
  readonly closes: ReadonlySet<string> | undefined
  /** Whether it may be in a head that has no end tag; other elements end the head. */
  readonly belongsToHead: boolean
  readonly holdsText: boolean
  /** Whether it ends drawings and formulas (HTML Standard, "tokens in foreign content"). */
  readonly breaksOut: boolean
  /** Whether its name says that it is never main content, as in navigation. */
  readonly isNonMain: boolean
  /** Whether it holds no content on any kind of page. */
  readonly isSetAside: boolean
}

/** Elements without a meaning here that are too frequent to look up as unknown. */
const COMMON = wordSet(
  'span small sub sup label button figure picture option select textarea tfoot caption colgroup',
)
const VOID = wordSet(
  'area base basefont bgsound br col command embed frame hr img input isindex keygen link meta param source track wbr',
)
const HEAD = wordSet(
  'base basefont bgsound link meta title noscript noframes style script template html head',
)
const TEXT = wordSet('script style title textarea xmp iframe noembed noframes plaintext')
const BREAKS_OUT = wordSet(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol ' +
    'p pre ruby s small span strong strike sub sup table tt u ul var',
)
/** Elements of drawings and of formulas that hold HTML (HTML Standard, "HTML integration point" and the like). */
export const HOLDS_HTML: Readonly<Record<'svg' | 'math', ReadonlySet<string>>> = {
  svg: wordSet('foreignobject desc title'),
  math: wordSet('mi mo mn ms mtext'),
}
const NON_MAIN = wordSet('header footer nav aside')
const SET_ASIDE = wordSet('nav footer select textarea template')

const ROLES = new Map(
  Object.entries(ELEMENTS_OF_ROLE).flatMap(([role, names]) =>
    names.split(' ').map((name) => [name, role as ElementRole] as const),
  ),
)

const BLOCK_ROLES = wordSet('block definition heading pre section table')

/** Which open elements some elements end where they start. */
const CLOSED_BY = {
  tr: 'tr th td',
  th: 'th td',
  td: 'th td',
  thead: 'tr td th tbody',
  tbody: 'thead tbody tr td th caption colgroup',
  tfoot: 'thead tbody tr td th',
  body: 'head',
  a: 'a',
  li: 'li p',
  dd: 'dd dt p',
  dt: 'dd dt p',
  option: 'option',
  optgroup: 'option optgroup',
  rt: 'rt rp',
  rp: 'rt rp',
  'h1 h2 h3 h4 h5 h6': 'p h1 h2 h3 h4 h5 h6',
  'address article aside blockquote details div dl fieldset figcaption figure footer form header hr main menu nav ol p pre section table ul':
    'p',
}
const CLOSES = new Map(
  Object.entries(CLOSED_BY).flatMap(([names, ends]) =>
    names.split(' ').map((name) => [name, wordSet(ends)] as const),
  ),
)

const KNOWN = new Map(
  [COMMON, VOID, HEAD, TEXT, NON_MAIN, SET_ASIDE, BREAKS_OUT, ROLES, CLOSES]
    .flatMap((names) => [...names.keys()])
    .map((name) => [name, describe(name)]),
)

const IMG = KNOWN.get('img')

/** The kind of comments, declarations, stray end tags and tags that are nested too deeply. */
export const MARKUP: ElementKind = { ...describe(''), role: 'markup' }

/** Returns the kind that an element has outside of drawings, where `image` is `img` (HTML Standard, "in body"). */
export function kindInHtml(kind: ElementKind): ElementKind {
  return kind.name === 'image' ? (IMG ?? kind) : kind
}

/**
 * Returns a function that finds the kind of the element whose name is at `start` to `end` in a page, in any case. Names that
 * HTML does not know are kept for this page only, so that pages cannot fill the table of all.
 */
export function createKindFinder(html: string) {
  const unknown = new Map<string, ElementKind>()
  return (start: number, end: number): ElementKind => {
    const name = html.slice(start, end)
    const known = KNOWN.get(name)
    if (known !== undefined) return known
    const folded = name.toLowerCase()
    let kind = KNOWN.get(folded) ?? unknown.get(folded)
    if (kind === undefined) unknown.set(folded, (kind = describe(folded)))
    return kind
  }
}

function describe(name: string): ElementKind {
  const role = ROLES.get(name) ?? 'plain'
  return {
    name,
    role,
    isBlock: BLOCK_ROLES.has(role),
    isVoid: VOID.has(name),
    closes: CLOSES.get(name),
    belongsToHead: HEAD.has(name),
    holdsText: TEXT.has(name),
    breaksOut: BREAKS_OUT.has(name),
    isNonMain: NON_MAIN.has(name),
    isSetAside: SET_ASIDE.has(name),
  }
}
