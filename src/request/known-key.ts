/** Forms of keys, with the name of each kind. */
const knownKeys = (): readonly (readonly [RegExp, string])[] => [
  [/\bfc-[0-9a-f]{32}\b/, 'a Firecrawl API key'],
  [/\bsk-[A-Za-z0-9_-]{20,}\b/, 'an API key ("sk-...")'],
  [/\bgh[pousr]_[A-Za-z0-9]{36,}\b/, 'a GitHub token'],
  [/\bgithub_pat_\w{40,}\b/, 'a GitHub token'],
  [/\bglpat-[\w-]{20,}\b/, 'a GitLab token'],
  [/\bAKIA[0-9A-Z]{16}\b/, 'an AWS access key'],
  [/\bxox[abprs]-[\w-]{10,}\b/, 'a Slack token'],
  [/\bAIza[\w-]{35}\b/, 'a Google API key'],
  [/\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/, 'a signed token (JWT)'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'a private key'],
]

/** Every known key contains one of these. */
const KEY_HINT = /fc-|sk-|gh[pousr]_|github_pat_|glpat-|AKIA|xox[abprs]-|AIza|eyJ|-----BEGIN/

/** Returns the kind of the first known key in a text, for messages; undefined without one. */
export function knownKey(text: string): string | undefined {
  return KEY_HINT.test(text) ? knownKeys().find(([form]) => form.test(text))?.[1] : undefined
}
