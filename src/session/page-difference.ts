import type { Changes } from '../changes/changes.ts'
import { normalizeProse } from '../manifest/content-hash.ts'
import { contentOf, type Manifest, manifestKey } from '../manifest/manifest.ts'
import type { PageDifference, PageSide } from '../render/render-page-difference.ts'
import { leaveOut } from '../scope/pattern/leave-out.ts'
import { assert } from '../util/invariant.ts'
import { findRow } from '../util/json-rows.ts'
import { firstText } from '../util/text.ts'
import type { KeptJobs } from './kept-jobs.ts'

/**
 * Returns what the two jobs of a comparison delivered of a page; undefined if neither knows it.
 * @param urlOf returns the URL that is meant, from the start URL of the crawl
 * @param directory of page files
 */
export async function pageDifference(
  kept: KeptJobs,
  changes: Changes,
  urlOf: (start: string) => string,
  directory: string | undefined,
): Promise<PageDifference | undefined> {
  const { crawl } = changes
  const [old, now] = [
    await kept.manifest(crawl, changes.before.job),
    await kept.manifest(crawl, changes.after.job),
  ]
  assert(old !== undefined && now !== undefined, 'compared manifests are kept')
  const url = urlOf(firstText(now.request['url']))
  const key = manifestKey(now, url)
  const known = [old, now].map(({ pages }) => findRow(pages, (page) => manifestKey(now, page.url))(key))
  const [was, is] = known
  if (was === undefined && is === undefined) return undefined
  const sides = await Promise.all(
    [old, now].map(async (job, index) => {
      const entry = known[index]
      const isDelivered = entry !== undefined && entry.missing === undefined
      const page = isDelivered ? await kept.page(job, entry.url, directory) : undefined
      return { job, isDelivered, text: isDelivered ? page && textOf(page) : '' }
    }),
  )
  const [before, after] = sides
  assert(before !== undefined && after !== undefined, 'there are two jobs')
  const keys = [before, after].map(({ text }) => lineKeys(text ?? '', now.ignore))
  const side = ({ job, isDelivered, text }: typeof before, index: number): PageSide => {
    const others = new Set(keys[1 - index])
    const noise = (keys[index] ?? []).flatMap((line, at) => (others.has(line) ? [at + 1] : []))
    return { job: job.job, at: job.at, isDelivered, noise, ...(text === undefined ? {} : { text }) }
  }
  const isChanged = [...changes.changed, ...changes.added, ...changes.removed].some(
    (page) => manifestKey(now, page.url) === key,
  )
  const name = is?.url ?? was?.url ?? url
  return { name: crawl, url: name, before: side(before, 0), after: side(after, 1), isChanged }
}

function textOf(page: Parameters<typeof contentOf>[0]): string {
  const { title, description, text } = contentOf(page)
  const named = [title && `title: ${title}`, description && `description: ${description}`].filter(Boolean)
  return `${[...named, '', text.trimEnd()].join('\n')}\n`
}

const FENCE = /^[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)*(`{3,}|~{3,})/

/** Returns the lines of a text without noise. Lines of code have only that of `changes.ignore`. */
function lineKeys(text: string, ignore: Manifest['ignore'] = []): readonly string[] {
  let fence: string | undefined
  return text.split('\n').map((line) => {
    const [, mark] = FENCE.exec(line) ?? []
    const isCode = fence !== undefined || mark !== undefined || line.includes('`')
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence) === true) fence = undefined
    const rest = leaveOut(line, ignore)
    return isCode ? rest : normalizeProse(rest)
  })
}
