import { assert } from '../util/invariant.ts'
import { joinPointer, parentPointer, parsePointer, jsonAt, type JsonPointer } from '../util/json-pointer.ts'
import { isJsonObject, type Json, type JsonObject } from '../util/json.ts'
import type { Edit } from './edit.ts'
import { settingName } from './read-flag.ts'

/** The place in the old request from which a migrated setting came. */
export interface MigratedFrom {
  /** The old setting as people write it: `maxDepth`, `scrapeOptions.parsePDF`. */
  readonly from: string
  /** Id of the migration. */
  readonly rule: string
  /** A pointer into the old request. */
  readonly pointer: JsonPointer
  /** True when the old value was taken unchanged, so that its parts are parts of the new one. */
  readonly whole: boolean
}

type Container = Record<string, Json> | Json[]

/** A request being migrated: edits change it, and every part remembers where it came from. */
export class EditedRequest {
  #value: JsonObject
  readonly #origins = new Map<JsonPointer, MigratedFrom>()

  constructor(request: JsonObject) {
    this.#value = request
  }

  get value(): JsonObject {
    return this.#value
  }

  /** By pointer into the new request; parts with no entry at or above them did not move. */
  get origins(): ReadonlyMap<JsonPointer, MigratedFrom> {
    return this.#origins
  }

  /** Returns where `pointer` of the request as it is now was in the request that came in. */
  oldPointer(pointer: JsonPointer): JsonPointer {
    for (let at = pointer; at !== ''; at = parentPointer(at)) {
      const origin = this.#origins.get(at)
      if (origin !== undefined) return oldPart(origin, pointer.slice(at.length))
    }
    return pointer
  }

  apply(edit: Edit, rule: string): void {
    switch (edit.kind) {
      case 'move':
        return this.#move(edit, rule)
      case 'set': {
        const pointer = edit.source === undefined ? undefined : this.oldPointer(edit.source)
        this.#forget(edit.at)
        this.#value = write(this.#value, parsePointer(edit.at), edit.value)
        if (pointer === undefined) return
        this.#origins.set(edit.at, { from: oldName(pointer), rule, pointer, whole: false })
        return
      }
      case 'remove':
        this.#forget(edit.at)
        this.#value = erase(this.#value, parsePointer(edit.at))
        this.#closeGap(edit.at)
    }
  }

  #move(edit: Edit & { kind: 'move' }, rule: string): void {
    const value = edit.value ?? jsonAt(this.#value, edit.from)
    assert(value !== undefined, `nothing to move at ${edit.from}`)
    const pointer = this.oldPointer(edit.from)
    const carried = [...this.#origins].filter(([at]) => at.startsWith(`${edit.from}/`))
    this.#forget(edit.from)
    if (parentPointer(edit.from) === parentPointer(edit.to)) {
      this.#value = rename(this.#value, parsePointer(edit.from), {
        key: parsePointer(edit.to).at(-1) ?? '',
        value,
      })
    } else {
      this.#value = write(erase(this.#value, parsePointer(edit.from)), parsePointer(edit.to), value)
    }
    const whole = edit.value === undefined
    this.#origins.set(edit.to, { from: oldName(pointer), rule, pointer, whole })
    if (!whole) return
    for (const [at, origin] of carried) this.#origins.set(edit.to + at.slice(edit.from.length), origin)
  }

  #forget(pointer: JsonPointer): void {
    for (const at of this.#origins.keys()) {
      if (at === pointer || at.startsWith(`${pointer}/`)) this.#origins.delete(at)
    }
  }

  /** Updates the origins of the items after a removed one. */
  #closeGap(removed: JsonPointer): void {
    const parent = parentPointer(removed)
    const list = jsonAt(this.#value, parent)
    if (!Array.isArray(list)) return
    const gap = Number(parsePointer(removed).at(-1))
    for (let index = gap; index < list.length; index++) {
      const before = joinPointer(parent, index + 1)
      const now = joinPointer(parent, index)
      const origin = this.#origins.get(before) ?? {
        from: oldName(before),
        rule: 'moved',
        pointer: this.oldPointer(before),
        whole: true,
      }
      this.#origins.delete(before)
      this.#origins.set(now, origin)
    }
  }
}

/** Returns where the part `rest` of a migrated setting was. */
export function oldPart({ pointer, whole }: MigratedFrom, rest: JsonPointer): JsonPointer {
  return whole ? pointer + rest : pointer
}

/**
 * Returns the old setting's name: `scrapeOptions.formats` also for one of its items, because people name settings and
 * not places in lists.
 */
function oldName(pointer: JsonPointer): string {
  return settingName(pointer.replaceAll(/\/\d+(?=\/|$)/g, ''))
}

function write(root: JsonObject, path: readonly string[], value: Json): JsonObject {
  return change(root, path, (container, key) => {
    if (Array.isArray(container)) container[Number(key)] = value
    else container[key] = value
    return container
  })
}

function erase(root: JsonObject, path: readonly string[]): JsonObject {
  return change(root, path, (container, key) => {
    if (Array.isArray(container)) return container.toSpliced(Number(key), 1)
    delete container[key]
    return container
  })
}

/** Renames in place, so that settings keep their order. */
function rename(root: JsonObject, path: readonly string[], to: { key: string; value: Json }): JsonObject {
  return change(root, path, (container, key) => {
    assert(!Array.isArray(container), 'list items have no name')
    return Object.fromEntries(
      Object.entries(container).map(([name, value]) => (name === key ? [to.key, to.value] : [name, value])),
    )
  })
}

/**
 * Returns a copy of `root` in which `step` has changed the container of the last token; missing mappings are made on
 * the way.
 */
function change(
  root: JsonObject,
  path: readonly string[],
  step: (container: Container, key: string) => Container,
): JsonObject {
  const changed = copyAlong(root, path, step)
  assert(isJsonObject(changed), 'a request is a mapping')
  return changed
}

function copyAlong(
  value: Json | undefined,
  [key, ...rest]: readonly string[],
  step: (container: Container, key: string) => Container,
): Container {
  assert(key !== undefined, 'the request itself is not edited')
  const copy: Container = Array.isArray(value) ? [...value] : isJsonObject(value) ? { ...value } : {}
  if (rest.length === 0) return step(copy, key)
  const child = Array.isArray(copy) ? copy[Number(key)] : copy[key]
  const changed = copyAlong(child, rest, step)
  if (Array.isArray(copy)) copy[Number(key)] = changed
  else copy[key] = changed
  return copy
}
