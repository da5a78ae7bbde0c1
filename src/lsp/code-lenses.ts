import type { CodeLens } from 'vscode-languageserver/node'
import type { Place } from '../diagnostics/diagnostic.ts'
import { runTests } from '../lint/lint.ts'
import { pagesOf, stateOf } from '../render/render-jobs.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { type JobRecord, mayRun } from '../state/state.ts'
import { fromTimeText } from '../util/clock.ts'
import { groupBy } from '../util/group-by.ts'
import { plural, printable } from '../util/text.ts'
import { MOST_CRAWLS, type OpenProject } from './open-project.ts'
import type { TextPlaces } from './text-places.ts'

/** Returns the last submission above each crawl of a text, as recorded, and above `tests` how many of them pass. */
export function codeLenses(
  project: OpenProject,
  text: TextPlaces,
  { records, nowMs }: { readonly records: readonly JobRecord[]; readonly nowMs: number },
): CodeLens[] {
  const inFile = project.loaded.resolved.filter(({ document }) => document.file === text.file)
  const declared = groupBy(inFile, ({ document }) => document.index)
  const lens = (place: Place, title: string): CodeLens => {
    const { start } = text.range(place)
    return { range: { start, end: start }, command: { title, command: '' } }
  }
  return [...declared.values()].flatMap((crawls) => {
    const [{ document } = { document: undefined }] = crawls
    if (document === undefined) return []
    const tests = testsText(crawls)
    return [
      ...submissionTexts(crawls, records, nowMs).map((title) => lens(document.locate(''), title)),
      ...(tests === undefined ? [] : [lens(document.locate('/tests', 'key'), tests)]),
    ]
  })
}

function testsText(crawls: readonly ResolvedCrawl[]): string | undefined {
  const results = crawls.flatMap((crawl) => runTests(crawl))
  if (results.length === 0) return undefined
  const failed = results.filter(({ passed }) => !passed).length
  const count = plural(results.length, 'test')
  return failed === 0 ? `${results.length} of ${count} passed` : `${failed} of ${count} failed`
}

function submissionTexts(
  crawls: readonly ResolvedCrawl[],
  records: readonly JobRecord[],
  nowMs: number,
): readonly string[] {
  const names = new Set(crawls.map(({ name }) => name))
  const submitted = records.filter(({ crawl, phase }) => names.has(crawl) && phase !== 'forgotten')
  const hidden = submitted.length - MOST_CRAWLS
  return [
    ...submitted.slice(0, MOST_CRAWLS).map((record) => {
      const name = crawls.length === 1 ? '' : `${printable(record.crawl)}: `
      return name + submissionText(record, nowMs)
    }),
    ...(hidden > 0 ? [`${plural(hidden, 'more crawl')} submitted`] : []),
  ]
}

function submissionText(record: JobRecord, nowMs: number): string {
  const state = stateOf({ name: record.crawl, record })
  const when = ago(nowMs - (fromTimeText(record.at) ?? nowMs))
  if (record.phase === 'failed') return `${state} ${when}`
  if (record.phase !== 'submitted') return `${state}, submitted ${when}`
  // Nobody asks the service here, so a job that ran when it was last seen may have ended.
  if (mayRun(record)) return `submitted ${when}, result unknown`
  const end = state === 'completed' ? [] : [state]
  return [`submitted ${when}`, ...end, pagesOf(record.result)].join(', ')
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Returns a time span in its greatest unit, as in `3 days ago`. */
function ago(ms: number): string {
  const [unit, size] = UNITS.find((one) => ms >= one[1]) ?? ['', 1]
  return unit === '' ? 'just now' : `${plural(Math.floor(ms / size), unit)} ago`
}
