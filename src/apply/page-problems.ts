import type { Changes } from '../changes/changes.ts'
import { type Manifest, type ManifestPage, NO_TEXT } from '../manifest/manifest.ts'
import { allowedPages } from '../plan/last-job.ts'
import { isErrorStatus } from '../protocol/protocol.ts'
import { pageKey } from '../scope/page-url.ts'
import { parseUrl } from '../util/can-parse-url.ts'
import { isJsonList, type Json, type JsonObject } from '../util/json.ts'
import { KeyTable } from '../util/key-table.ts'
import { oneLine, plural } from '../util/text.ts'

/**
 * Returns why the pages of a job are not published: the unmet `maxRemoved`, `maxChanged` and `mustContain` of the crawl's
 * `expect`, and pages that look like answers of a bot check.
 */
export function pageProblems(
  expect: JsonObject | undefined,
  manifest: Manifest,
  changes: Changes | undefined,
  before: Manifest | undefined,
): readonly string[] {
  const { maxRemoved, maxChanged, mustContain } = expect ?? {}
  const publishedCount = before?.pages.length ?? 0
  const above = (limit: Json | undefined, count: number, words: string): string[] => {
    const allowed = allowedPages(limit, publishedCount)
    if (allowed === undefined || count <= allowed.most) return []
    return [`${count} of ${plural(publishedCount, 'page')} would be ${words} (${allowed.text})`]
  }
  return [
    ...above(maxRemoved, changes?.removed.length ?? 0, 'removed'),
    ...above(maxChanged, changes?.changed.length ?? 0, 'changed'),
    ...missingPaths(mustContain, manifest).map((path) => `${path} is missing`),
    ...oneTextForMany(changes?.changed ?? [], before),
    ...oneTextForAll(manifest, changes, before),
  ]
}

/** Pages that get the same new text at once. Fewer may be chance. */
const SUSPICIOUS_PAGES = 3

/**
 * Returns that several pages which had different texts have one new text now, if so. A bot check, a login page or an error page
 * with status 200 does that, whatever it says.
 */
function oneTextForMany(changed: readonly ManifestPage[], before: Manifest | undefined): readonly string[] {
  if (before === undefined) return []
  const answered = changed.filter(({ status }) => !isErrorStatus(status))
  const hashes = new Map(answered.map(({ url, hash }) => [url, hash]))
  const fresh = new Set(hashes.values())
  for (const { hash } of before.pages) fresh.delete(hash)
  const replaced = new Map<string, { readonly urls: string[]; readonly were: Set<string> }>()
  for (const { url, hash: was } of before.pages) {
    const hash = hashes.get(url)
    if (hash === undefined || !fresh.has(hash)) continue
    const group = replaced.get(hash) ?? { urls: [], were: new Set() }
    replaced.set(hash, group)
    group.urls.push(url)
    group.were.add(was)
  }
  return [...replaced.values()]
    .filter(({ were }) => were.size >= SUSPICIOUS_PAGES)
    .map(({ urls: [one = '', other = '', ...more] }) =>
      oneLine(
        `${plural(more.length + 2, 'page')} had different texts and have the same new one, such as ${one} and ${other}: a bot check or an error page?`,
      ),
    )
}

/**
 * Returns that a job has no text, or a new one only and would remove pages that had others, if so. A site that shows everybody a
 * bot check, its maintenance or a login does that. With other settings a crawl may have become that small.
 */
function oneTextForAll(
  manifest: Manifest,
  changes: Changes | undefined,
  before: Manifest | undefined,
): readonly string[] {
  if (before === undefined || changes === undefined || changes.settings.length > 0) return []
  const delivered = new Set<string>()
  let emptied = 0
  for (const { hash, missing, error } of manifest.pages)
    if (missing === undefined) delivered.add(hash)
    else if (error === NO_TEXT) emptied++
  const [text] = delivered
  if (text === undefined && emptied > 0) return ['no page has text any more: a bot check?']
  const lost = [...changes.removed, ...changes.changed]
  if (delivered.size !== 1 || lost.length < SUSPICIOUS_PAGES || changes.removed.length === 0) return []
  const were = new Set<string>()
  for (const { hash } of before.pages) were.add(hash)
  if (text === undefined || were.has(text) || were.size < SUSPICIOUS_PAGES) return []
  const count = plural(changes.removed.length, 'page')
  return [
    `all that was delivered has one text, which is new, and ${count} would be removed: a login or maintenance?`,
  ]
}

function missingPaths(mustContain: Json | undefined, { pages, request }: Manifest): readonly string[] {
  if (!isJsonList(mustContain)) return []
  const { url: start } = request
  const delivered = new KeyTable()
  for (const { url, missing } of pages) if (missing === undefined) delivered.put(pageKey(url), 0)
  return mustContain.map(String).filter((path) => {
    const url = (typeof start === 'string' ? parseUrl(path, start)?.href : undefined) ?? path
    return !delivered.has(pageKey(url))
  })
}
