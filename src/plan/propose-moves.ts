import { shellQuote } from '../util/shell-quote.ts'
import type { PlannedChange } from './plan.ts'

/**
 * Returns `changes` with a note at each new crawl whose request equals that of one forgotten crawl. That crawl was probably
 * renamed. Moving its record avoids paying for the job again.
 */
export function proposeMoves(
  changes: readonly PlannedChange[],
  environment: string,
): readonly PlannedChange[] {
  const forgotten = changes.filter((change) => change.action === 'forget' && change.unsettled === undefined)
  return changes.map((change) => {
    if (change.action !== 'submit' || change.basis !== undefined) return change
    const [old, ...others] = forgotten.filter(({ fingerprint }) => fingerprint === change.fingerprint)
    if (old === undefined || others.length > 0) return change
    const command = `crawlform state move ${shellQuote(old.name)} ${shellQuote(change.name)} --env ${shellQuote(environment)}`
    const text = `the same request is recorded as "${old.name}", which is no longer declared; to keep its job: ${command}`
    return { ...change, notes: [{ pointer: '/url', text }, ...change.notes] }
  })
}
