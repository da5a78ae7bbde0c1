import { diagnose } from '../diagnostics/diagnostic.ts'
import type { RuleArgs, RuleId, Diagnostic, Place } from '../diagnostics/diagnostic.ts'

/** A source that cannot be imported. `importText` catches it and returns the problems. */
export class Refused extends Error {
  readonly problems: readonly Diagnostic[]

  constructor(problems: readonly Diagnostic[]) {
    super()
    this.problems = problems
  }
}

/** @throws {Refused} with one problem */
export function refuse<Id extends RuleId>(rule: Id, args: RuleArgs[Id], place: Place): never {
  throw new Refused([diagnose(rule, args, place)])
}
