import type { SourceDocument } from '../document/source-document.ts'
import { compareText } from '../util/text.ts'
import type { JsonObject, JsonPointer } from '../util/json.ts'
import { sha256 } from '../util/sha256.ts'
import { diagnose, type Diagnostic, type Place } from '../diagnostics/diagnostic.ts'
import { type Layer, writtenLayer } from './layer.ts'
import type { PromptQuestion } from './resolved-crawl.ts'

/** The file of the prompt lock, at the project's root. */
export const LOCK_FILE = 'crawls.lock.json'

/** The settings that a prompt may decide: which pages a crawl reaches, and how fast. It must not decide how pages are processed. */
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

/** A recorded answer of a service to a prompt. */
export interface LockedPrompt {
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

export function entryPointer(index: number): JsonPointer {
  return `/prompts/${index}`
}

/** Returns true when `entry` answers this question of this crawl, whichever environment asks it. */
export function answers(entry: LockedPrompt, crawl: string, { url, prompt }: PromptQuestion): boolean {
  return entry.crawl === crawl && entry.url === url && entry.promptDigest === sha256(prompt)
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
      options: Object.fromEntries(Object.entries(options).toSorted(([a], [b]) => compareText(a, b))),
      promptDigest,
      url,
    }))
  return `${JSON.stringify({ formatVersion: 1, prompts }, undefined, 2)}\n`
}

export interface Prompted {
  /** Undefined for a crawl without a prompt. */
  readonly question: PromptQuestion | undefined
  /** The lock's answer. It is the weakest layer, because the service too prefers written settings over generated ones. */
  readonly answer: Layer | undefined
}

interface AnswerContext {
  readonly lock?: PromptLock | undefined
  readonly ignoresLock?: boolean | undefined
  readonly locate: (pointer: JsonPointer) => Place
}

/** Returns the prompt and its answer in the lock. Warns without an entry; an entry for another question is an error. */
export function answerPrompt(
  { name, was }: { readonly name: string; readonly was: string | undefined },
  merged: JsonObject,
  { lock, ignoresLock = false, locate }: AnswerContext,
  diagnostics: Diagnostic[],
): Prompted {
  const question = questionOf(merged)
  if (question === undefined || ignoresLock) return { question, answer: undefined }
  const entries = lock?.entries ?? []
  const own = entries.some(({ crawl }) => crawl === name) ? name : (was ?? name)
  const index = entries.findIndex((entry) => answers(entry, own, question))
  if (lock !== undefined && index !== -1) return { question, answer: lockLayer(lock, index) }
  const outdated = entries.findIndex(({ crawl }) => crawl === own)
  const known = entries[outdated]
  if (lock === undefined || known === undefined) {
    diagnostics.push(diagnose('lock/missing', { crawl: name }, locate('/prompt')))
  } else {
    const change = known.url === question.url ? 'prompt' : 'start URL'
    const place = lock.document.locate(entryPointer(outdated))
    const related = [{ message: `locked here, in ${LOCK_FILE}`, place }]
    const at = locate(change === 'prompt' ? '/prompt' : '/url')
    diagnostics.push(diagnose('lock/outdated', { crawl: name, change }, at, { related }))
  }
  return { question, answer: undefined }
}

function questionOf({ url, prompt }: JsonObject): PromptQuestion | undefined {
  if (typeof url !== 'string' || typeof prompt !== 'string') return undefined
  // The service ignores an empty prompt, and validation refuses one with a secret.
  return prompt === '' || prompt.includes('${secret:') ? undefined : { url, prompt }
}

/** Returns the layer of an entry. Its texts stay as they are: a reference in them would be filled in while sending. */
function lockLayer({ document, entries }: PromptLock, index: number): Layer {
  return writtenLayer({
    value: entries[index]?.options ?? {},
    document,
    base: `${entryPointer(index)}/options`,
    origin: { kind: 'prompt-lock' },
  })
}
