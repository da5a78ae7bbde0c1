import { sha256 } from '../util/sha256.ts'

/** Half of a SHA-256 tells pages apart, and halves a manifest. */
const HASH_LENGTH = 32

/**
 * The texts that a hash ignores. Each rule needs a sign that the text is made for each load. So a date, the time of an event, a
 * time of day such as "open from 9:00", a price and "ready in 30 minutes" count as content.
 */
const volatileTexts: readonly RegExp[] = [
  // Timestamps: a time with seconds, also after a date (ISO 8601, RFC 9110), and a date and time that programs write.
  /\b(?:(?:\d{4}-\d{2}-\d{2}[T ]|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} )\d{2}:\d{2}:\d{2}(?:\.\d+)?|\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?: ?(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})\b)?|\b\d{1,2}:\d{2}:\d{2}(?: ?[AaPp][Mm]\b)?/g,
  // Ages and countdowns: "5 minutes ago", "just now", "ends in 3 hours".
  /\b(?:(?:\d+|an?|one) (?:second|sec|minute|min|hour|day|week|month|year)s? ago|(?:begins|closes|ends|expires|opens|refreshes|resets|starts) in \d+ (?:second|minute|hour)s?|just now)\b/gi,
  // Counters: a number with views, visits, readers, downloads, likes, shares, votes or "online".
  /\b\d[\d.,]*[kKmM]? (?:(?:page ?)?views?|visits?|visitors?|readers?|reads|downloads?|likes?|shares?|upvotes?|votes?|(?:users? |guests? |people )?(?:are )?online)\b|\b(?:views|visits|visitors|downloads|likes|shares|votes): ?\d[\d.,]*[kKmM]?\b/gi,
  // Load times: "generated in 0.12 seconds", "generated at 2026-11-25 10:04".
  /\b(?:generated|rendered|loaded|took|served)(?:(?: in)? \d[\d.,]* ?(?:ms|milliseconds?|s|sec|seconds?)|(?: at| on)?:? \d{4}-\d{2}-\d{2} \d{2}:\d{2})\b/gi,
  // Nonces: session ids in paths, and query parameters that name a token, a session or a nonce.
  /;jsessionid=[\w.!-]+|[?&](?:amp;)?(?:nonce|token|csrf|csrf_?token|authenticity_token|sid|session_?id|phpsessid|jsessionid|sig|signature|expires|cb|cachebust(?:er)?|rand(?:om)?|ts|timestamp|_)=[^&\s)"'<>]*/gi,
  // Nonces in HTML: attributes, and the fields and metadata of forms.
  /\bnonce=["'][^"']*["']|\bname=["'](?:_token|authenticity_token|csrf[\w-]*)["'] (?:content|value)=["'][^"']*["']/gi,
  // Cache keys of images, scripts and styles. Elsewhere such a parameter may choose content, as "watch?v=" does.
  /\?(?<=\.(?:avif|css|gif|ico|jpe?g|m?js|png|svg|webp|woff2?)\?)(?:hash|v|ver)=[^&\s)"'<>]*/gi,
  // Fingerprints in file names: "app.3f2a9c1b.js", and UUIDs.
  /[.\-_/](?=[a-f\d]*\d)(?=[a-f\d]*[a-f])[a-f\d]{8,64}(?=\.\w{2,5}\b)|\b[a-f\d]{8}(?:-[a-f\d]{4}){3}-[a-f\d]{12}\b/gi,
]

/** Returns the text without what differs with every load. Linear in the text. */
export function normalizeContent(text: string): string {
  const stable = volatileTexts.reduce((normal, pattern) => normal.replace(pattern, ''), text)
  return stable.replaceAll(/[^\S ]\s*| \s+/g, ' ').trim()
}

/** Returns the hash of a page's content, 32 hexadecimal digits. */
export function contentHash(text: string): string {
  return sha256(normalizeContent(text)).slice(0, HASH_LENGTH)
}
