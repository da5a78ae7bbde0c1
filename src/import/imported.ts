import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { nameOfUrl } from '../util/name-of-url.ts'
import type { CrawlDraft } from './crawl-draft.ts'

/** What one source becomes: its crawls, or the errors that kept it from any. */
export type Imported =
  | { readonly ok: true; readonly drafts: readonly CrawlDraft[] }
  | { readonly ok: false; readonly problems: readonly Diagnostic[] }

/** The crawl's name: the one asked for, else one after its start URL. */
export function crawlNameFor(asked: string | undefined, url: string): string {
  return asked ?? nameOfUrl(url) ?? 'imported'
}
