import type { Place } from '../diagnostics/diagnostic.ts'
import type { Part, SourceDocument } from '../document/source-document.ts'
import type { SettingNote } from '../request/service-facts.ts'
import type { ScopeSettings } from '../scope/scope.ts'
import type { JsonObject, JsonPointer, Json } from '../util/json.ts'
import type { CrawlSpec, ScopeTests } from '../validate/crawl-spec.ts'
import type { Prices } from '../schema/project-file.gen.ts'

/** A crawl with everything present: what would be sent, and where each value came from. Read-only. */
export interface ResolvedCrawl {
  readonly name: string
  /** The name under which it was recorded before. */
  readonly was: string | undefined
  readonly environment: string
  readonly spec: CrawlSpec
  readonly document: SourceDocument
  /** Written and inherited settings under version 2's names, in no order. */
  readonly chosen: JsonObject & { readonly url: string }
  /** What is sent: `chosen`, or `effective` where defaults are sent too, in order. Secrets stay `${secret:NAME}`. */
  readonly request: JsonObject & { readonly url: string }
  /** `chosen` with the service's defaults, in no order. Shown, and used by scope rules, but never sent. */
  readonly effective: JsonObject & { readonly url: string }
  readonly provenance: Provenance
  /** What its prompt asks of a service. If the prompt lock answers, `request` holds the answer instead of the prompt. */
  readonly question: PromptQuestion | undefined
  /** Where the value at `pointer` of `request` was written, list items too; if it was not written, the nearest thing around it. */
  readonly locate: (pointer: JsonPointer, part?: Part) => Place
  /** Names of the secrets that `request` refers to, sorted. */
  readonly secrets: readonly string[]
  readonly notes: readonly SettingNote[]
  /** What decides which pages belong to it. `limit` is the most pages. */
  readonly scope: ScopeSettings
  /** The most these pages cost by the environment's price table. */
  readonly price: CrawlPrice
  readonly refreshMs: number | undefined
  readonly tests: ScopeTests | undefined
  /** The patterns of `changes.ignore`. */
  readonly ignore: readonly string[]
  readonly expect: JsonObject | undefined
  readonly beside: SettingsBeside
}

/** `refresh`, `expect` and `changes`. Never sent. */
export interface SettingsBeside {
  /** Where one was written; if it was not, the start of the crawl. The pointer is that of the crawl file: `/changes/ignore/0`. */
  readonly locate: (pointer: JsonPointer, part?: Part) => Place
  /** By JSON Pointer into the crawl file. */
  readonly provenance: Provenance
}

/** The question to a service, which generates the settings from both parts. */
export interface PromptQuestion {
  readonly url: string
  readonly prompt: string
}

/** The file name under which diagnostics show `--set` options; line N is the Nth option. */
export const OPTION_FILE = '--set'

/** Where something was written. Its line is looked up only when it is shown. */
export interface Source {
  readonly document: SourceDocument
  readonly pointer: JsonPointer
  readonly part?: Part
}

export type Origin =
  | { readonly kind: 'default'; readonly note?: string }
  | { readonly kind: 'project-defaults'; readonly source: Source }
  | { readonly kind: 'profile'; readonly profile: string; readonly source: Source }
  | { readonly kind: 'written'; readonly source: Source }
  | { readonly kind: 'environment'; readonly environment: string; readonly source: Source }
  | { readonly kind: 'matrix'; readonly axis: string; readonly source: Source }
  | { readonly kind: 'variable'; readonly variable: string; readonly source: Source; readonly note?: string }
  | { readonly kind: 'migrated'; readonly from: string; readonly rule: string; readonly source: Source }
  | { readonly kind: 'prompt-lock'; readonly source: Source }
  | { readonly kind: 'option'; readonly option: string }

/** One setting: the winning value, its origin, and the candidates it beat, nearest first. */
export interface ResolvedSetting {
  readonly value: Json
  readonly origin: Origin
  readonly beaten: readonly { readonly value: Json; readonly origin: Origin }[]
}

/** Settings by JSON Pointer into the request. A list is one setting; the members of a map are settings. */
export type Provenance = ReadonlyMap<JsonPointer, ResolvedSetting>

export interface PricePart {
  readonly what: keyof Prices
  /** Credits for each page, at most. */
  readonly credits: number
  readonly origin: Origin
}

export interface CrawlPrice {
  /** Credits at most for `limit` pages, without further pages of PDFs if `pdf` is unbounded. */
  readonly credits: number
  /** The parts of a page's price; empty if the service charges nothing. */
  readonly parts: readonly PricePart[]
  /** Credits for each further page of a PDF, where no setting bounds their number. */
  readonly unboundedPdf: number | undefined
}
