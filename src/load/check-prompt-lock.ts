import { diagnose, type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts'
import { decodeText, parseFile } from '../document/document.ts'
import { LineMap, type Part, type SourceDocument } from '../document/source-document.ts'
import { entryPointer, LOCK_FILE, LOCKABLE } from '../resolve/prompt-lock.ts'
import type { LockedPrompt, PromptLock } from '../resolve/prompt-lock.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { isJsonList, isJsonObject, joinPointer } from '../util/json.ts'
import type { Json, JsonObject, JsonPointer } from '../util/json.ts'
import { suggest } from '../util/suggest.ts'
import { findSchemaProblems } from '../validate/explain-errors.ts'
import { type Loading, reportUnread } from './file-source.ts'

/** Returns the project's prompt lock. It may have been edited or merged by hand, so it is checked like any file. */
export function readPromptLock({ files, fatal, sources }: Loading): { ok: boolean; lock?: PromptLock } {
  const bytes = files.read(LOCK_FILE)
  if (bytes === 'missing') return { ok: true }
  const found: Diagnostic[] = typeof bytes === 'string' ? [reportUnread(LOCK_FILE, bytes)] : []
  const lock = typeof bytes === 'string' ? undefined : readLock(bytes, sources, found)
  fatal.push(...found)
  return lock === undefined || hasErrors(found) ? { ok: false } : { ok: true, lock }
}

/** Reads the lock as YAML, which includes JSON and knows the place of everything. JSON's own reader runs too: it is stricter. */
function readLock(
  bytes: Uint8Array,
  sources: Map<string, string>,
  found: Diagnostic[],
): PromptLock | undefined {
  const text = decodeText(LOCK_FILE, bytes)
  if (typeof text === 'string') sources.set(LOCK_FILE, text)
  const fault = typeof text === 'string' ? (conflictIn(text) ?? syntaxFaultIn(text)) : text
  if (fault !== undefined) {
    found.push(fault)
    return undefined
  }
  const parsed = parseFile(LOCK_FILE, bytes)
  found.push(...parsed.diagnostics)
  const [document] = parsed.ok ? parsed.value : []
  return document === undefined ? undefined : { document, entries: readEntries(document, found) }
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

type Report = (pointer: JsonPointer, problem: string, part?: Part) => void

function readEntries(document: SourceDocument, found: Diagnostic[]): readonly LockedPrompt[] {
  const { value } = document
  if (!isJsonObject(value)) return []
  const report: Report = (pointer, problem, part = 'value') => {
    found.push(diagnose('lock/malformed', { problem }, document.locate(pointer, part)))
  }
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
  const seen = new Set<string>()
  return prompts.flatMap((value, index) => {
    const at = entryPointer(index)
    const entry = readEntry(value, at, report)
    if (entry === undefined) return []
    found.push(...checkOptions(entry.options, `${at}/options`, document, report))
    const key = JSON.stringify([entry.crawl, entry.url, entry.promptDigest])
    if (seen.has(key)) report(at, `"${entry.crawl}" has two entries for the same prompt and start URL`)
    seen.add(key)
    return [entry]
  })
}

function readEntry(entry: Json, at: JsonPointer, report: Report): LockedPrompt | undefined {
  if (!isJsonObject(entry)) {
    report(at, 'An entry of "prompts" is a mapping')
    return undefined
  }
  const textOf = (key: string, form: RegExp, wanted: string): string => {
    const value = entry[key]
    if (typeof value === 'string' && form.test(value)) return value
    report(`${at}/${key}`, `"${key}" is ${wanted}`)
    return ''
  }
  const { options } = entry
  const wanted = 'the SHA-256 of the prompt, 64 hexadecimal digits'
  const texts = {
    crawl: textOf('crawl', /^./, 'the name of a crawl'),
    url: textOf('url', /^./, 'the start URL of the prompt'),
    promptDigest: textOf('promptDigest', /^[0-9a-f]{64}$/, wanted),
  }
  for (const key of Object.keys(entry))
    if (key !== 'options' && !Object.hasOwn(texts, key))
      report(joinPointer(at, key), `An entry of "prompts" has no "${key}"`, 'key')
  if (!isJsonObject(options)) {
    report(`${at}/options`, '"options" is a mapping of the settings that were generated')
    return undefined
  }
  return { ...texts, options }
}

/** Checks settings as they are sent, and that a prompt may decide them. Returns what the schema refuses. */
function checkOptions(
  options: JsonObject,
  at: JsonPointer,
  document: SourceDocument,
  report: Report,
): readonly Diagnostic[] {
  const known: Record<string, Json> = {}
  for (const [key, value] of Object.entries(options)) {
    if (LOCKABLE.some((name) => name === key)) {
      known[key] = value
      for (const [index, item] of isJsonList(value) ? value.entries() : [])
        if (typeof item === 'string' && item.includes('${secret:'))
          report(`${at}/${key}/${index}`, 'A generated setting cannot refer to a secret')
      continue
    }
    const [meant] = suggest(key, LOCKABLE)
    const hint = meant === undefined ? '' : `; "${meant}" is one`
    report(joinPointer(at, key), `"${key}" is not a setting that a prompt can set${hint}`, 'key')
  }
  const subject = {
    schema: 'request-v2' as const,
    root: { url: 'https://example.com/', ...known },
    text: undefined,
    locate: (pointer: JsonPointer, part?: Part) => document.locate(at + pointer, part),
  }
  return findSchemaProblems(subject, new Set())
}

/** Returns the entries of removed crawls, and of crawls that no longer have a prompt. */
export function unusedEntries(lock: PromptLock, crawls: readonly ResolvedCrawl[]): readonly Diagnostic[] {
  const known = new Map(
    crawls.flatMap((crawl) => [[crawl.was ?? crawl.name, crawl] as const, [crawl.name, crawl]]),
  )
  return lock.entries.flatMap(({ crawl }, index) => {
    const declared = known.get(crawl)
    if (declared?.question !== undefined) return []
    const because = declared === undefined ? 'there is no such crawl' : 'the crawl has no prompt'
    return [diagnose('lock/unused', { crawl, because }, lock.document.locate(entryPointer(index)))]
  })
}
