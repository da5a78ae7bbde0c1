import { parseUrl } from '../util/can-parse-url.ts'
import { escapeToken, isWithin, joinPointer, mapTexts, parsePointer } from '../util/json.ts'
import type { Json, JsonObject, JsonPointer } from '../util/json.ts'
import { parseTemplate } from '../document/template.ts'
import type { AskedReach } from '../validate/crawl-spec.ts'
import { diagnose } from '../diagnostics/diagnostic.ts'
import type { RuleArgs, RuleId, Diagnostic, Place } from '../diagnostics/diagnostic.ts'

export interface Imported {
  readonly drafts: readonly CrawlDraft[]
  /** The report states how each of them is reached. Without any, it covers only the start URLs of the drafts. */
  readonly pages?: readonly NamedPage[]
  /** The name that the source or the user gives to all crawls. */
  readonly base?: string | undefined
}

export interface NamedPage {
  readonly field: string
  readonly url: string
}

export interface FieldReport {
  /** As its authors write it: `domains[0].crawl_rules[1]`. */
  readonly field: string
  readonly outcome: 'mapped' | 'approximated' | 'dropped'
  /** The setting that it became, from the crawl file's root: `request.excludePaths`. */
  readonly to: string | undefined
  /** How it was approximated, or why it was dropped; without a full stop. */
  readonly why: string | undefined
}

/** A setting of the draft, or a field that has none. Kept in the source's order, so that comments are in the right place. */
export type DraftItem =
  | {
      readonly kind: 'setting'
      /** Into the crawl file. An item of a list has its index, or `-` until the draft is settled. */
      readonly pointer: JsonPointer
      readonly value: Json
      readonly field: string
      readonly outcome: 'mapped' | 'approximated'
      /** A comment above the setting. */
      readonly why: string | undefined
    }
  | { readonly kind: 'dropped'; readonly field: string; readonly why: string }
  /** A comment above the next setting; belongs to no field. */
  | { readonly kind: 'remark'; readonly text: string }

export interface DraftTest {
  readonly side: 'in' | 'out'
  /** A path on the start URL's host, or a URL. */
  readonly url: string
  readonly reached?: AskedReach
  readonly field: string
}

/** An unfinished crawl of any source: its settings, named as in a crawl file, and the outcome of each field. */
export class CrawlDraft {
  readonly name: string
  readonly items: DraftItem[] = []
  readonly tests: DraftTest[] = []

  constructor(name: string) {
    this.name = name
  }

  /** Maps `field` to the setting at `to` (`/request/limit`; `/-` at the end appends) with the same meaning. */
  map(field: string, to: JsonPointer, value: Json, why?: string): void {
    this.items.push({ kind: 'setting', pointer: to, value, field, outcome: 'mapped', why })
  }

  /** Maps `field` to a setting of about the same meaning; `why` states the difference. */
  approximate(field: string, to: JsonPointer, value: Json, why: string): void {
    this.items.push({ kind: 'setting', pointer: to, value, field, outcome: 'approximated', why })
  }

  drop(field: string, why: string): void {
    this.items.push({ kind: 'dropped', field, why })
  }

  /** Makes the crawl fetch only its start URL; `why` states which pages that leaves out. */
  fetchOnlyStart(field: string, why: string): void {
    const moot = /^\/request\/(?:sitemap|limit|maxDiscoveryDepth|crawlEntireDomain)$/
    const kept = this.items.filter((item) => item.kind !== 'setting' || !moot.test(item.pointer))
    this.items.splice(0, this.items.length, ...kept)
    this.approximate(field, '/request/limit', 1, why)
    this.map(field, '/request/sitemap', 'skip')
    this.map(field, '/request/maxDiscoveryDepth', 0)
  }

  remark(text: string): void {
    this.items.push({ kind: 'remark', text })
  }

  /** Records that the source says `url` belongs to the crawl, or does not. */
  test(side: 'in' | 'out', url: string, field: string): void {
    // A text that looks like a reference is not an address.
    if (url.includes('${')) return
    if (!this.tests.some((test) => test.side === side && test.url === url))
      this.tests.push({ side, url, field })
  }

  /** Returns true when something is written at `pointer` or below. */
  has(pointer: JsonPointer): boolean {
    return this.items.some((item) => item.kind === 'setting' && isWithin(item.pointer, pointer))
  }

  mapSitemaps(field: string): void {
    const why = 'sitemaps are found through robots.txt and at /sitemap.xml; others are not read'
    this.approximate(field, '/request/sitemap', 'include', why)
  }

  mapHeader(field: string, header: string, value: Json): void {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    this.map(field, `/request/scrapeOptions/headers/${escapeToken(header)}`, literalText(text))
  }

  mapCredentials(field: string, credentials: string): void {
    const to = '/request/scrapeOptions/headers/Authorization'
    this.approximate(field, to, `Basic ${credentials}`, 'Basic takes the Base64 of user:password')
  }

  /** Returns true when `field` or a part of it has been mapped or dropped. */
  mentions(field: string): boolean {
    return this.items.some(
      (item) =>
        item.kind !== 'remark' &&
        (item.field === field ||
          (/^[.[]/.test(item.field.slice(field.length)) && item.field.startsWith(field))),
    )
  }
}

/** Returns the crawl file that `items` make; of two settings at one place the later counts. */
export function draftValue(items: readonly DraftItem[]): JsonObject {
  const root: Record<string, Json> = { version: 2 }
  for (const item of items) if (item.kind === 'setting') write(root, parsePointer(item.pointer), item.value)
  return root
}

function write(holder: Record<string, Json>, [key = '', ...rest]: readonly string[], value: Json): void {
  const present = Object.hasOwn(holder, key) ? holder[key] : undefined
  const inner = rest.length === 0 ? value : (present ?? (/^\d+$/.test(rest[0] ?? '') ? [] : {}))
  // Also for keys such as `__proto__`, which assignment would not write.
  Object.defineProperty(holder, key, { value: inner, enumerable: true, configurable: true, writable: true })
  // Every value below was created here, so it may be changed.
  if (rest.length > 0 && typeof inner === 'object' && inner !== null)
    write(inner as Record<string, Json>, rest, value)
}

export function listOfItem(item: DraftItem): JsonPointer | undefined {
  return item.kind === 'setting'
    ? /^(.*(?:Paths|Tags)(?:\/append)?)\/(?:\d+|-)$/.exec(item.pointer)?.[1]
    : undefined
}

/** Returns `items` with the items of each list counted from 0. */
export function renumber(items: readonly DraftItem[]): readonly DraftItem[] {
  const next = new Map<JsonPointer, number>()
  return items.map((item) => {
    const list = listOfItem(item)
    if (item.kind !== 'setting' || list === undefined) return item
    const index = next.get(list) ?? 0
    next.set(list, index + 1)
    return { ...item, pointer: joinPointer(list, index) }
  })
}

/** Returns the outcome of every field, each once, even if it went into several crawls. */
export function fieldReports(drafts: readonly (readonly DraftItem[])[]): readonly FieldReport[] {
  const reports = new Map<string, FieldReport>()
  for (const item of drafts.flat()) {
    if (item.kind === 'remark') continue
    const report: FieldReport =
      item.kind === 'dropped'
        ? { field: item.field, outcome: 'dropped', to: undefined, why: item.why }
        : { field: item.field, outcome: item.outcome, to: settingName(item.pointer), why: item.why }
    const key = JSON.stringify([report.field, report.to])
    if (!reports.has(key)) reports.set(key, report)
  }
  return [...reports.values()]
}

/** Returns the setting's name: `request.excludePaths` also for its items. */
function settingName(pointer: JsonPointer): string {
  return parsePointer(pointer)
    .filter((token) => !/^\d+$/.test(token))
    .join('.')
}

/** Escapes each `${` that begins no crawlform reference. References are kept, because `crawlform render` prints them. */
export function literalText<T extends Json>(value: T): T {
  return mapTexts(value, (text) =>
    parseTemplate(text)
      .map(({ kind, start, end }) => {
        const isLiteral = kind === 'malformed' || kind === 'matrix'
        return `${isLiteral ? '$' : ''}${text.slice(start, end)}`
      })
      .join(''),
  )
}

/** Returns `url` as a test of a crawl that starts at `start`: without the host where that is the same. */
export function testUrl(url: string, start: string): string {
  const { host, pathname = '', search, hash } = parseUrl(url) ?? {}
  const isSame = host !== undefined && host === parseUrl(start)?.host
  return isSame && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : url
}

/** A source that cannot be imported. `importText` catches it and returns the problems. */
export class Refused extends Error {
  readonly problems: readonly Diagnostic[]

  constructor(problems: readonly Diagnostic[]) {
    super()
    this.problems = problems
  }
}

/** @throws {Refused} with one problem */
export function refuse<Id extends RuleId>(rule: Id, args: RuleArgs[Id], place: Place): never {
  throw new Refused([diagnose(rule, args, place)])
}
