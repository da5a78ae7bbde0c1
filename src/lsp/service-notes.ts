import { plannedPrice } from '../plan/make-plan.ts'
import { plannedOrigin } from '../plan/planned-origin.ts'
import { describeOrigin } from '../render/describe-origin.ts'
import { describePrice } from '../render/describe-price.ts'
import { charges } from '../request/page-charges.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { embeddedRefusals } from '../session/embedded-refusals.ts'
import { EnvironmentError } from '../session/fill-template.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import { plural } from '../util/plural.ts'
import { printable } from '../util/printable.ts'
import type { OpenProject } from './open-project.ts'
import type { WrittenSetting } from './written-settings.ts'

/** Returns what the environment's service does with settings, each with a line for its costs, if it has any. */
export async function serviceNotes(
  project: OpenProject,
  settings: readonly WrittenSetting[],
): Promise<(setting: WrittenSetting) => readonly string[]> {
  const refusals = await refusalsOf(
    project,
    settings.map(({ crawl }) => crawl),
  )
  return ({ crawl, pointer }) => [
    ...costLines(crawl, pointer),
    ...[...refusals(crawl), ...crawl.notes]
      .filter((note) => isAbout(note.pointer, pointer))
      .map(({ text }) => `note: ${printable(text)}`),
  ]
}

async function refusalsOf(
  { loaded: { environment }, variables }: OpenProject,
  crawls: readonly ResolvedCrawl[],
): ReturnType<typeof embeddedRefusals> {
  try {
    return await embeddedRefusals({ env: variables }, environment, crawls)
  } catch (error) {
    // A variable that the environment's settings name is not set here, so its browser is not known.
    if (error instanceof EnvironmentError) return () => []
    throw error
  }
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

/** Returns whether one pointer is the other, or inside of it. */
function isAbout(one: JsonPointer, other: JsonPointer): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)
}
