import { assert } from '../util/invariant.ts'
import { isWithin, joinPointer, jsonAt, parentPointer, parsePointer, pointersAround } from '../util/json.ts'
import type { Json, JsonObject, JsonPointer } from '../util/json.ts'
import { diagnose } from '../diagnostics/diagnostic.ts'
import type { Diagnostic, Place, RuleArgs, RuleId } from '../diagnostics/diagnostic.ts'
import type { Part } from '../document/source-document.ts'
import { hasTemplate } from '../document/template.ts'

/** One step from an old request to a new one, by JSON Pointers. Edits apply in order, to values in memory and to a file's text. */
export type Edit =
  /** Moves the entry at `from` to `to`, which must not exist yet; `value`, if given, replaces the old value. */
  | {
      readonly kind: 'move'
      readonly from: JsonPointer
      readonly to: JsonPointer
      readonly value?: Json
      readonly exact: boolean
    }
  /** Writes `value` at `at`, new or not. `source` is the old setting it restates, if one was written. */
  | {
      readonly kind: 'set'
      readonly at: JsonPointer
      readonly value: Json
      readonly source: JsonPointer | undefined
      readonly exact: boolean
    }
  | { readonly kind: 'remove'; readonly at: JsonPointer; readonly exact: boolean }

/** Returns an edit that writes `value` at `at`; `source` is the old setting that it rewrites. */
export function set(at: JsonPointer, value: Json, source?: JsonPointer): Edit {
  return { kind: 'set', at, value, source, exact: true }
}

/** Drops an entry whose meaning another entry now has. */
export function remove(at: JsonPointer): Edit {
  return { kind: 'remove', at, exact: true }
}

/** The place in the old request from which a migrated setting came. */
export interface MigratedFrom {
  /** The old setting as people write it: `maxDepth`, `scrapeOptions.parsePDF`. */
  readonly from: string
  readonly rule: string
  /** A pointer into the old request. */
  readonly pointer: JsonPointer
  /** True when the old value was taken unchanged, so that its parts are parts of the new one. */
  readonly whole: boolean
}

type Mapping = Record<string, Json>

/** Returns where `pointer` of a migrated request was in the old one. `origins` are those of the migrated request. */
export function oldPointerIn(origins: ReadonlyMap<JsonPointer, MigratedFrom>, pointer: JsonPointer) {
  for (const at of pointersAround(pointer)) {
    const origin = origins.get(at)
    if (origin !== undefined) return origin.whole ? origin.pointer + pointer.slice(at.length) : origin.pointer
  }
  return pointer
}

/** Returns the old setting's name, `scrapeOptions.formats` also for one of its items. */
function oldName(pointer: JsonPointer): string {
  return settingName(pointer.replaceAll(/\/\d+(?=\/|$)/g, ''))
}

/** Returns the setting's name as people write it: `scrapeOptions.parsePDF`. */
export function settingName(pointer: JsonPointer): string {
  return parsePointer(pointer).join('.')
}

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
  readonly defaults?: 'report' | 'pin'
}

export type AppliedEdit = Edit & {
  readonly rule: string
  /** Pointer into the original request. */
  readonly old: JsonPointer
}

/** Translates one old form of a setting. Reports a problem before it edits the setting. */
export type Migration = (request: MigratingRequest) => void

/** A request while migrations run, each on the result of the one before. Every part remembers where it came from. */
export class MigratingRequest {
  readonly value: Mapping
  /** By pointer into the new request; parts with no entry at or above them did not move. */
  readonly origins = new Map<JsonPointer, MigratedFrom>()
  readonly options: MigrateOptions
  readonly edits: AppliedEdit[] = []
  readonly problems: Problem[] = []
  #rule = ''

  constructor(request: JsonObject, options: MigrateOptions = {}) {
    this.value = structuredClone(request)
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
  atKey<Id extends RuleId>(pointer: JsonPointer, rule: Id, args: RuleArgs[Id], part: Part = 'key'): void {
    const report = (place: Place): Diagnostic => diagnose(rule, args, place)
    this.problems.push({ pointer: this.oldPointer(pointer), part, report })
  }

  /** Reports a problem with the setting's value. */
  atValue<Id extends RuleId>(pointer: JsonPointer, rule: Id, args: RuleArgs[Id]): void {
    this.atKey(pointer, rule, args, 'value')
  }

  /** Removes the setting at `pointer`, called `old`, which had no effect next to `by`. */
  supersede(pointer: JsonPointer, old: string, by: string): void {
    this.atKey(pointer, 'migrate/superseded', { old, by })
    this.lose(pointer)
  }

  /** Reports that the setting at `pointer` and another one, which both are `setting` now, say different things. */
  contradicts(pointer: JsonPointer, first: string, second: string, setting: string): void {
    this.atKey(pointer, 'migrate/contradiction', { first, second, setting })
  }

  /** Returns the true/false setting at `pointer`, which decides `becomes`. Reports another value and returns null. */
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

  /** Returns where `pointer` of the request as it is now was in the request that came in. */
  oldPointer(pointer: JsonPointer): JsonPointer {
    return oldPointerIn(this.origins, pointer)
  }

  apply(edit: Edit, rule: string): void {
    switch (edit.kind) {
      case 'move':
        return this.#move(edit, rule)
      case 'set': {
        const pointer = edit.source === undefined ? undefined : this.oldPointer(edit.source)
        this.#forget(edit.at)
        this.#write(edit.at, edit.value)
        if (pointer === undefined) return
        this.origins.set(edit.at, { from: oldName(pointer), rule, pointer, whole: false })
        return
      }
      case 'remove':
        this.#forget(edit.at)
        this.#erase(edit.at)
        this.#closeGap(edit.at)
    }
  }

  #move(edit: Edit & { kind: 'move' }, rule: string): void {
    const value = edit.value ?? jsonAt(this.value, edit.from)
    assert(value !== undefined, `nothing to move at ${edit.from}`)
    const pointer = this.oldPointer(edit.from)
    const carried = [...this.origins].filter(([at]) => at.startsWith(`${edit.from}/`))
    this.#forget(edit.from)
    if (parentPointer(edit.from) === parentPointer(edit.to)) this.#rename(edit.from, edit.to, value)
    else {
      this.#erase(edit.from)
      this.#write(edit.to, value)
    }
    const whole = edit.value === undefined
    this.origins.set(edit.to, { from: oldName(pointer), rule, pointer, whole })
    if (!whole) return
    for (const [at, origin] of carried) this.origins.set(edit.to + at.slice(edit.from.length), origin)
  }

  #write(pointer: JsonPointer, value: Json): void {
    const [container, key] = this.#holderOf(pointer)
    // The edit may be applied elsewhere too, so its own value must not change with this one.
    container[key] = structuredClone(value)
  }

  #erase(pointer: JsonPointer): void {
    const [container, key] = this.#holderOf(pointer)
    if (Array.isArray(container)) container.splice(Number(key), 1)
    else delete container[key]
  }

  /** Renames in place, so that settings keep their order. */
  #rename(from: JsonPointer, to: JsonPointer, value: Json): void {
    const [container, key] = this.#holderOf(from)
    for (const [name, member] of Object.entries(container)) {
      delete container[name]
      if (name === key) container[parsePointer(to).at(-1) ?? ''] = structuredClone(value)
      else container[name] = member
    }
  }

  /** Returns the mapping or list that holds `pointer`, and its key there; missing mappings are made on the way. */
  #holderOf(pointer: JsonPointer): readonly [container: Mapping, key: string] {
    const path = parsePointer(pointer)
    const key = path.pop()
    assert(key !== undefined, 'the request itself is not edited')
    let container = this.value
    for (const token of path) {
      const child = container[token]
      // A list is used by its indexes. Everything in the request was copied, so it may be changed.
      container = (typeof child === 'object' && child !== null ? child : (container[token] = {})) as Mapping
    }
    return [container, key]
  }

  #forget(pointer: JsonPointer): void {
    for (const at of this.origins.keys()) if (isWithin(at, pointer)) this.origins.delete(at)
  }

  /** Updates the origins of the items after a removed one. */
  #closeGap(removed: JsonPointer): void {
    const parent = parentPointer(removed)
    const list = jsonAt(this.value, parent)
    if (!Array.isArray(list)) return
    const gap = Number(parsePointer(removed).at(-1))
    for (let index = gap; index < list.length; index++) {
      const before = joinPointer(parent, index + 1)
      const now = joinPointer(parent, index)
      const origin = this.origins.get(before) ?? {
        from: oldName(before),
        rule: 'moved',
        pointer: this.oldPointer(before),
        whole: true,
      }
      this.origins.delete(before)
      this.origins.set(now, origin)
    }
  }
}
