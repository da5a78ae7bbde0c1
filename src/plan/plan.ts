import type { SubmittedJob } from '../state/recorded-state.ts'
import type { Json, JsonObject } from '../util/json.ts'

/** Where a value came from, as plain data with its line looked up. Text such as `crawls/a.yaml:7` is made by `render`. */
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
  readonly before?: Json
  readonly after?: Json
  readonly origin?: PlannedOrigin
}

export interface PlannedNote {
  readonly pointer: string
  readonly text: string
}

interface ChangeBase {
  readonly name: string
  /** Why, in a few words: `never submitted`, `limit changed`, `last submission is 9d old, refresh is 7d`. */
  readonly reason: string
}

/** A change about a crawl that is declared. */
interface DeclaredChange extends ChangeBase {
  readonly file: string
  readonly line: number
  /** SHA-256 of the request's canonical JSON. */
  readonly fingerprint: string
  readonly request: JsonObject & { readonly url: string }
  /** `request` with the service's defaults. */
  readonly effective: JsonObject
  /** By JSON Pointer into `effective`. */
  readonly origins: Readonly<Record<string, PlannedOrigin>>
  readonly worstCasePages: number
  readonly notes: readonly PlannedNote[]
  readonly refreshMs?: number
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
  /** `!` not allowed by a budget or a rule */
  | (DeclaredChange & { readonly action: 'blocked'; readonly differences: readonly PlannedDifference[] })
  | (DeclaredChange & { readonly action: 'keep'; readonly job?: string })
  /** `-` recorded and no longer declared */
  | (ChangeBase & { readonly action: 'forget'; readonly fingerprint: string })

export type PlanAction = PlannedChange['action']

export interface PlanSummary {
  readonly submit: number
  readonly resubmit: number
  readonly repeat: number
  readonly inDoubt: number
  readonly blocked: number
  readonly forget: number
  readonly keep: number
  /** Sum over everything that would be submitted. */
  readonly worstCasePages: number
}

/** Everything `apply` needs and a reviewer reads; pure data, the same bytes for the same input. */
export interface Plan {
  readonly formatVersion: 1
  readonly environment: string
  /** Lineage of the state it was made against; absent when nothing was recorded yet. */
  readonly lineage?: string
  /** SHA-256 over the environment and every change's action, name and fingerprint. */
  readonly digest: string
  /** Sorted by name. */
  readonly changes: readonly PlannedChange[]
  readonly summary: PlanSummary
}
