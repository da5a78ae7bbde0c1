import { type CodeLens, type InlayHint, type InlayHintParams, MarkupKind } from 'vscode-languageserver/node'
import type { Position, Hover, HoverParams } from 'vscode-languageserver/node'
import type { Place } from '../diagnostics/diagnostic.ts'
import { runTests } from '../lint/lint.ts'
import { pagesOf, stateOf } from '../render/render-jobs.ts'
import type { ResolvedCrawl, Origin, ResolvedSetting, Source } from '../resolve/resolved-crawl.ts'
import { type JobRecord, mayRun, type StateBackend, StateError } from '../state/state.ts'
import { fromTimeText } from '../util/clock.ts'
import { groupBy } from '../util/group-by.ts'
import { plural, printable } from '../util/text.ts'
import type { OpenProject } from './open-project.ts'
import { contains, type TextPlaces } from './text-places.ts'
import type { LoadedProject } from '../load/load.ts'
import { openLocalRecord } from '../session/open-backend.ts'
import {
  pagesAndCredits,
  describeOrigin,
  describePrice,
  formatValue,
  settingName,
} from '../render/format-value.ts'
import { explainSetting, plannedOrigin } from '../plan/diff-requests.ts'
import { plannedPrice } from '../plan/make-plan.ts'
import { charges } from '../request/page-charges.ts'
import { embeddedRefusals, type Refusals } from '../session/embedded-refusals.ts'
import { EnvironmentError, type SessionDependencies } from '../session/session-dependencies.ts'
import type { JsonPointer } from '../util/json.ts'
import { markdownBlock } from '../util/markdown-text.ts'

/** The crawls of a matrix or a profile that are shown one by one: there can be a thousand. */
const MOST_CRAWLS = 3

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

/**
 * Returns a function that reads a record from this disk; empty for an unreadable one, and for one on a server. `refuse` gets the
 * reason why a directory is not used.
 */
export function localRecords(
  deps: Pick<SessionDependencies, 'clock' | 'env'>,
  refuse: (reason: string) => void,
): (project: Pick<LoadedProject, 'root' | 'environment'>) => Promise<readonly JobRecord[]> {
  // A backend reads its file again only after it has changed.
  const backends = new Map<string, StateBackend>()
  return async (project) => {
    const { name, state } = project.environment
    if (state.backend !== 'local') return []
    const key = JSON.stringify([project.root, name])
    try {
      const backend = backends.get(key) ?? openLocalRecord(deps, project)
      backends.set(key, backend)
      return (await backend.read()).state?.records ?? []
    } catch (error) {
      if (error instanceof EnvironmentError) refuse(`${error.message} ${error.help}`)
      if (error instanceof EnvironmentError || error instanceof StateError) return []
      throw error
    }
  }
}

/** Returns the worst case to show next to each `limit`: the most pages and credits of all crawls that it bounds. */
export function inlayHints(project: OpenProject, text: TextPlaces, { range }: InlayHintParams): InlayHint[] {
  const bounded = new Map<string, { readonly position: Position; readonly crawls: ResolvedCrawl[] }>()
  for (const crawl of project.crawlsOf(text.file)) {
    const origin = crawl.provenance.get('/limit')?.origin
    const source = origin === undefined ? undefined : sourceIn(origin, text.file)
    if (source === undefined) continue
    const position = text.range(source.document.locate(source.pointer, 'value')).end
    const key = `${position.line}:${position.character}`
    const limit = bounded.get(key) ?? { position, crawls: [] }
    limit.crawls.push(crawl)
    bounded.set(key, limit)
  }
  return [...bounded.values()]
    .filter(({ position: { line } }) => line >= range.start.line && line <= range.end.line)
    .map(({ position, crawls }) => ({ position, label: worstCase(crawls), paddingLeft: true }))
}

function worstCase(crawls: readonly ResolvedCrawl[]): string {
  const pages = crawls.reduce((sum, { scope }) => sum + scope.limit, 0)
  const credits = crawls.reduce((sum, { price }) => sum + price.credits, 0)
  const most = `at most ${pagesAndCredits(pages, credits)}`
  return crawls.length === 1 ? most : `${most} in ${plural(crawls.length, 'crawl')}`
}

/** Returns a setting's value, origin and replaced values, as `explain` does, and how the service handles it and its cost. */
export async function hoverAt(
  project: OpenProject,
  text: TextPlaces,
  { position }: HoverParams,
): Promise<Hover | undefined> {
  const found = settingsAt(project.crawlsOf(text.file), text.place(position))
  const [first] = found
  if (first === undefined) return undefined
  const same = found.filter(({ pointer }) => pointer === first.pointer)
  const shown = same.slice(0, MOST_CRAWLS)
  const hidden = same.length - shown.length
  const notes = await serviceNotes(project, shown)
  const parts = [
    ...shown.map((one) => describe(one, notes(one))),
    ...(hidden > 0 ? [`and ${plural(hidden, 'more crawl')}`] : []),
  ]
  return {
    contents: { kind: MarkupKind.Markdown, value: parts.join('\n\n') },
    range: text.range(first.place),
  }
}

function describe({ crawl, pointer, setting }: WrittenSetting, notes: readonly string[]): string {
  const { value, origin, beaten, pointer: shown } = explainSetting(pointer, setting)
  const lines = [
    `${crawl.name}, environment ${crawl.environment}`,
    `${settingName(shown)}: ${formatValue(value)}  (${describeOrigin(origin)})`,
    ...beaten.map((loser) => `not ${formatValue(loser.value)}  (${describeOrigin(loser.origin)})`),
    ...notes,
  ]
  return markdownBlock('text', lines).join('\n')
}

/** Returns what the environment's service does with settings, each with a line for its costs, if it has any. */
async function serviceNotes(
  { loaded, variables }: OpenProject,
  settings: readonly WrittenSetting[],
): Promise<(setting: WrittenSetting) => readonly string[]> {
  const crawls = settings.map(({ crawl }) => crawl)
  const refusals = await embeddedRefusals({ env: variables }, loaded.environment, crawls).catch(
    (error: unknown): Refusals => {
      // A variable that the environment's settings name is not set here, so its browser is not known.
      if (error instanceof EnvironmentError) return () => []
      throw error
    },
  )
  return ({ crawl, pointer }) => [
    ...costLines(crawl, pointer),
    ...[...refusals(crawl), ...crawl.notes]
      .filter((note) => isAbout(note.pointer, pointer))
      .map(({ text }) => `note: ${printable(text)}`),
  ]
}

function costLines(crawl: ResolvedCrawl, pointer: JsonPointer): readonly string[] {
  if (pointer === charges.page.setting) {
    const price = plannedPrice(crawl)
    return price === undefined ? [] : [`cost: ${describePrice(price)}`]
  }
  return crawl.price.parts
    .filter(({ what }) => isAbout(charges[what].setting, pointer))
    .map(
      ({ what, credits, origin }) =>
        `cost: ${what} ${plural(credits, 'credit')} a page (${describeOrigin(plannedOrigin(origin))})`,
    )
}

function isAbout(one: JsonPointer, other: JsonPointer): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)
}

/** A setting of a crawl, and where one of its candidates is written. */
interface WrittenSetting {
  readonly crawl: ResolvedCrawl
  readonly pointer: JsonPointer
  readonly setting: ResolvedSetting
  readonly place: Place
}

/** Returns the settings of crawls that are written at `point`, the candidates that were beaten too. */
function settingsAt(crawls: readonly ResolvedCrawl[], point: Place): readonly WrittenSetting[] {
  return crawls.flatMap((crawl) =>
    [...crawl.provenance, ...crawl.beside.provenance].flatMap(([pointer, setting]) => {
      const origins = [setting.origin, ...setting.beaten.map(({ origin }) => origin)]
      const place = origins
        .flatMap((origin) => sourceIn(origin, point.file) ?? [])
        .map(placeOf)
        .find((one) => contains(one, point))
      return place === undefined ? [] : [{ crawl, pointer, setting, place }]
    }),
  )
}

/** Returns where an origin is written, if it is in `file`. */
function sourceIn(origin: Origin, file: string): Source | undefined {
  if (origin.kind === 'default' || origin.kind === 'option') return undefined
  return origin.source.document.file === file ? origin.source : undefined
}

/** Returns the place from the key of a setting to the end of its value. */
function placeOf({ document, pointer }: Source): Place {
  const key = document.locate(pointer, 'key')
  const { endLine, endColumn } = document.locate(pointer, 'value')
  return { ...key, endLine, endColumn }
}
