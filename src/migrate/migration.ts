import { diagnose } from '../diagnostics/diagnostic.ts'
import type { Diagnostic, Place, RuleArgs, RuleId } from '../diagnostics/diagnostic.ts'
import type { Part } from '../document/source-document.ts'
import { type Json, jsonAt, type JsonObject, type JsonPointer } from '../util/json.ts'
import { hasTemplate } from '../util/template.ts'
import { type Edit, EditedRequest, remove, set, settingName } from './edited-request.ts'

export interface Problem {
  /** Pointer into the original request. */
  readonly pointer: JsonPointer
  readonly part: Part
  readonly report: (place: Place) => Diagnostic
}

export interface MigrateOptions {
  /** Keep the meaning of `maxDepth` by a pattern, if that is exact. */
  readonly preserveDepth?: boolean
  /** Whether to report changed defaults or to write them out. By default neither. */
  readonly defaults?: 'tell' | 'pin'
}

export type AppliedEdit = Edit & {
  readonly rule: string
  /** Pointer into the original request. */
  readonly old: JsonPointer
}

/** Translates one old form of a setting. Reports a problem before it edits the setting. */
export type Migration = (request: MigratingRequest) => void

/** A request while migrations run, each on the result of the one before. Collects their edits and problems. */
export class MigratingRequest extends EditedRequest {
  readonly options: MigrateOptions
  readonly edits: AppliedEdit[] = []
  readonly problems: Problem[] = []
  #rule = ''

  constructor(request: JsonObject, options: MigrateOptions) {
    super(request)
    this.options = options
  }

  /** @param id kebab-case; origins use it */
  run(id: string, migrate: Migration): void {
    this.#rule = id
    migrate(this)
  }

  at(pointer: JsonPointer): Json | undefined {
    return jsonAt(this.value, pointer)
  }

  has(pointer: JsonPointer): boolean {
    return this.at(pointer) !== undefined
  }

  move(from: JsonPointer, to: JsonPointer, value?: Json): void {
    this.#edit({ kind: 'move', from, to, exact: true, ...(value === undefined ? {} : { value }) }, from)
  }

  /** Moves a setting whose meaning changes. */
  moveInexactly(from: JsonPointer, to: JsonPointer): void {
    this.#edit({ kind: 'move', from, to, exact: false }, from)
  }

  set(at: JsonPointer, value: Json, source?: JsonPointer): void {
    this.#edit(set(at, value, source), source ?? '')
  }

  /** Removes an entry whose meaning another entry now has. */
  remove(at: JsonPointer): void {
    this.#edit(remove(at), at)
  }

  /** Removes an entry that loses something. */
  lose(at: JsonPointer): void {
    this.#edit({ ...remove(at), exact: false }, at)
  }

  #edit(edit: Edit, subject: JsonPointer): void {
    this.edits.push({ ...edit, rule: this.#rule, old: this.oldPointer(subject) })
    this.apply(edit, this.#rule)
  }

  /** Reports a problem with the setting's name. */
  atKey<Id extends RuleId>(pointer: JsonPointer, rule: Id, args: RuleArgs[Id]): void {
    this.#report('key', pointer, (place) => diagnose(rule, args, place))
  }

  /** Reports a problem with the setting's value. */
  atValue<Id extends RuleId>(pointer: JsonPointer, rule: Id, args: RuleArgs[Id]): void {
    this.#report('value', pointer, (place) => diagnose(rule, args, place))
  }

  #report(part: Part, pointer: JsonPointer, report: Problem['report']): void {
    this.problems.push({ pointer: this.oldPointer(pointer), part, report })
  }

  /** Reports that the setting at `pointer` and another one, which both are `setting` now, say different things. */
  contradicts(pointer: JsonPointer, first: string, second: string, setting: string): void {
    this.atKey(pointer, 'migrate/contradiction', { first, second, setting })
  }

  /**
   * Returns the true/false setting at `pointer`, whose value decides what the setting `becomes` is. Reports a value of another
   * kind and returns null.
   */
  flag(pointer: JsonPointer, becomes: string): boolean | null | undefined {
    const value = this.at(pointer)
    if (value === undefined || typeof value === 'boolean') return value
    this.unreadable(pointer, becomes, 'true or false')
    return null
  }

  /** Reports that the value at `pointer` cannot be translated into `becomes`. */
  unreadable(pointer: JsonPointer, becomes: string, wanted: string): void {
    const value = this.at(pointer)
    const setting = settingName(pointer)
    if (typeof value === 'string' && hasTemplate(value))
      this.atValue(pointer, 'migrate/placeholder', { setting, value, becomes })
    else this.atValue(pointer, 'migrate/unreadable', { setting, value: JSON.stringify(value), wanted })
  }

  /** Returns `setting: value` on one line, for messages. */
  written(pointer: JsonPointer): string {
    const value = this.at(pointer)
    return `${settingName(pointer)}: ${typeof value === 'string' ? value : JSON.stringify(value)}`
  }
}
