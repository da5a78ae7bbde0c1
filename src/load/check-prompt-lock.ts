import { diagnose } from '../diagnostics/catalogue.ts'
import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts'
import { decodeText } from '../document/decode-text.ts'
import { LineMap } from '../document/line-map.ts'
import { parseFile } from '../document/document.ts'
import type { SourceDocument } from '../document/source-document.ts'
import {
  entryPointer,
  LOCK_FILE,
  LOCKABLE,
  type LockedPrompt,
  type PromptLock,
} from '../resolve/prompt-lock.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { joinPointer } from '../util/json-pointer.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../util/json.ts'
import { suggest } from '../util/suggest.ts'
import { findSchemaProblems } from '../validate/explain-errors.ts'
import type { Unread } from './file-source.ts'
import type { Loading } from './loading.ts'
import { reportUnread } from './report-unread.ts'

/** `lock` is undefined if there is no file; `ok` is false if there is one that cannot be used. */
export interface ReadLock {
  readonly ok: boolean
  readonly lock: PromptLock | undefined
}

/** Returns the prompt lock in `bytes`. It may have been edited or merged by hand, so it is checked like any file. */
export function checkPromptLock(bytes: Uint8Array | Unread, loading: Loading): ReadLock {
  if (typeof bytes === 'string') {
    loading.fatal.push(reportUnread(LOCK_FILE, bytes))
    return { ok: false, lock: undefined }
  }
  const found: Diagnostic[] = []
  const document = readDocument(bytes, loading, found)
  const entries = document === undefined ? [] : readEntries(document, found)
  loading.fatal.push(...found)
  return document === undefined || hasErrors(found)
    ? { ok: false, lock: undefined }
    : { ok: true, lock: { document, entries } }
}

/**
 * Reads the lock as YAML, which includes JSON and knows the place of everything. JSON's own reader runs too, because it
 * is stricter.
 */
function readDocument(bytes: Uint8Array, loading: Loading, found: Diagnostic[]): SourceDocument | undefined {
  const text = decodeText(LOCK_FILE, bytes)
  if (typeof text !== 'string') {
    found.push(text)
    return undefined
  }
  loading.sources.set(LOCK_FILE, text)
  const fault = conflictIn(text) ?? syntaxFaultIn(text)
  if (fault !== undefined) {
    found.push(fault)
    return undefined
  }
  const parsed = parseFile(LOCK_FILE, bytes)
  found.push(...parsed.diagnostics)
  return parsed.ok ? parsed.value[0] : undefined
}

function conflictIn(text: string): Diagnostic | undefined {
  const match = /^(?:<{7}|={7}|>{7}|\|{7})(?: .*|\r?)$/m.exec(text)
  if (match === null) return undefined
  const place = new LineMap(LOCK_FILE, text).place(match.index, match.index + match[0].length)
  return diagnose('lock/merge-conflict', {}, place)
}

function syntaxFaultIn(text: string): Diagnostic | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    // The engine names the offset in its message, except at the end of the text.
    const offset = /\bposition (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    const at = Math.min(offset === undefined ? text.length : Number(offset), text.trimEnd().length)
    return diagnose('lock/not-json', {}, new LineMap(LOCK_FILE, text).place(at, at + 1))
  }
}

function readEntries(document: SourceDocument, found: Diagnostic[]): readonly LockedPrompt[] {
  const { value } = document
  if (!isJsonObject(value)) return []
  const report = reporterFor(document, found)
  const { formatVersion, prompts, ...others } = value
  if (typeof formatVersion === 'number' && formatVersion > 1) {
    const args = { found: String(formatVersion) }
    found.push(diagnose('lock/newer-format', args, document.locate('/formatVersion')))
    return []
  }
  if (formatVersion !== 1) report('/formatVersion', '"formatVersion" of crawls.lock.json is 1')
  for (const key of Object.keys(others))
    report(joinPointer('', key), `crawls.lock.json has no "${key}"`, 'key')
  if (!isJsonList(prompts)) {
    report('/prompts', '"prompts" of crawls.lock.json is a list')
    return []
  }
  const entries = prompts.flatMap((entry, index) => readEntry(entry, entryPointer(index), document, found))
  reportRepeated(entries, report)
  return entries
}

type Report = (pointer: string, problem: string, part?: 'key' | 'value') => void

function reporterFor(document: SourceDocument, found: Diagnostic[]): Report {
  return (pointer, problem, part = 'value') => {
    found.push(diagnose('lock/malformed', { problem }, document.locate(pointer, part), { pointer }))
  }
}

const FORMS: readonly [key: string, form: RegExp, wanted: string][] = [
  ['crawl', /^./, 'the name of a crawl'],
  ['url', /^./, 'the start URL of the prompt'],
  ['promptDigest', /^[0-9a-f]{64}$/, 'the SHA-256 of the prompt, 64 hexadecimal digits'],
]

function readEntry(entry: Json, at: string, document: SourceDocument, found: Diagnostic[]): LockedPrompt[] {
  const report = reporterFor(document, found)
  if (!isJsonObject(entry)) {
    report(at, 'An entry of "prompts" is a mapping')
    return []
  }
  const { crawl, url, promptDigest, options, ...others } = entry
  for (const [key, form, wanted] of FORMS) {
    const value = entry[key]
    if (typeof value !== 'string' || !form.test(value)) report(`${at}/${key}`, `"${key}" is ${wanted}`)
  }
  for (const key of Object.keys(others))
    report(joinPointer(at, key), `An entry of "prompts" has no "${key}"`, 'key')
  if (!isJsonObject(options)) {
    report(`${at}/options`, '"options" is a mapping of the settings that were generated')
    return []
  }
  checkOptions(options, { at: `${at}/options`, document }, found)
  if (typeof crawl !== 'string' || typeof url !== 'string' || typeof promptDigest !== 'string') return []
  return [{ crawl, url, promptDigest, options }]
}

/** Settings of a request as they are sent: no template, no list operator, and only those that a prompt may decide. */
function checkOptions(
  options: JsonObject,
  { at, document }: { at: string; document: SourceDocument },
  found: Diagnostic[],
): void {
  const report = reporterFor(document, found)
  for (const key of Object.keys(options)) {
    if (LOCKABLE.some((name) => name === key)) continue
    const [meant] = suggest(key, LOCKABLE)
    const hint = meant === undefined ? '' : `; "${meant}" is one`
    report(joinPointer(at, key), `"${key}" is not a setting that a prompt can set${hint}`, 'key')
  }
  const known = Object.fromEntries(
    Object.entries(options).filter(([key]) => LOCKABLE.some((name) => name === key)),
  )
  const problems = findSchemaProblems(
    {
      schema: 'request-v2',
      root: { url: 'https://example.com/', ...known },
      text: undefined,
      locate: (pointer, part) => document.locate(at + pointer, part),
    },
    new Set(),
  )
  found.push(...problems.map((problem) => ({ ...problem, pointer: at + (problem.pointer ?? '') })))
  for (const [key, value] of Object.entries(known)) {
    if (!isJsonList(value)) continue
    for (const [index, item] of value.entries()) {
      if (typeof item !== 'string' || !item.includes('${secret:')) continue
      report(`${at}/${key}/${index}`, 'A generated setting cannot refer to a secret')
    }
  }
}

function reportRepeated(entries: readonly LockedPrompt[], report: Report): void {
  const seen = new Set<string>()
  for (const [index, { crawl, url, promptDigest }] of entries.entries()) {
    const key = JSON.stringify([crawl, url, promptDigest])
    if (seen.has(key))
      report(entryPointer(index), `"${crawl}" has two entries for the same prompt and start URL`)
    seen.add(key)
  }
}

/** Returns entries of crawls that are gone or have no prompt any more, given every crawl of the project. */
export function unusedEntries(lock: PromptLock, crawls: readonly ResolvedCrawl[]): readonly Diagnostic[] {
  const known = new Map(crawls.map((crawl) => [crawl.name, crawl]))
  return lock.entries.flatMap(({ crawl }, index) => {
    const declared = known.get(crawl)
    if (declared?.question !== undefined) return []
    const because = declared === undefined ? 'there is no such crawl' : 'the crawl has no prompt'
    const pointer = entryPointer(index)
    return [diagnose('lock/unused', { crawl, because }, lock.document.locate(pointer), { pointer })]
  })
}

/** Returns the project's prompt lock. */
export function readPromptLock(loading: Loading): ReadLock {
  const bytes = loading.files.read(LOCK_FILE)
  return bytes === 'missing' ? { ok: true, lock: undefined } : checkPromptLock(bytes, loading)
}
