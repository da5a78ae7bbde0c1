import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { SourceDocument } from '../document/source-document.ts'
import type { JsonObject } from '../util/json.ts'
import { nameOfUrl } from '../util/name-of-url.ts'
import type { CrawlDraft } from './crawl-draft.ts'

/** What one source becomes: its crawls, or the errors that prevented them. */
export type Imported =
  | { readonly ok: true; readonly drafts: readonly CrawlDraft[] }
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
