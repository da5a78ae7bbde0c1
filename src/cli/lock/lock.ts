/**
 * Input: prompts that are new or have changed.
 * Output: the answers of a service, checked, or an error for each.
 * Must not know where locked prompts are stored.
 */
import { ClientError } from '../../client/client-error.ts'
import type { CrawlClient } from '../../client/crawl-client.ts'
import { digestPrompt, type LockedPrompt } from '../../resolve/prompt-lock.ts'
import { acceptAnswer, type LeftOut } from './accept-answer.ts'
import type { LockChange } from './choose-prompts.ts'

/** The result of asking about one crawl. */
export type Asked =
  | { readonly change: LockChange; readonly entry: LockedPrompt; readonly leftOut: readonly LeftOut[] }
  | { readonly change: LockChange; readonly error: string }

/** Questions asked at once: an answer takes seconds, and services limit their rate. */
const AT_ONCE = 4

/** Failures that every further question would cause too. */
const FINAL = new Set(['unreachable', 'unauthorized', 'not-found', 'bad-settings', 'aborted'])

/** Asks the service once for each change, in order. It stops after a failure that would affect every question. */
export async function askPrompts(
  client: Pick<CrawlClient, 'previewParams'>,
  changes: readonly LockChange[],
  signal: AbortSignal,
): Promise<readonly Asked[]> {
  const asked = new Map<LockChange, Asked>()
  const waiting = [...changes]
  let fatal: string | undefined
  const work = async (): Promise<void> => {
    for (let change = waiting.shift(); change !== undefined; change = waiting.shift()) {
      if (signal.aborted) fatal ??= 'interrupted'
      if (fatal !== undefined) {
        asked.set(change, { change, error: `not asked: ${fatal}` })
        continue
      }
      try {
        asked.set(change, await askOne(client, change, signal))
      } catch (error) {
        if (!(error instanceof ClientError)) throw error
        asked.set(change, { change, error: error.message })
        if (FINAL.has(error.code)) fatal ??= error.message
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return changes.flatMap((change) => asked.get(change) ?? [])
}

async function askOne(
  client: Pick<CrawlClient, 'previewParams'>,
  change: LockChange,
  signal: AbortSignal,
): Promise<Asked> {
  const { crawl, question } = change
  // A preview needs the scheme that a crawl may leave out.
  const url = /^\s*https?:\/\//i.test(question.url) ? question.url : `http://${question.url.trim()}`
  const answer = await client.previewParams({ url, prompt: question.prompt }, { signal })
  const { options, leftOut } = acceptAnswer(answer)
  const entry = { crawl, url: question.url, promptDigest: digestPrompt(question.prompt), options }
  return { change, entry, leftOut }
}
