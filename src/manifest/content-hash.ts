import { sha256 } from '../util/sha256.ts'

/** Half of a SHA-256 tells pages apart, and halves a manifest. */
const HASH_LENGTH = 32

/**
 * The texts that a hash ignores. Each rule needs a sign that the text is made for each load. So a date, a time of day such as
 * "open from 9:00" and a price count as content.
 */
const volatileTexts: readonly RegExp[] = [
  // Timestamps: a date with a time of day (ISO 8601, RFC 9110), and a time with seconds.
  /\b(?:\d{4}-\d{2}-\d{2}[T ]|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} )\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})\b)?|\b\d{1,2}:\d{2}:\d{2}(?: ?[AaPp][Mm]\b)?/g,
  // Ages: "5 minutes ago", "in 3 hours", "just now".
  /\b(?:(?:\d+|an?|one) (?:second|sec|minute|min|hour|day|week|month|year)s? ago|in \d+ (?:second|minute|hour)s?|just now)\b/gi,
  // Counters: a number with views, visits, readers, downloads, likes, shares, votes or "online".
  /\b\d[\d.,]*[kKmM]? (?:(?:page ?)?views?|visits?|visitors?|readers?|reads|downloads?|likes?|shares?|upvotes?|votes?|(?:users? |guests? |people )?(?:are )?online)\b|\b(?:views|visits|visitors|downloads|likes|shares|votes): ?\d[\d.,]*[kKmM]?\b/gi,
  // Load times: "generated in 0.12 seconds".
  /\b(?:generated|rendered|loaded|took|served)(?: in)? \d[\d.,]* ?(?:ms|milliseconds?|s|sec|seconds?)\b/gi,
  // Nonces: session ids in paths, and query parameters that name a token, a session, a nonce or a cache key.
  /;jsessionid=[\w.!-]+|(?<=[?&])(?:amp;)?(?:nonce|token|csrf|csrf_?token|authenticity_token|sid|session_?id|phpsessid|jsessionid|sig|signature|expires|cb|cachebust(?:er)?|rand(?:om)?|ts|timestamp|_|v|ver|hash)=[^&\s)"'<>]*/gi,
  // Fingerprints in file names: "app.3f2a9c1b.js", and UUIDs.
  /(?<=[.\-_/])(?=[a-f\d]*\d)(?=[a-f\d]*[a-f])[a-f\d]{8,64}(?=\.\w{2,5}\b)|\b[a-f\d]{8}(?:-[a-f\d]{4}){3}-[a-f\d]{12}\b/gi,
]

/** Returns the text without what differs with every load. Linear in the text. */
export function normalizeContent(text: string): string {
  const stable = volatileTexts.reduce((normal, pattern) => normal.replace(pattern, ''), text)
  return stable.replaceAll(/\s+/g, ' ').trim()
}

/** Returns the hash of a page's content, 32 hexadecimal digits. */
export function contentHash(text: string): string {
  return sha256(normalizeContent(text)).slice(0, HASH_LENGTH)
}
