// Generated from schema/plan.schema.json with json-schema-to-typescript: edit the schema and run `npm run generate`.

import type { Json, JsonObject } from '../util/json.ts'
import type { PreviousJob, RecordPhase } from './state.gen.ts'

/**
 * What happens to one crawl, by its action.
 */
export type Change = Submit | Resubmit | Repeat | InDoubt | Blocked | Keep | Forget
/**
 * What is sent; secrets as references.
 */
export type Request = JsonObject & {readonly url: string}
/**
 * A job that the service started.
 */
export type Job = Omit<PreviousJob, 'request'>

/**
 * What plan --format json prints and plan --out saves. Members may be added within a format version, none is removed.
 */
export interface Plan {
  /**
   * Version of this format.
   */
  readonly formatVersion: 1
  /**
   * The environment it is for.
   */
  readonly environment: string
  /**
   * The record it was made against; absent when nothing was recorded yet.
   */
  readonly lineage?: string
  /**
   * Of everything that the plan would do; apply --expect takes it.
   */
  readonly digest: string
  /**
   * Pages that a plan may ask for at most.
   */
  readonly budgetPages?: number
  /**
   * Credits that a plan may cost at most.
   */
  readonly budgetCredits?: number
  /**
   * One for each crawl, sorted by name.
   */
  readonly changes: readonly Change[]
  /**
   * How many changes of each kind.
   */
  readonly summary: {
    /**
     * Changes with this action.
     */
    readonly submit: number
    /**
     * Changes with this action.
     */
    readonly resubmit: number
    /**
     * Changes with this action.
     */
    readonly repeat: number
    /**
     * Changes with this action.
     */
    readonly inDoubt: number
    /**
     * Changes with this action.
     */
    readonly blocked: number
    /**
     * Changes with this action.
     */
    readonly forget: number
    /**
     * Changes with this action.
     */
    readonly keep: number
    /**
     * Changes whose record gets a new name; absent if there are none.
     */
    readonly renamed?: number
    /**
     * The most pages of all crawls that would be submitted, including blocked ones.
     */
    readonly worstCasePages: number
    /**
     * The most credits of all crawls that would be submitted, including blocked ones, by the prices of the environment.
     */
    readonly worstCaseCredits: number
  }
}
/**
 * Never submitted: it is submitted.
 */
export interface Submit {
  /**
   * Never submitted: it is submitted.
   */
  readonly action: 'submit'
  /**
   * Name of the crawl.
   */
  readonly name: string
  /**
   * Why, in a few words.
   */
  readonly reason: string
  readonly basis?: Basis
  readonly last?: LastRun
  /**
   * The name under which the crawl is recorded until this is applied.
   */
  readonly was?: string
  /**
   * Crawl file, relative to the project's root.
   */
  readonly file: string
  /**
   * Line where the crawl begins, counted from 1.
   */
  readonly line: number
  /**
   * SHA-256 of the request as RFC 8785 canonical JSON.
   */
  readonly fingerprint: string
  readonly request: Request
  /**
   * The request with the service's defaults.
   */
  readonly effective: JsonObject
  /**
   * Where each setting of effective comes from, by JSON Pointer.
   */
  readonly origins: {
    readonly [k: string]: Origin
  }
  /**
   * Settings next to request, by JSON Pointer into the crawl file: refresh, expect and changes. Absent if there are none.
   */
  readonly beside?: {
    readonly [k: string]: SettingBeside
  }
  /**
   * JSON Pointers into the request to secrets that are masked as ***.
   *
   * Items: JSON Pointer.
   */
  readonly masked?: readonly string[]
  /**
   * Names of the secrets that the request refers to.
   *
   * Items: Name of an environment variable.
   */
  readonly secrets: readonly string[]
  /**
   * Pages at most.
   */
  readonly worstCasePages: number
  readonly price?: Price
  /**
   * What the real service does with these settings.
   */
  readonly notes: readonly Note[]
  /**
   * Due again this long after the last submission, in milliseconds.
   */
  readonly refreshMs?: number
  /**
   * Requirements for the pages of a finished crawl.
   */
  readonly expect?: JsonObject
  /**
   * Settings that differ from what was submitted before.
   */
  readonly differences?: readonly Difference[]
}
/**
 * The record when the plan was made; absent if nothing was recorded.
 */
export interface Basis {
  /**
   * The attempt recorded last, a UUID.
   */
  readonly attempt: string
  /**
   * Its phase.
   */
  readonly phase: RecordPhase
}
/**
 * The last job that the record knows, as far as its end is recorded.
 */
export interface LastRun {
  /**
   * When it was submitted, ISO 8601.
   */
  readonly at: string
  /**
   * How it ended.
   */
  readonly status?: 'scraping' | 'completed' | 'held back' | 'failed' | 'cancelled'
  /**
   * Pages of its result.
   */
  readonly pages?: number
  /**
   * Pages that failed, if there are any.
   */
  readonly failed?: number
  /**
   * Pages that differ from those that were published before.
   */
  readonly changes?: {
    /**
     * New pages.
     */
    readonly added: number
    /**
     * Pages that are gone.
     */
    readonly removed: number
    /**
     * Pages with another content.
     */
    readonly changed: number
    /**
     * The same content at another URL.
     */
    readonly moved: number
  }
}
/**
 * Where a value comes from.
 */
export interface Origin {
  /**
   * Which kind of place.
   */
  kind:
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
    | 'recorded'
  /**
   * Profile, environment, axis, variable, option or old setting, by kind.
   */
  readonly name?: string
  /**
   * File, relative to the project's root.
   */
  readonly file?: string
  /**
   * Line, counted from 1.
   */
  readonly line?: number
  /**
   * A remark.
   */
  readonly note?: string
}
/**
 * A setting next to request.
 */
export interface SettingBeside {
  /**
   * Its value.
   */
  readonly value: Json
  readonly origin: Origin
}
/**
 * What the crawl costs at most; absent where the service charges nothing.
 */
export interface Price {
  /**
   * Credits at most, without further pages of PDFs where their number is unbounded.
   */
  readonly credits: number
  /**
   * What makes up the price of a page.
   *
   * Items: One thing that a page costs credits for.
   */
  readonly parts: {
    /**
     * Its name in the price table.
     */
    readonly what: string
    /**
     * Credits for each page.
     */
    readonly credits: number
    readonly origin: Origin
  }[]
  /**
   * Credits for each further page of a PDF, where no setting bounds their number.
   */
  readonly unboundedPdf?: number
}
/**
 * A fact about a setting.
 */
export interface Note {
  /**
   * JSON Pointer into the request.
   */
  readonly pointer: string
  /**
   * The fact.
   */
  readonly text: string
}
/**
 * One setting that differs.
 */
export interface Difference {
  /**
   * JSON Pointer into the request.
   */
  readonly pointer: string
  /**
   * What happened to it.
   */
  readonly kind: 'added' | 'removed' | 'changed'
  /**
   * The value before.
   */
  readonly before?: Json
  /**
   * The value after.
   */
  readonly after?: Json
  readonly origin?: Origin
}
/**
 * The request changed: it is submitted again.
 */
export interface Resubmit {
  /**
   * The request changed: it is submitted again.
   */
  readonly action: 'resubmit'
  /**
   * Name of the crawl.
   */
  readonly name: string
  /**
   * Why, in a few words.
   */
  readonly reason: string
  readonly basis?: Basis
  readonly last?: LastRun
  /**
   * The name under which the crawl is recorded until this is applied.
   */
  readonly was?: string
  /**
   * Crawl file, relative to the project's root.
   */
  readonly file: string
  /**
   * Line where the crawl begins, counted from 1.
   */
  readonly line: number
  /**
   * SHA-256 of the request as RFC 8785 canonical JSON.
   */
  readonly fingerprint: string
  readonly request: Request
  /**
   * The request with the service's defaults.
   */
  readonly effective: JsonObject
  /**
   * Where each setting of effective comes from, by JSON Pointer.
   */
  readonly origins: {
    readonly [k: string]: Origin
  }
  /**
   * Settings next to request, by JSON Pointer into the crawl file: refresh, expect and changes. Absent if there are none.
   */
  readonly beside?: {
    readonly [k: string]: SettingBeside
  }
  /**
   * JSON Pointers into the request to secrets that are masked as ***.
   *
   * Items: JSON Pointer.
   */
  readonly masked?: readonly string[]
  /**
   * Names of the secrets that the request refers to.
   *
   * Items: Name of an environment variable.
   */
  readonly secrets: readonly string[]
  /**
   * Pages at most.
   */
  readonly worstCasePages: number
  readonly price?: Price
  /**
   * What the real service does with these settings.
   */
  readonly notes: readonly Note[]
  /**
   * Due again this long after the last submission, in milliseconds.
   */
  readonly refreshMs?: number
  /**
   * A rerun: the service is asked for fresh pages whatever maxAge is, if it supports that.
   */
  readonly fresh?: true
  /**
   * Requirements for the pages of a finished crawl.
   */
  readonly expect?: JsonObject
  /**
   * Settings that differ from what was submitted before.
   */
  readonly differences: readonly Difference[]
  readonly replaces?: Job
}
/**
 * The same request again: asked for, due, or the last one failed.
 */
export interface Repeat {
  /**
   * The same request again: asked for, due, or the last one failed.
   */
  readonly action: 'repeat'
  /**
   * Name of the crawl.
   */
  readonly name: string
  /**
   * Why, in a few words.
   */
  readonly reason: string
  readonly basis?: Basis
  readonly last?: LastRun
  /**
   * The name under which the crawl is recorded until this is applied.
   */
  readonly was?: string
  /**
   * Crawl file, relative to the project's root.
   */
  readonly file: string
  /**
   * Line where the crawl begins, counted from 1.
   */
  readonly line: number
  /**
   * SHA-256 of the request as RFC 8785 canonical JSON.
   */
  readonly fingerprint: string
  readonly request: Request
  /**
   * The request with the service's defaults.
   */
  readonly effective: JsonObject
  /**
   * Where each setting of effective comes from, by JSON Pointer.
   */
  readonly origins: {
    readonly [k: string]: Origin
  }
  /**
   * Settings next to request, by JSON Pointer into the crawl file: refresh, expect and changes. Absent if there are none.
   */
  readonly beside?: {
    readonly [k: string]: SettingBeside
  }
  /**
   * JSON Pointers into the request to secrets that are masked as ***.
   *
   * Items: JSON Pointer.
   */
  readonly masked?: readonly string[]
  /**
   * Names of the secrets that the request refers to.
   *
   * Items: Name of an environment variable.
   */
  readonly secrets: readonly string[]
  /**
   * Pages at most.
   */
  readonly worstCasePages: number
  readonly price?: Price
  /**
   * What the real service does with these settings.
   */
  readonly notes: readonly Note[]
  /**
   * Due again this long after the last submission, in milliseconds.
   */
  readonly refreshMs?: number
  /**
   * A rerun: the service is asked for fresh pages whatever maxAge is, if it supports that.
   */
  readonly fresh?: true
  /**
   * Requirements for the pages of a finished crawl.
   */
  readonly expect?: JsonObject
  /**
   * Settings that differ from what was submitted before.
   */
  readonly differences?: readonly Difference[]
  readonly replaces?: Job
}
/**
 * The outcome of an earlier attempt is unknown: settle it first.
 */
export interface InDoubt {
  /**
   * The outcome of an earlier attempt is unknown: settle it first.
   */
  readonly action: 'in-doubt'
  /**
   * Name of the crawl.
   */
  readonly name: string
  /**
   * Why, in a few words.
   */
  readonly reason: string
  readonly basis?: Basis
  readonly last?: LastRun
  /**
   * The name under which the crawl is recorded until this is applied.
   */
  readonly was?: string
  /**
   * Crawl file, relative to the project's root.
   */
  readonly file: string
  /**
   * Line where the crawl begins, counted from 1.
   */
  readonly line: number
  /**
   * SHA-256 of the request as RFC 8785 canonical JSON.
   */
  readonly fingerprint: string
  readonly request: Request
  /**
   * The request with the service's defaults.
   */
  readonly effective: JsonObject
  /**
   * Where each setting of effective comes from, by JSON Pointer.
   */
  readonly origins: {
    readonly [k: string]: Origin
  }
  /**
   * Settings next to request, by JSON Pointer into the crawl file: refresh, expect and changes. Absent if there are none.
   */
  readonly beside?: {
    readonly [k: string]: SettingBeside
  }
  /**
   * JSON Pointers into the request to secrets that are masked as ***.
   *
   * Items: JSON Pointer.
   */
  readonly masked?: readonly string[]
  /**
   * Names of the secrets that the request refers to.
   *
   * Items: Name of an environment variable.
   */
  readonly secrets: readonly string[]
  /**
   * Pages at most.
   */
  readonly worstCasePages: number
  readonly price?: Price
  /**
   * What the real service does with these settings.
   */
  readonly notes: readonly Note[]
  /**
   * Due again this long after the last submission, in milliseconds.
   */
  readonly refreshMs?: number
  /**
   * Requirements for the pages of a finished crawl.
   */
  readonly expect?: JsonObject
  /**
   * Settings that differ from what was submitted before.
   */
  readonly differences: readonly Difference[]
  /**
   * The attempt in doubt, a UUID.
   */
  readonly attempt: string
}
/**
 * Not allowed by a budget or a rule.
 */
export interface Blocked {
  /**
   * Not allowed by a budget or a rule.
   */
  readonly action: 'blocked'
  /**
   * Name of the crawl.
   */
  readonly name: string
  /**
   * Why, in a few words.
   */
  readonly reason: string
  readonly basis?: Basis
  readonly last?: LastRun
  /**
   * The name under which the crawl is recorded until this is applied.
   */
  readonly was?: string
  /**
   * Crawl file, relative to the project's root.
   */
  readonly file: string
  /**
   * Line where the crawl begins, counted from 1.
   */
  readonly line: number
  /**
   * SHA-256 of the request as RFC 8785 canonical JSON.
   */
  readonly fingerprint: string
  readonly request: Request
  /**
   * The request with the service's defaults.
   */
  readonly effective: JsonObject
  /**
   * Where each setting of effective comes from, by JSON Pointer.
   */
  readonly origins: {
    readonly [k: string]: Origin
  }
  /**
   * Settings next to request, by JSON Pointer into the crawl file: refresh, expect and changes. Absent if there are none.
   */
  readonly beside?: {
    readonly [k: string]: SettingBeside
  }
  /**
   * JSON Pointers into the request to secrets that are masked as ***.
   *
   * Items: JSON Pointer.
   */
  readonly masked?: readonly string[]
  /**
   * Names of the secrets that the request refers to.
   *
   * Items: Name of an environment variable.
   */
  readonly secrets: readonly string[]
  /**
   * Pages at most.
   */
  readonly worstCasePages: number
  readonly price?: Price
  /**
   * What the real service does with these settings.
   */
  readonly notes: readonly Note[]
  /**
   * Due again this long after the last submission, in milliseconds.
   */
  readonly refreshMs?: number
  /**
   * Requirements for the pages of a finished crawl.
   */
  readonly expect?: JsonObject
  /**
   * Settings that differ from what was submitted before.
   */
  readonly differences: readonly Difference[]
  /**
   * What would be done if it were allowed.
   */
  readonly blocks: 'submit' | 'resubmit' | 'repeat'
  /**
   * What the environment's service refuses or does not support; absent if something else blocks the crawl.
   */
  readonly lacks?: readonly Note[]
}
/**
 * Unchanged: nothing is sent.
 */
export interface Keep {
  /**
   * Unchanged: nothing is sent.
   */
  readonly action: 'keep'
  /**
   * Name of the crawl.
   */
  readonly name: string
  /**
   * Why, in a few words.
   */
  readonly reason: string
  readonly basis?: Basis
  readonly last?: LastRun
  /**
   * The name under which the crawl is recorded until this is applied.
   */
  readonly was?: string
  /**
   * Crawl file, relative to the project's root.
   */
  readonly file: string
  /**
   * Line where the crawl begins, counted from 1.
   */
  readonly line: number
  /**
   * SHA-256 of the request as RFC 8785 canonical JSON.
   */
  readonly fingerprint: string
  readonly request: Request
  /**
   * The request with the service's defaults.
   */
  readonly effective: JsonObject
  /**
   * Where each setting of effective comes from, by JSON Pointer.
   */
  readonly origins: {
    readonly [k: string]: Origin
  }
  /**
   * Settings next to request, by JSON Pointer into the crawl file: refresh, expect and changes. Absent if there are none.
   */
  readonly beside?: {
    readonly [k: string]: SettingBeside
  }
  /**
   * JSON Pointers into the request to secrets that are masked as ***.
   *
   * Items: JSON Pointer.
   */
  readonly masked?: readonly string[]
  /**
   * Names of the secrets that the request refers to.
   *
   * Items: Name of an environment variable.
   */
  readonly secrets: readonly string[]
  /**
   * Pages at most.
   */
  readonly worstCasePages: number
  readonly price?: Price
  /**
   * What the real service does with these settings.
   */
  readonly notes: readonly Note[]
  /**
   * Due again this long after the last submission, in milliseconds.
   */
  readonly refreshMs?: number
  /**
   * Requirements for the pages of a finished crawl.
   */
  readonly expect?: JsonObject
  /**
   * Settings that differ from what was submitted before.
   */
  readonly differences?: readonly Difference[]
  /**
   * The job that was submitted last.
   */
  readonly job?: string
}
/**
 * Recorded and no longer declared.
 */
export interface Forget {
  /**
   * Recorded and no longer declared.
   */
  readonly action: 'forget'
  /**
   * Name of the crawl.
   */
  readonly name: string
  /**
   * Why, in a few words.
   */
  readonly reason: string
  readonly basis?: Basis
  readonly last?: LastRun
  /**
   * Of the request that was recorded.
   */
  readonly fingerprint: string
  /**
   * The attempt that must be settled before the crawl can be forgotten.
   */
  readonly unsettled?: string
}
