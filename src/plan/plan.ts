/**
 * Input: resolved crawls and recorded submissions.
 * Output: what to submit and why, as plain data for `apply`, `render` and files.
 * Must not know how a plan is shown: colours, layout or options of commands.
 */
import type { ChangeCounts, JobResult, RecordPhase, SubmittedJob } from '../state/recorded-state.ts'
import type { Json, JsonObject } from '../util/json.ts'

/** Where a value came from, as plain data with its line. `render` makes the text, such as `crawls/a.yaml:7`. */
export interface PlannedOrigin {
  readonly kind:
    | 'default'
    | 'project-defaults'
    | 'profile'
    | 'written'
    | 'environment'
    | 'matrix'
    | 'variable'
    | 'migrated'
    | 'prompt-lock'
    | 'option'
    /** Only in `differences`: the old value, as recorded. */
    | 'recorded'
  /** Profile, environment, axis, variable, option or old setting, by kind. */
  readonly name?: string
  readonly file?: string
  readonly line?: number
  readonly note?: string
}

export interface PlannedDifference {
  /** JSON Pointer into the request. */
  readonly pointer: string
  readonly kind: 'added' | 'removed' | 'changed'
  /** The value before; for `added` the default, if the setting has one. */
  readonly before?: Json
  /** The value after; for `removed` the default, if the setting has one. */
  readonly after?: Json
  /** Where `after` came from. */
  readonly origin?: PlannedOrigin
}

export interface PlannedNote {
  readonly pointer: string
  readonly text: string
}

/** The recorded attempt at the time of the plan. A submission is stale when the record has changed since. */
export interface PlanBasis {
  readonly attempt: string
  readonly phase: RecordPhase
}

/** The most credits that a crawl can cost, and their parts. */
export interface PlannedPrice {
  readonly credits: number
  /** For each page. */
  readonly parts: readonly {
    readonly what: string
    readonly credits: number
    readonly origin: PlannedOrigin
  }[]
  /** Credits for each further page of a PDF, where no setting bounds their number. */
  readonly unboundedPdf?: number
}

interface ChangeBase {
  readonly name: string
  /** Why, in a few words: `never submitted`, `limit changed`, `due: last submitted ..., refresh is 7d`. */
  readonly reason: string
  /** Absent when nothing was recorded. */
  readonly basis?: PlanBasis
  /** The last job that the record knows. */
  readonly last?: LastRun
}

/** A job as far as its end is recorded. */
export interface LastRun {
  /** When it was submitted, ISO 8601. */
  readonly at: string
  readonly status?: JobResult['status']
  /** Pages of its result. */
  readonly pages?: number
  /** Pages that differ from those that were published before. */
  readonly changes?: ChangeCounts
}

/** A change of a declared crawl. */
export interface DeclaredChange extends ChangeBase {
  readonly file: string
  readonly line: number
  /** SHA-256 of the request's canonical JSON. */
  readonly fingerprint: string
  /** The request, with `***` for secrets that are written out. */
  readonly request: JsonObject & { readonly url: string }
  /** Pointers to the `***` in `request` that replace secrets; absent without any. */
  readonly masked?: readonly string[]
  /** `request` with the service's defaults. */
  readonly effective: JsonObject
  /** By JSON Pointer into `effective`. */
  readonly origins: Readonly<Record<string, PlannedOrigin>>
  /** Names of the secrets that `request` refers to, sorted; never their values. */
  readonly secrets: readonly string[]
  readonly worstCasePages: number
  /** Absent if the service charges nothing. */
  readonly price?: PlannedPrice
  readonly notes: readonly PlannedNote[]
  readonly refreshMs?: number
  /** A rerun: a service that can is asked for fresh pages, whatever `maxAge` is. */
  readonly fresh?: true
  readonly expect?: JsonObject
}

export type PlannedChange =
  /** `+` never submitted */
  | (DeclaredChange & { readonly action: 'submit' })
  /** `~` the request changed */
  | (DeclaredChange & {
      readonly action: 'resubmit'
      readonly differences: readonly PlannedDifference[]
      readonly replaces?: SubmittedJob
    })
  /** `*` the same request again: asked for, due, or the last one failed */
  | (DeclaredChange & { readonly action: 'repeat'; readonly replaces?: SubmittedJob })
  /** `?` the outcome of an earlier attempt is unknown */
  | (DeclaredChange & {
      readonly action: 'in-doubt'
      readonly attempt: string
      readonly differences: readonly PlannedDifference[]
    })
  /** `!` not allowed by a budget, or nothing that the environment's service can do */
  | (DeclaredChange & {
      readonly action: 'blocked'
      /** The action if it were allowed. */
      readonly blocks: SubmittingAction
      readonly differences: readonly PlannedDifference[]
      /** Settings that the environment's service refuses or lacks; absent if the crawl is blocked for another reason. */
      readonly lacks?: readonly PlannedNote[]
    })
  | (DeclaredChange & { readonly action: 'keep'; readonly job?: string })
  /** `-` recorded and no longer declared */
  | (ChangeBase & {
      readonly action: 'forget'
      readonly fingerprint: string
      /** The attempt whose outcome must be settled first: forgetting the crawl now could lose a running job. */
      readonly unsettled?: string
    })

export type PlanAction = PlannedChange['action']

/** The actions that send a request. */
export type SubmittingAction = 'submit' | 'resubmit' | 'repeat'

export type SubmittingChange = Extract<PlannedChange, { action: SubmittingAction }>

export interface PlanSummary {
  readonly submit: number
  readonly resubmit: number
  readonly repeat: number
  readonly inDoubt: number
  readonly blocked: number
  readonly forget: number
  readonly keep: number
  /** Sum over everything that would be submitted, crawls above the budget too. */
  readonly worstCasePages: number
  /** The same sum in credits. */
  readonly worstCaseCredits: number
}

/** Everything `apply` needs and a reviewer reads. Pure data, the same bytes for the same input. */
export interface Plan {
  readonly formatVersion: 1
  readonly environment: string
  /** Lineage of the state it was made against; absent when nothing was recorded yet. */
  readonly lineage?: string
  /** SHA-256 over the environment, the lineage and every change's action, name, fingerprint and basis. */
  readonly digest: string
  /** Pages that one plan may ask for at most, where the project sets a budget. */
  readonly budgetPages?: number
  /** Credits that one plan may cost at most, where the project sets a budget. */
  readonly budgetCredits?: number
  /** Sorted by name. */
  readonly changes: readonly PlannedChange[]
  readonly summary: PlanSummary
}

export function isSubmitting(change: PlannedChange): change is SubmittingChange {
  return change.action === 'submit' || change.action === 'resubmit' || change.action === 'repeat'
}
