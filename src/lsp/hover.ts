import { type Hover, type HoverParams, MarkupKind } from 'vscode-languageserver/node'
import type { Place } from '../diagnostics/diagnostic.ts'
import { explainSetting, plannedOrigin } from '../plan/diff-requests.ts'
import { plannedPrice } from '../plan/make-plan.ts'
import { describeOrigin, describePrice, formatValue, settingName } from '../render/format-value.ts'
import { charges } from '../request/page-charges.ts'
import type { ResolvedCrawl, ResolvedSetting, Source } from '../resolve/resolved-crawl.ts'
import { embeddedRefusals, type Refusals } from '../session/embedded-refusals.ts'
import { EnvironmentError } from '../session/session-dependencies.ts'
import type { JsonPointer } from '../util/json.ts'
import { markdownBlock } from '../util/markdown-text.ts'
import { plural, printable } from '../util/text.ts'
import { MOST_CRAWLS, type OpenProject } from './open-project.ts'
import { contains, sourceIn, type TextPlaces } from './text-places.ts'

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

/** Returns the place from the key of a setting to the end of its value. */
function placeOf({ document, pointer }: Source): Place {
  const key = document.locate(pointer, 'key')
  const { endLine, endColumn } = document.locate(pointer, 'value')
  return { ...key, endLine, endColumn }
}
