import type { Place } from '../diagnostics/diagnostic.ts'
import type { Part, SourceDocument } from '../document/source-document.ts'
import type { SettingNote } from '../request/service-facts.ts'
import type { JsonObject, JsonPointer } from '../util/json.ts'
import type { CrawlSpec, ScopeTests } from '../validate/crawl-spec.ts'
import type { Provenance } from './origin.ts'
import type { CrawlPrice } from './price-crawl.ts'
import type { PromptQuestion } from './prompt-lock.ts'

/** A crawl with everything present: what would be sent, and where each value came from. Read-only. */
export interface ResolvedCrawl {
  readonly name: string
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
  /** Pages at most: the effective limit. */
  readonly worstCasePages: number
  /** The most these pages cost by the environment's price table. */
  readonly price: CrawlPrice
  readonly refreshMs: number | undefined
  readonly tests: ScopeTests | undefined
  readonly expect: JsonObject | undefined
}
