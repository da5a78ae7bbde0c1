import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { SourceDocument } from '../document/source-document.ts'
import type { JsonObject } from '../util/json.ts'
import { nameOfUrl } from '../util/name-of-url.ts'
import type { CrawlDraft } from './crawl-draft.ts'

/** A page that a source names to be fetched. */
export interface NamedPage {
  readonly field: string
  readonly url: string
}

/** What one source becomes: its crawls, or the errors that prevented them. */
export type Imported =
  | {
      readonly ok: true
      readonly drafts: readonly CrawlDraft[]
      /** For each of them people are told how it is reached. Without any, only the start URLs of the drafts are. */
      readonly pages?: readonly NamedPage[]
      /** What the source, or who imports it, calls all of the crawls. */
      readonly base?: string | undefined
    }
  | { readonly ok: false; readonly problems: readonly Diagnostic[] }

/** Returns the crawl's name: the one asked for, else one after its start URL. */
export function crawlNameFor(asked: string | undefined, url: string): string {
  return asked ?? nameOfUrl(url) ?? 'imported'
}

/** A source's mapping, and where things stand in it. */
export interface Located {
  readonly value: JsonObject
  readonly locate: SourceDocument['locate']
}
