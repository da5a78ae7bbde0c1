import { answers, type LockedPrompt, type PromptQuestion } from '../../resolve/prompt-lock.ts'
import { compareText } from '../../util/compare-text.ts'

/** A crawl's prompt in one environment. */
export interface CrawlQuestion {
  readonly crawl: string
  readonly question: PromptQuestion
}

export interface LockSituation {
  readonly entries: readonly LockedPrompt[]
  /** The selected crawls with a prompt, of the environment that is locked. */
  readonly questions: readonly CrawlQuestion[]
  /** Every declared crawl. */
  readonly declared: ReadonlySet<string>
  /** Prompts of every environment that can be read. */
  readonly everywhere: readonly CrawlQuestion[]
  /** True when some environment cannot be read: it may use any entry of a crawl with a prompt. */
  readonly hasUnreadable: boolean
  /** Names of the selected crawls and entries. */
  readonly selected: ReadonlySet<string>
  /** Ask again about answered prompts. */
  readonly upgrade: boolean
}

/** The change needed for one crawl's entry. */
export interface LockChange {
  readonly crawl: string
  readonly question: PromptQuestion
  /** The entry that the answer replaces. */
  readonly before: LockedPrompt | undefined
  readonly because: string
}

export interface LockRemoval {
  readonly entry: LockedPrompt
  readonly because: string
}

export interface LockChoice {
  readonly ask: readonly LockChange[]
  readonly remove: readonly LockRemoval[]
  readonly keep: readonly LockedPrompt[]
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
  return {
    ask: ask.toSorted((a, b) => compareText(a.crawl, b.crawl)),
    remove: [...unused].flatMap(([entry, because]) => (replaced.has(entry) ? [] : [{ entry, because }])),
    keep: entries.filter((entry) => !unused.has(entry) && !replaced.has(entry)),
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
  const asked = everywhere.filter(({ crawl }) => crawl === entry.crawl)
  if (asked.some(({ question }) => answers(entry, entry.crawl, question))) return undefined
  if (hasUnreadable && declared.has(entry.crawl)) return undefined
  if (asked.length > 0) return 'no environment has this prompt and start URL'
  return declared.has(entry.crawl) ? 'the crawl has no prompt' : 'there is no such crawl'
}
