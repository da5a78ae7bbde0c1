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

/** The result of importing one source: its crawls, or the errors that prevented them. */
export type Imported =
  | {
      readonly ok: true
      readonly drafts: readonly CrawlDraft[]
      /** The report states how each of them is reached. Without any, it covers only the start URLs of the drafts. */
      readonly pages?: readonly NamedPage[]
      /** The name that the source or the user gives to all crawls. */
      readonly base?: string | undefined
    }
  | { readonly ok: false; readonly problems: readonly Diagnostic[] }

/** Returns the crawl's name: the one asked for, else one after its start URL. */
export function crawlNameFor(asked: string | undefined, url: string): string {
  return asked ?? nameOfUrl(url) ?? 'imported'
}

/** A source's mapping, with the places of its fields. */
export interface Located {
  readonly value: JsonObject
  readonly locate: SourceDocument['locate']
}
