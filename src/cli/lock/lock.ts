/**
 * Input: the prompts of crawls, and the entries of the lock.
 * Output: what must be asked and removed; the checked answers of a service, or an error for each.
 * Must not know where locked prompts are stored.
 */
import { ClientError } from '../../client/crawl-client.ts'
import type { CrawlClient } from '../../client/client.ts'
import type { LockResult } from '../../render/render-lock.ts'
import { answers, LOCKABLE, type LockedPrompt } from '../../resolve/prompt-lock.ts'
import type { PromptQuestion } from '../../resolve/resolved-crawl.ts'
import { schemaErrors } from '../../schema/validators.ts'
import { absoluteUrl } from '../../scope/page-url.ts'
import { compareText } from '../../util/text.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import { sha256 } from '../../util/sha256.ts'

/** A crawl's prompt in one environment. */
export interface CrawlQuestion {
  readonly crawl: string
  readonly question: PromptQuestion
}

export interface LockSituation {
  readonly entries: readonly LockedPrompt[]
  /** The selected crawls with a prompt, of the environment that is locked. */
  readonly questions: readonly CrawlQuestion[]
  readonly declared: ReadonlySet<string>
  /** Prompts of every environment that can be read. */
  readonly everywhere: readonly CrawlQuestion[]
  /** True when some environment cannot be read: it may use any entry of a crawl with a prompt. */
  readonly hasUnreadable: boolean
  readonly selected: ReadonlySet<string>
  /** Ask again about answered prompts. */
  readonly upgrade: boolean
}

/** A prompt to ask; `before` is the entry that its answer replaces. */
export interface LockChange extends CrawlQuestion {
  readonly before: LockedPrompt | undefined
  readonly because: string
}

export interface LockChoice {
  readonly ask: readonly LockChange[]
  readonly keep: readonly LockedPrompt[]
  /** The entries that are not asked about, each kept or removed. */
  readonly unasked: readonly LockResult[]
}

/** Returns the prompts to ask, and the entries to remove and to keep, so that the lock answers exactly the files' prompts. */
export function choosePrompts(situation: LockSituation): LockChoice {
  const { entries, questions, selected, upgrade } = situation
  const unused = new Map(
    entries.flatMap((entry) => {
      const because = selected.has(entry.crawl) ? whyUnused(entry, situation) : undefined
      return because === undefined ? [] : [[entry, because] as const]
    }),
  )
  const replaced = new Set<LockedPrompt>()
  const ask = questions.flatMap(({ crawl, question }): LockChange[] => {
    const current = entries.find((entry) => answers(entry, crawl, question))
    if (current !== undefined && !upgrade) return []
    const before = current ?? [...unused.keys()].find((entry) => entry.crawl === crawl)
    if (before !== undefined) replaced.add(before)
    return [{ crawl, question, before, because: reasonToAsk(before, question) }]
  })
  const unasked = entries.flatMap((entry): LockResult[] => {
    if (replaced.has(entry)) return []
    const { crawl, url, options } = entry
    const because = unused.get(entry)
    return because === undefined
      ? [{ crawl, url, action: 'keep', because: 'unchanged', options }]
      : [{ crawl, url, action: 'remove', because, before: options }]
  })
  return {
    ask: ask.toSorted((a, b) => compareText(a.crawl, b.crawl)),
    keep: entries.filter((entry) => !unused.has(entry) && !replaced.has(entry)),
    unasked,
  }
}

function reasonToAsk(before: LockedPrompt | undefined, question: PromptQuestion): string {
  if (before === undefined) return 'not locked yet'
  if (before.url !== question.url) return 'the start URL changed'
  return answers(before, before.crawl, question) ? 'asked again' : 'the prompt changed'
}

function whyUnused(
  entry: LockedPrompt,
  { declared, everywhere, hasUnreadable }: LockSituation,
): string | undefined {
  const questions = everywhere.filter(({ crawl }) => crawl === entry.crawl)
  if (questions.some(({ question }) => answers(entry, entry.crawl, question))) return undefined
  if (hasUnreadable && declared.has(entry.crawl)) return undefined
  if (questions.length > 0) return 'no environment has this prompt and start URL'
  return declared.has(entry.crawl) ? 'the crawl has no prompt' : 'there is no such crawl'
}

/** The result of a change, and its entry: the earlier one if the service gave no answer. */
export interface PromptAnswer {
  readonly entry: LockedPrompt | undefined
  readonly result: LockResult
}

/** Questions asked at once: an answer takes seconds, and services limit their rate. */
const AT_ONCE = 4

/** Failures that every further question would cause too. */
const FINAL = new Set(['unreachable', 'unauthorized', 'not-found', 'bad-settings', 'aborted'])

/** Asks the service once for each change, in order. It stops after a failure that would affect every question. */
export async function askPrompts(
  client: Pick<CrawlClient, 'previewParams'>,
  changes: readonly LockChange[],
  signal: AbortSignal,
): Promise<readonly PromptAnswer[]> {
  const results = new Map<LockChange, PromptAnswer>()
  const waiting = [...changes]
  let fatal: string | undefined
  const work = async (): Promise<void> => {
    for (let change = waiting.shift(); change !== undefined; change = waiting.shift()) {
      if (signal.aborted) fatal ??= 'interrupted'
      try {
        const answered = fatal === undefined ? await askOne(client, change, signal) : `not asked: ${fatal}`
        results.set(change, typeof answered === 'string' ? failedOf(change, answered) : answered)
      } catch (error) {
        if (!(error instanceof ClientError)) throw error
        results.set(change, failedOf(change, error.message))
        if (FINAL.has(error.code)) fatal ??= error.message
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return changes.flatMap((change) => results.get(change) ?? [])
}

function failedOf(change: LockChange, because: string): PromptAnswer {
  return { entry: change.before, result: { ...resultOf(change), action: 'failed', because } }
}

/** Returns the change as it is shown before the service has answered. */
export function resultOf({ crawl, question, before, because }: LockChange): LockResult {
  return {
    crawl,
    url: question.url,
    action: before === undefined ? 'add' : 'update',
    because,
    ...(before === undefined ? {} : { before: before.options }),
  }
}

async function askOne(
  client: Pick<CrawlClient, 'previewParams'>,
  change: LockChange,
  signal: AbortSignal,
): Promise<PromptAnswer> {
  const { crawl, question } = change
  // A preview needs the scheme that a crawl may leave out.
  const url = absoluteUrl(question.url)
  const answer = await client.previewParams({ url, prompt: question.prompt }, { signal })
  const { options, leftOut } = acceptAnswer(answer)
  return {
    entry: { crawl, url: question.url, promptDigest: sha256(question.prompt), options },
    result: { ...resultOf(change), options, ...(leftOut.length === 0 ? {} : { leftOut }) },
  }
}

/**
 * Returns the lockable settings of a service's answer to a prompt, and the others with the reason. It comes from a language
 * model, so each setting is checked.
 */
function acceptAnswer(answer: JsonObject) {
  const options: Record<string, Json> = {}
  const leftOut: { setting: string; value: Json; because: string }[] = []
  for (const [setting, value] of Object.entries(answer)) {
    // The answer repeats the question, and a model writes null for settings that it does not decide.
    if (setting === 'url' || setting === 'prompt' || value === null) continue
    const because = whyNot(setting, value)
    if (because === undefined) options[setting] = value
    else leftOut.push({ setting, value, because })
  }
  return { options, leftOut }
}

function whyNot(setting: string, value: Json): string | undefined {
  if (!LOCKABLE.some((name) => name === setting)) return 'not a setting that a prompt can set'
  if (schemaErrors('request-v2', { url: 'https://example.com/', [setting]: value }).length > 0)
    return 'not a valid value for the setting'
  return JSON.stringify(value).includes('${secret:') ? 'it refers to a secret' : undefined
}
