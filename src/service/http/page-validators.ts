import { given } from '../../util/json.ts'
import { sha256 } from '../../util/sha256.ts'
import type { StoredBody } from './receive-body.ts'

/** Validators of an answer (RFC 9110 section 8.8), which show whether a page has changed since it was read. */
export interface PageValidators {
  readonly etag?: string | undefined
  readonly lastModified?: string | undefined
  /** A hash of the body, as far as it is read, and of the headers that decide how it is read. */
  readonly hash?: string | undefined
}

/** The status of an answer without a body: the page is as the request's conditions say. */
export const NOT_MODIFIED = 304

/** Headers by which a request asks for a page only under a condition (RFC 9110 section 13), or for a part of it. */
const CONDITIONAL = /^(?:if-(?:match|modified-since|none-match|range|unmodified-since)|range)$/i
/** A suffix that servers add to the tag of a compressed body, but often not to that of its 304. */
const CODING_SUFFIX = /(?:-+|;)(?:br|deflate|gzip|zstd)(?="$)/
/** Headers that change how the same bytes are read. */
const READING = ['content-type', 'content-disposition', 'refresh']
/** A site may send anything, and the client refuses to send other characters. */
const ETAG = /^[\x21-\x7e]{1,512}$/
const DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

interface WholeAnswer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer | StoredBody
}

export function validatorsOf({ statusCode, headers, body }: WholeAnswer): PageValidators {
  const { etag, 'last-modified': date } = headers
  const read = READING.map((name) => headers[name] ?? '').join('\n')
  return {
    etag: etag !== undefined && ETAG.test(etag) ? etag : undefined,
    lastModified: date !== undefined && DATE.test(date) ? date : undefined,
    hash: statusCode === 200 && Buffer.isBuffer(body) ? sha256(`${sha256(body)}\n${read}`) : undefined,
  }
}

/** How an answer may be kept: to be given as it is, only to ask the site whether it has changed, or not at all. */
export type Keeping = 'give' | 'ask' | 'never'

/**
 * Returns how a private cache may keep an answer (RFC 9111). `maxAge` of the crawl replaces its lifetime. The key of a page holds all
 * headers that were sent, so of `Vary` only `*` matters. An answer that sets cookies is asked for, because the crawl needs them.
 */
export function keepingOf(headers: Readonly<Record<string, string | undefined>>): Keeping {
  const { 'cache-control': control = '', vary = '', 'set-cookie': cookies } = headers
  const words = control.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').toLowerCase()
  const has = (name: string): boolean => words.split(',').some((word) => word.split('=')[0]?.trim() === name)
  if (has('no-store') || vary.split(',').some((name) => name.trim() === '*')) return 'never'
  return has('no-cache') || cookies !== undefined ? 'ask' : 'give'
}

const STRICTEST = ['never', 'ask', 'give'] as const

/** Returns how to keep a stored page after an answer that it has not changed, which need not repeat all headers. */
export function keepingAfter(stored: Keeping, now: Keeping): Keeping {
  return STRICTEST.find((keeping) => keeping === stored || keeping === now) ?? now
}

export function conditionsOf({ etag, lastModified }: PageValidators): Readonly<Record<string, string>> {
  return given({ 'if-none-match': etag, 'if-modified-since': lastModified })
}

export function isConditional(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => CONDITIONAL.test(name))
}

/**
 * Returns the validators of a page that has not changed; undefined if it has, or if the answer is about another version
 * (RFC 9111, 4.3.4).
 * @param stored validators of the stored page, whose conditions the request carried
 * @param now validators of the answer
 */
export function unchangedValidators(
  statusCode: number,
  stored: PageValidators,
  now: PageValidators,
): PageValidators | undefined {
  if (statusCode !== NOT_MODIFIED)
    return stored.hash !== undefined && stored.hash === now.hash ? now : undefined
  // A site that answers so without being asked says nothing about the stored page.
  if (!hasConditions(stored)) return undefined
  const { etag, lastModified } = now
  const isSame =
    stored.etag !== undefined && etag !== undefined
      ? opaqueTag(stored.etag) === opaqueTag(etag)
      : lastModified === undefined || [lastModified, undefined].includes(stored.lastModified)
  return isSame ? { ...stored, ...given({ etag, lastModified }) } : undefined
}

/** Returns whether the site can be asked about a page with these validators. */
export function hasConditions({ etag, lastModified }: PageValidators): boolean {
  return etag !== undefined || lastModified !== undefined
}

/** Returns the part of an entity tag that a weak comparison looks at (RFC 9110, 8.8.3.2). */
function opaqueTag(etag: string): string {
  return etag.replace(/^W\//, '').replace(CODING_SUFFIX, '')
}
