import { pageCharges, worstCaseCredits } from '../request/page-charges.ts'
import type { Prices } from '../schema/project-file.gen.ts'
import { schemaAt } from '../schema/schema.ts'
import { joinPointer, type JsonObject } from '../util/json.ts'
import { type EnvironmentSpec, type ProjectSpec, serviceKind } from '../validate/crawl-spec.ts'
import type { CrawlPrice, Origin, PricePart } from './resolved-crawl.ts'

/**
 * Returns the highest price of a crawl by the environment's price table: the `prices` setting, and on the hosted service the
 * schema's defaults. A page is charged once for each thing it is asked for (crawl API: billing).
 */
export function priceCrawl(
  effective: JsonObject,
  project: ProjectSpec,
  environment: EnvironmentSpec,
): CrawlPrice {
  const priceOf = priceTable(project, environment)
  const parts: PricePart[] = []
  let further: number | undefined
  for (const { what, times } of pageCharges(effective)) {
    const price = priceOf(what)
    if (price === undefined || price.credits === 0 || times === 0) continue
    if (times === undefined) further = (further ?? 0) + price.credits
    else parts.push({ what, credits: price.credits * times, origin: price.origin })
  }
  const limit = typeof effective['limit'] === 'number' ? effective['limit'] : Number.POSITIVE_INFINITY
  const each = parts.reduce((sum, { credits }) => sum + credits, 0)
  return { credits: worstCaseCredits(each, limit), parts, unboundedPdf: further }
}

type PriceOf = (what: keyof Prices) => { readonly credits: number; readonly origin: Origin } | undefined

function priceTable({ document }: ProjectSpec, environment: EnvironmentSpec): PriceOf {
  const { name, prices = {} } = environment
  const hasDefaults = serviceKind(environment) === 'hosted'
  return (what) => {
    const pointer = joinPointer('/environments', name, 'prices', what)
    const written = prices[what]
    if (written !== undefined && document !== undefined)
      return { credits: written, origin: { kind: 'written', source: { document, pointer } } }
    const usual = hasDefaults ? schemaAt('project', pointer)?.default : undefined
    return typeof usual === 'number' ? { credits: usual, origin: { kind: 'default' } } : undefined
  }
}
