import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plan } from '../../plan/plan.ts'
import { parseSavedPlan, SavedPlanError, stalePart } from '../../plan/saved-plan.ts'
import { printable } from '../../util/printable.ts'
import type { Host } from '../process/host.ts'
import type { Options } from '../arguments/options.ts'
import { UsageError } from '../process/usage-error.ts'

export type ChosenPlan =
  | { readonly ok: true; readonly plan: Plan; readonly isApproved: boolean }
  /** Why the plan is no longer what was approved, for people. */
  | { readonly ok: false; readonly reasons: readonly string[] }

/**
 * Returns the plan to apply: the one just made, or with `--plan` the saved one as far as it still holds. A saved plan
 * and a digest that fits are an approval.
 */
export function choosePlan(host: Host, options: Options, current: Plan): ChosenPlan {
  const file = options.text('plan')
  const expected = options.text('expect')
  if (file !== undefined) return chooseSaved(path.resolve(host.cwd, file), current)
  if (expected === undefined) return { ok: true, plan: current, isApproved: false }
  if (!/^[0-9a-f]{64}$/.test(expected)) {
    throw new UsageError(`"--expect" is "${expected}", but a digest is 64 hexadecimal digits.`)
  }
  if (expected === current.digest) return { ok: true, plan: current, isApproved: true }
  return { ok: false, reasons: [`the plan's digest is ${current.digest} now`] }
}

function chooseSaved(file: string, current: Plan): ChosenPlan {
  try {
    const saved = parseSavedPlan(readFileSync(file, 'utf8'))
    const stale = stalePart(saved, current)
    if (stale.length === 0) return { ok: true, plan: saved, isApproved: true }
    return { ok: false, reasons: stale.map(({ name, reason }) => `${printable(name)}: ${printable(reason)}`) }
  } catch (error) {
    if (error instanceof SavedPlanError) return { ok: false, reasons: [error.message] }
    throw error
  }
}
