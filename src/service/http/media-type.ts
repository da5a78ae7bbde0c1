import { parseUrl } from '../../util/can-parse-url.ts'
import { wordSet } from '../../util/word-set.ts'

/** The ways to read a body. An `unsupported` one is not read. */
export type MediaKind =
  | 'html'
  | 'text'
  | 'markdown'
  | 'csv'
  | 'json'
  | 'xml'
  | 'pdf'
  | 'office'
  | 'unsupported'
  | 'unknown'

/** The data of an answer that tell its kind. */
export interface NamedAnswer {
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** Returns the kind by the Content-Type of an answer, or else by the file name; `unknown` if only the body can show it. */
export function mediaKind(answer: NamedAnswer): MediaKind {
  const values = (answer.headers['content-type'] ?? '').split(',')
  const types = values.map((value) => value.replace(/;.*/s, '').trim().toLowerCase())
  // A header that is sent twice has several types; the last counts (Fetch Standard).
  const type = types.findLast((name) => /^[\w.+-]+\/[\w.+-]+$/.test(name)) ?? ''
  const kind = KINDS.find(([, types]) => types.test(type))?.[0] ?? 'unsupported'
  return kind === 'any' || kind === 'named' ? kindOfName(answer, kind) : kind
}

/** Returns the kind of a file from its suggested name or from its URL. One without an extension may be of `any` kind. */
function kindOfName({ url, headers }: NamedAnswer, type: 'any' | 'named'): MediaKind {
  const sent = /filename\*?\s*=\s*"?([^";]*)/i.exec(headers['content-disposition'] ?? '')?.[1]
  const name = sent ?? url.replace(/[?#].*$/s, '')
  // The "2" of "v1.2" is not an extension.
  const extension = /\.([a-z][a-z\d]{0,7})\s*$/i
    .exec(name.slice(name.lastIndexOf('/') + 1))?.[1]
    ?.toLowerCase()
  if (extension === undefined) return type === 'any' ? 'unknown' : 'unsupported'
  return EXTENSIONS.find(([, names]) => names.has(extension))?.[0] ?? 'unsupported'
}

/** The kinds of media types. The first that fits counts. */
const KINDS: readonly (readonly [MediaKind | 'any' | 'named', RegExp])[] = [
  ['html', /^(?:text\/html|application\/xhtml\+xml)$/],
  ['unknown', /^(?:(?:application|unknown)\/unknown)?$/],
  ['pdf', /^(?:application|image|text)\/(?:x-)?pdf$|^application\/acrobat$/],
  // The office files that Firecrawl reads. Microsoft's types go on with "document", "sheet.macroenabled.12" and so on.
  [
    'office',
    /^application\/(?:vnd\.openxmlformats-officedocument\.(?:wordprocessing|spreadsheet|presentation)ml\b|(?:docx|xlsx|(?:x-)?(?:ms)?excel)$)/,
  ],
  ['office', /^application\/vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation)(?:-template)?$/],
  // Servers send tables of text under the older type of Excel, and programs write pages for it.
  ['csv', /^(?:(?:text|application)\/csv|text\/tab-separated-values|application\/vnd\.ms-excel)$/],
  ['office', /^application\/(?:msword|vnd\.ms-(?:word|excel|powerpoint)(?:\..*)?|epub\+zip)$/],
  ['office', /^(?:application|text)\/(?:x-)?rtf$/],
  ['markdown', /^text\/(?:x-)?markdown$/],
  ['json', /[/+](?:x-)?(?:nd)?json(?:5|l|lines|-seq)?$/],
  ['unsupported', /^image\/svg\+xml$/],
  ['xml', /[/+]xml$/],
  ['text', /^text\/|[/+](?:x-)?yaml$|^application\/(?:(?:x-)?javascript|ecmascript|toml|x-sh|sql)$/],
  // Types that servers send for any file.
  ['any', /^(?:application|binary)\/(?:octet-stream|(?:x-)?(?:force-)?download|(?:x-)?zip(?:-compressed)?)$/],
  ['named', /^application\//],
]

/** The kinds of files by the ends of their names. Many servers know no type for Markdown and source code. */
const EXTENSIONS: readonly (readonly [MediaKind, ReadonlySet<string>])[] = [
  ['pdf', wordSet('pdf')],
  ['office', wordSet('doc docx docm xls xlsx xlsm xlsb ppt pps pptx pptm ppsx odt ods odp rtf epub')],
  ['html', wordSet('html htm xhtml')],
  ['markdown', wordSet('md mdx markdown')],
  ['csv', wordSet('csv tsv')],
  ['json', wordSet('json jsonl ndjson geojson ipynb')],
  ['xml', wordSet('xml rss atom')],
  [
    'text',
    wordSet(
      'txt text rst adoc asciidoc org tex log yaml yml toml ini conf cfg diff patch css js mjs ts tsx jsx py rb go rs java kt ' +
        'c h cc cpp hpp cs php pl r swift scala lua sh sql graphql proto tf',
    ),
  ],
]

/** A package, an older Office file, and RTF. */
const OFFICE_STARTS = ['PK\u0003\u0004', '\u00D0\u00CF\u0011\u00E0', String.raw`{\rtf`]

/** PNG, GIF, JPEG, gzip, 7z, RAR, bzip2, xz, Ogg, MP3, ELF, WebAssembly and web fonts. */
const IMAGES_AND_ARCHIVES =
  // oxlint-disable-next-line no-control-regex
  /^(?:\u0089PNG\r\n\u001A\n|GIF8[79]a|\u00FF\u00D8\u00FF|\u001F\u008B\u0008|7z\u00BC\u00AF'\u001C|Rar!\u001A\u0007|BZh|\u00FD7zXZ\u0000|OggS\u0000|ID3|\u007FELF|\u0000asm|wOF[F2])/

/** XML that is a page: its first element is that of HTML. */
const PAGE = /^\s*(?:<[?!][^>]*>\s*)*<html\b/i

/** Bytes that no text has (WHATWG MIME Sniffing, "binary data byte"). Texts in UTF-16 begin with a mark. */
// oxlint-disable-next-line no-control-regex
const BINARY = /^(?!\u00FE\u00FF|\u00FF\u00FE)[^]*[\u0000-\u0008\u000B\u000E-\u001A\u001C-\u001F]/

/** Returns the kind of a body by its named kind and first bytes: servers also send PDFs, packages and images as text. */
export function kindByBytes(named: MediaKind, body: Buffer): MediaKind {
  if (body.length === 0 || named === 'unsupported') return named
  if (named === 'unknown') return sniffKind(body)
  const found = sniffFile(body)
  if (named === 'pdf' || named === 'office') return found === 'pdf' || found === 'office' ? found : named
  if (found !== undefined) return found
  if (named === 'xml' && PAGE.test(body.toString('utf8', 0, 1024))) return 'html'
  if (named === 'csv' && sniffKind(body) === 'html') return 'html'
  return named === 'text' && BINARY.test(body.toString('latin1', 0, 1024)) ? 'unsupported' : named
}

function sniffFile(body: Buffer): 'pdf' | 'office' | 'unsupported' | undefined {
  const head = body.toString('latin1', 0, 64)
  if (/^\s*%PDF-/.test(head)) return 'pdf'
  if (OFFICE_STARTS.some((start) => head.startsWith(start))) return 'office'
  const isMedia =
    (IMAGES_AND_ARCHIVES.test(head) && BINARY.test(head)) ||
    /^RIFF[^]{4}(?:WEBP|WAVE|AVI )/.test(head) ||
    (head.startsWith('\u0000') && head.startsWith('ftyp', 4))
  return isMedia ? 'unsupported' : undefined
}

/** Returns the kind of a body without a type (WHATWG MIME Sniffing, for texts and the files that are read). */
export function sniffKind(body: Buffer): MediaKind {
  const head = body.toString('latin1', 0, 1024)
  const file = sniffFile(body)
  if (file !== undefined) return file
  const start = head.replace(/^\u00EF\u00BB\u00BF/, '').trimStart()
  if (/^<\?xml\b/i.test(start)) return /<html\b/i.test(head) ? 'html' : 'xml'
  if (/^<(?:!doctype|!--|[a-z])/i.test(start)) return 'html'
  return BINARY.test(head) ? 'unsupported' : 'text'
}

/** Tells whether a URL's path says that it is a sitemap: such a start URL is read as one. */
export function isSitemapUrl(url: string): boolean {
  return /\.(?:xml(?:\.gz)?|txt\.gz)$/i.test(parseUrl(url)?.pathname ?? '')
}

/** A sitemap or feed by its root element, or a list of URLs in lines. */
const SITEMAP =
  /^\s*(?:(?:<[?!][^>]*>\s*)*<(?:[\w-]+:)?(?:urlset|sitemapindex|rss|feed|RDF)\b|https?:\/\/\S+[\t ]*(?:[\r\n]|$))/

/** Tells whether a text is a sitemap or feed, without its type and address. */
export function isSitemapText(text: string): boolean {
  return SITEMAP.test(text.slice(0, 4096))
}
