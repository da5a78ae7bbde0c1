import { isUtf8 } from 'node:buffer'

/** How a body is made into a document; `unsupported` when it is not. */
export type MediaKind =
  | 'html'
  | 'text'
  | 'markdown'
  | 'csv'
  | 'json'
  | 'xml'
  | 'pdf'
  | 'unsupported'
  | 'unknown'

/** Returns the kind that a Content-Type says; `unknown` when it says nothing, so that the body has to. */
export function mediaKind(contentType: string | undefined): MediaKind {
  // A site's pages all have one type, and each is asked for its kind several times.
  if (contentType === undefined || contentType !== lastType) lastKind = kindOf(contentType)
  lastType = contentType
  return lastKind
}

let lastType: string | undefined
let lastKind: MediaKind = 'unknown'

function kindOf(contentType: string | undefined): MediaKind {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === '' || type === '*/*' || type === 'application/unknown' || type === 'unknown/unknown')
    return 'unknown'
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html'
  if (type === 'application/pdf' || type === 'application/x-pdf') return 'pdf'
  if (type === 'text/markdown' || type === 'text/x-markdown') return 'markdown'
  if (/[/+]json$/.test(type) || type === 'application/x-ndjson' || type === 'application/jsonl') return 'json'
  if (/[/+]xml$/.test(type)) return type === 'image/svg+xml' ? 'unsupported' : 'xml'
  if (CSV_TYPES.has(type)) return 'csv'
  if (type.startsWith('text/') || TEXT_TYPES.has(type)) return 'text'
  return 'unsupported'
}

const CSV_TYPES = new Set(['text/csv', 'application/csv', 'text/tab-separated-values'])

const TEXT_TYPES = new Set([
  'application/javascript',
  'application/x-javascript',
  'application/ecmascript',
  'application/yaml',
  'application/x-yaml',
  'application/toml',
  'application/x-sh',
  'application/sql',
])

/** Returns the kind of a body whose type nobody named (WHATWG MIME Sniffing, as far as text and PDF go). */
export function sniffKind(body: Buffer): MediaKind {
  const head = body.toString('latin1', 0, 1024)
  if (head.startsWith('%PDF-')) return 'pdf'
  const start = head.replace(/^\u00EF\u00BB\u00BF/, '').trimStart()
  if (/^<\?xml\b/i.test(start)) return /<html\b/i.test(head) ? 'html' : 'xml'
  if (/^<(?:!doctype|!--|[a-z])/i.test(start)) return 'html'
  if (head.includes('\u0000') || !isUtf8(body)) return 'unsupported'
  return 'text'
}
