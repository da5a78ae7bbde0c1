import type { SourceDocument } from '../document/source-document.ts'
import { compareText } from '../util/compare-text.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import type { Json, JsonObject } from '../util/json.ts'
import { sha256 } from '../util/sha256.ts'

/** The file of the prompt lock, at the project's root. */
export const LOCK_FILE = 'crawls.lock.json'

/**
 * The settings that a prompt may decide: which pages a crawl reaches, and how fast. It must not decide how pages are processed.
 */
export const LOCKABLE = [
  'includePaths',
  'excludePaths',
  'maxDiscoveryDepth',
  'sitemap',
  'ignoreQueryParameters',
  'limit',
  'crawlEntireDomain',
  'allowExternalLinks',
  'allowSubdomains',
  'deduplicateSimilarURLs',
  'regexOnFullURL',
  'delay',
  'maxConcurrency',
] as const

/** The question to a service, which generates the settings from both parts. */
export interface PromptQuestion {
  readonly url: string
  readonly prompt: string
}

/** A recorded answer of a service to a prompt. */
export interface LockedPrompt {
  /** The crawl's name. */
  readonly crawl: string
  /** The start URL that was asked with the prompt. */
  readonly url: string
  /** SHA-256 of the prompt's text, in hexadecimal digits. */
  readonly promptDigest: string
  readonly options: JsonObject
}

/** The prompt lock as read. Entry N is at `/prompts/N` of the document. */
export interface PromptLock {
  readonly document: SourceDocument
  readonly entries: readonly LockedPrompt[]
}

/** Returns the SHA-256 of a prompt's text. */
export function digestPrompt(prompt: string): string {
  return sha256(prompt)
}

/** Returns the pointer to the entry with this index. */
export function entryPointer(index: number): JsonPointer {
  return `/prompts/${index}`
}

/** Returns true when `entry` answers this question of this crawl, whichever environment asks it. */
export function answers(entry: LockedPrompt, crawl: string, { url, prompt }: PromptQuestion): boolean {
  return entry.crawl === crawl && entry.url === url && entry.promptDigest === digestPrompt(prompt)
}

/** Returns the text of a lock file. The bytes do not depend on the order of entries or settings. */
export function formatPromptLock(entries: readonly LockedPrompt[]): string {
  const prompts = entries
    .toSorted(
      (a, b) =>
        compareText(a.crawl, b.crawl) ||
        compareText(a.url, b.url) ||
        compareText(a.promptDigest, b.promptDigest),
    )
    .map(({ crawl, options, promptDigest, url }) => ({
      crawl,
      options: sorted(options),
      promptDigest,
      url,
    }))
  return `${JSON.stringify({ formatVersion: 1, prompts }, undefined, 2)}\n`
}

function sorted(options: JsonObject): Record<string, Json> {
  return Object.fromEntries(Object.entries(options).toSorted(([a], [b]) => compareText(a, b)))
}
