import path from 'node:path'
import { type Manifest, manifestKey, manifestPage, type ManifestPage } from '../manifest/manifest.ts'
import type { PageDocument } from '../protocol/crawl-status.ts'
import { readPageFile } from '../render/render-page.ts'
import { readIfThere } from '../util/files.ts'
import { filesOf } from './page-folder.ts'

/** A manifest whose hashes can be compared with those of today. */
export interface RenewedManifest {
  readonly manifest: Manifest
  /** Pages whose earlier text is not at hand, so they seem to have changed. */
  readonly unknown: number
}

/**
 * Makes the hashes of an earlier manifest again, from the texts that are at hand: the page files of that job, and else the pages
 * that the service still has.
 * @param directory of the page files
 */
export async function renewHashes(
  earlier: Manifest,
  hashVersion: number,
  directory: string | undefined,
  stored: () => Promise<AsyncIterable<PageDocument>>,
): Promise<RenewedManifest> {
  const hashes = new Map<string, string>()
  const add = (page: PageDocument): void =>
    void hashes.set(manifestKey(earlier, page.metadata.url), manifestPage(page).hash)
  if (directory !== undefined)
    for (const [url, file] of filesOf(directory, earlier.crawl)) {
      const text = readIfThere(path.join(directory, file))
      if (text !== undefined) add(readPageFile(text, url))
    }
  const isKnown = ({ url }: ManifestPage): boolean => hashes.has(manifestKey(earlier, url))
  if (!earlier.pages.every(isKnown)) for await (const page of await stored()) add(page)
  const pages = earlier.pages.map((page) => ({
    ...page,
    hash: hashes.get(manifestKey(earlier, page.url)) ?? page.hash,
  }))
  const unknown = earlier.pages.filter((page) => !isKnown(page)).length
  return { manifest: { ...earlier, hashVersion, pages }, unknown }
}
