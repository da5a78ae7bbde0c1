import { fillSecrets } from '../apply/fill-secrets.ts'
import { redirectOf } from '../apply/job-result.ts'
import type { CrawlClient } from '../client/client.ts'
import { ClientError } from '../client/crawl-client.ts'
import { EMPTY_HASH } from '../manifest/content-hash.ts'
import { isGone, type Manifest, manifestKey, manifestPage, type ManifestPage } from '../manifest/manifest.ts'
import { isErrorStatus } from '../protocol/protocol.ts'
import type { Clock } from '../util/clock.ts'
import { groupBy } from '../util/group-by.ts'
import { given, objectOf, secretNames } from '../util/json.ts'
import { placesOf, type Rows } from '../util/json-rows.ts'
import { plural } from '../util/text.ts'

/** Pages of an earlier job that nothing links to any more. */
export interface UnlinkedPages {
  /** The job that did not find them. */
  readonly head: Omit<Manifest, 'pages'>
  readonly pages: readonly ManifestPage[]
  readonly delivered: Rows<ManifestPage>
}

/** The pages that stay, by URL, each with why the site could not be asked about it, if so. */
type KeptPages = ReadonlyMap<string, string | undefined>

/** Asks the site about pages, and returns those that stay. */
export type AskSite = (unlinked: UnlinkedPages) => Promise<KeptPages>

interface AskDeps {
  readonly client: CrawlClient
  readonly clock: Clock
  readonly env: Readonly<Record<string, string | undefined>>
  readonly notice: (text: string) => void
  readonly signal?: AbortSignal | undefined
}

/** The most pages to ask for after one job. The others stay until a later one. */
const MOST_ASKED = 10_000
/** How long to ask after one job, in minutes. A site may want a long delay between requests. */
const MOST_MINUTES = 10
/** As many take a moment. */
const SAID = 50
const SLOWEST_POLL_MS = 1000

/**
 * Asks the site for pages that nothing links to any more, and returns those that stay. A page is gone if the site says so, if it
 * redirects out of the scope or to another page, if another page has its text now, or if it left the scope. The service asks by
 * the rules of the job: with its headers, delay, robots.txt and guard of addresses.
 * @throws {ClientError} `aborted`
 */
export async function askPages({ head, pages, delivered }: UnlinkedPages, deps: AskDeps): Promise<KeptPages> {
  // Those that answered last time are the last to be asked.
  const answered = ({ missing, error }: ManifestPage): boolean =>
    missing === 'unlinked' && error === undefined
  const sorted = [...pages.filter((page) => !answered(page)), ...pages.filter(answered)]
  const asked = sorted.slice(0, MOST_ASKED)
  const late = `only ${MOST_ASKED} are asked after one job`
  const kept = new Map<string, string | undefined>(sorted.slice(MOST_ASKED).map(({ url }) => [url, late]))
  if (asked.length >= SAID)
    deps.notice(`${head.crawl}: asks for ${plural(asked.length, 'page')} that nothing links to any more`)
  try {
    const answers = await readAnswers(head, asked, deps)
    for (const [url, error] of keptPages({ head, pages: asked, delivered }, answers)) kept.set(url, error)
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    if (error.code === 'aborted') throw error
    for (const { url } of asked) kept.set(url, error.message)
  }
  return kept
}

/** The answer to an asked page: at another address after redirects, or why there is none. */
type Answer = { readonly url: string; readonly hash: string } | { readonly error: string }

/** Waits until the service has asked for all pages, and returns whether it did in time. */
async function waitForAnswers(id: string, { client, clock, signal }: AskDeps): Promise<boolean> {
  const end = clock.now() + MOST_MINUTES * 60_000
  for (let pauseMs = 50; clock.now() <= end; pauseMs = Math.min(pauseMs * 1.5, SLOWEST_POLL_MS)) {
    const { status, error = status } = await client.status(id, { signal })
    if (status === 'completed') return true
    if (status !== 'scraping') throw new ClientError('refused', error)
    await clock.sleep(pauseMs, signal).catch((reason: unknown) => {
      throw signal?.aborted === true ? new ClientError('aborted', 'interrupted', { cause: reason }) : reason
    })
  }
  await client.cancel(id, { signal })
  return false
}

/** Lets the service ask, and returns the answers of pages that are not gone, by the key of the asked page. */
async function readAnswers(
  { crawl, job, request, ...head }: UnlinkedPages['head'],
  pages: readonly ManifestPage[],
  deps: AskDeps,
): Promise<ReadonlyMap<string, Answer>> {
  const { client, signal } = deps
  const { headers, actions } = objectOf(request['scrapeOptions']) ?? {}
  const secret = given({ headers, actions })
  const filled = fillSecrets(secret, secretNames(JSON.stringify(secret)), (name) => deps.env[name])
  if (!filled.ok) throw new ClientError('refused', `${filled.missing.join(', ')} is not set`)
  const asking = {
    urls: pages.map(({ url }) => url),
    scrapeOptions: filled.body,
    name: `${crawl} (no longer linked)`,
  }
  const id = await client.askPages(job, asking, { signal })
  const isWhole = await waitForAnswers(id, deps)
  const keyOf = (url: string): string => manifestKey(head, url)
  const late = { error: `it was not asked within ${MOST_MINUTES} minutes` }
  // A page that a whole answer leaves out may not be asked for: it left the scope, or robots.txt forbids it.
  const answers = new Map<string, Answer>(isWhole ? [] : pages.map(({ url }) => [keyOf(url), late]))
  for await (const page of client.pages(id, { signal })) {
    const { url, sourceURL, statusCode } = page.metadata
    answers.delete(keyOf(sourceURL))
    if (isGone(statusCode)) continue
    const isError = isErrorStatus(statusCode)
    answers.set(
      keyOf(sourceURL),
      isError ? { error: `HTTP ${statusCode}` } : { url, hash: manifestPage(page, head.ignore).hash },
    )
  }
  const { errors } = await client.errors(id, { signal })
  // A page that redirects out of the scope, for example to a login page, is gone.
  for (const { url, error, code } of errors) {
    answers.delete(keyOf(url))
    if (redirectOf({ url, error, ...given({ code }) }) === undefined) answers.set(keyOf(url), { error })
  }
  return answers
}

/** Returns the pages that stay, by URL, with why they could not be asked. */
function keptPages(
  { head, pages, delivered }: UnlinkedPages,
  answers: ReadonlyMap<string, Answer>,
): KeptPages {
  const keyOf = (url: string): string => manifestKey(head, url)
  const urls = placesOf(delivered, ({ url }) => keyOf(url))
  const texts = placesOf(delivered, ({ hash }) => hash)
  const isText = (hash: string): boolean => hash !== EMPTY_HASH && texts.has(hash)
  const kept = new Map<string, string | undefined>()
  const shown: { readonly page: ManifestPage; readonly hash: string }[] = []
  for (const page of pages) {
    const answer = answers.get(keyOf(page.url))
    if (answer === undefined) continue
    if ('error' in answer) kept.set(page.url, answer.error)
    else if (!urls.has(keyOf(answer.url)) && !isText(answer.hash)) shown.push({ page, hash: answer.hash })
  }
  for (const group of groupBy(shown, ({ hash }) => hash).values()) {
    // A login page or an error page with status 200 answers for all.
    const isOneForAll = new Set(group.map(({ page }) => page.hash)).size > 1
    const error = isOneForAll
      ? `it has the same text as ${plural(group.length - 1, 'other page')}`
      : undefined
    for (const { page } of group) kept.set(page.url, error)
  }
  return kept
}
