import path from 'node:path'
import { HASH_VERSION } from '../manifest/content-hash.ts'
import { manifestKey, manifestPage } from '../manifest/manifest.ts'
import type { Manifest, ManifestPage } from '../manifest/manifest.ts'
import type { PageDocument } from '../protocol/crawl-status.ts'
import { readPageFile } from '../render/render-page.ts'
import { fromTimeText } from '../util/clock.ts'
import { readIfThere } from '../util/files.ts'
import { findRow, JsonRows, placesOf } from '../util/json-rows.ts'
import { firstText } from '../util/text.ts'
import { filesOf } from './page-folder.ts'

/** A manifest whose hashes can be compared with those of today. */
export interface RenewedManifest {
  readonly manifest: Manifest
  /** Pages whose earlier text is not at hand, so they seem to have changed. */
  readonly unknown: number
}

/**
 * Makes the hashes of an earlier manifest again, as those of a later one are made, from the texts that are at hand: the page
 * files of that job, and else the pages that the service still has.
 * @param directory of the page files
 */
export async function renewHashes(
  earlier: Manifest,
  after: Omit<Manifest, 'pages'>,
  directory: string | undefined,
  stored: () => Promise<AsyncIterable<PageDocument>>,
): Promise<RenewedManifest> {
  const { hashVersion, ignore } = after
  const keyOf = ({ url }: Pick<ManifestPage, 'url'>): string => manifestKey(earlier, url)
  const places = placesOf(earlier.pages, keyOf)
  const hashes = new Map<number, string>()
  const add = (page: PageDocument): void => {
    const place = places.get(keyOf(page.metadata))
    if (place !== undefined) hashes.set(place, manifestPage(page, ignore).hash)
  }
  if (directory !== undefined) for (const page of filedPages(directory, earlier, after.at)) add(page)
  if (hashes.size < places.size) for await (const page of await stored()) add(page)
  const pages = new JsonRows<ManifestPage>()
  let unknown = 0
  for (const page of earlier.pages) {
    const hash = hashes.get(places.get(keyOf(page)) ?? -1)
    if (hash === undefined) unknown++
    pages.push({ ...page, hash: hash ?? page.hash })
  }
  const { ignore: _ignore, ...others } = earlier
  return { manifest: { ...others, hashVersion, ...(ignore && { ignore }), pages }, unknown }
}

/**
 * Yields the pages of a job that are in files. Those of a later job may be in their place.
 * @param until accepts pages that were fetched until then, if the hashes of an older version cannot tell
 */
export function* filedPages(
  directory: string,
  job: Manifest,
  until: string | undefined,
): Generator<PageDocument> {
  const find = findRow(job.pages, (page) => manifestKey(job, page.url))
  for (const { url, file } of filesOf(directory, job.crawl)) {
    const text = file === undefined ? undefined : readIfThere(path.join(directory, file))
    if (text === undefined) continue
    const page = readPageFile(text, url)
    const isSame = manifestPage(page, job.ignore).hash === find(manifestKey(job, url))?.hash
    const fetched = fromTimeText(firstText(page.metadata['fetchedAt'])) ?? 0
    const isEarlier = until !== undefined && fetched <= (fromTimeText(until) ?? Infinity)
    if (isSame || (job.hashVersion !== HASH_VERSION && isEarlier)) yield page
  }
}
