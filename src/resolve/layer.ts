import type { Place } from '../diagnostics/diagnostic.ts'
import type { Part, SourceDocument } from '../document/source-document.ts'
import { oldPart, type MigratedFrom } from '../migrate/edited-request.ts'
import { parentPointer, parsePointer, type JsonPointer } from '../util/json-pointer.ts'
import type { JsonObject } from '../util/json.ts'
import type { ReferenceOrigin } from './interpolate.ts'
import type { Origin, Source } from './origin.ts'
import type { SetOption } from './set-option.ts'

/** Settings of one source, ready to merge: references filled in, names of version 2. */
export interface Layer {
  readonly value: JsonObject
  /** Where it was written; undefined for typed options. */
  readonly document?: SourceDocument
  /** Returns where the setting at `pointer` of this layer came from. */
  originOf(pointer: JsonPointer): Origin
  /** Returns where `pointer` of this layer was written. */
  locate(pointer: JsonPointer, part: Part): Place
}

/** The inputs of a document's layer. */
export interface DocumentLayerParts {
  readonly value: JsonObject
  readonly document: SourceDocument
  /** The pointer to the settings in the document: `/request`, `/profiles/polite/request`. */
  readonly base: JsonPointer
  readonly origin: (source: Source) => Origin
  readonly references: ReadonlyMap<JsonPointer, ReferenceOrigin>
  readonly migrated: ReadonlyMap<JsonPointer, MigratedFrom>
}

/** Settings written in a file. */
export class DocumentLayer implements Layer {
  readonly value: JsonObject
  readonly document: SourceDocument
  readonly #parts: DocumentLayerParts

  constructor(parts: DocumentLayerParts) {
    this.value = parts.value
    this.document = parts.document
    this.#parts = parts
  }

  originOf(pointer: JsonPointer): Origin {
    const { references, origin } = this.#parts
    const migrated = this.#migratedAt(pointer)
    const source = this.#source(pointer)
    if (migrated !== undefined) return { kind: 'migrated', from: migrated.from, rule: migrated.rule, source }
    const reference = references.size === 0 ? undefined : atOrBelow(references, pointer)
    return reference === undefined ? origin(source) : { ...reference, source }
  }

  locate(pointer: JsonPointer, part: Part): Place {
    const { pointer: written } = this.#source(pointer)
    return { ...this.#parts.document.locate(written, part), pointer: written }
  }

  #source(pointer: JsonPointer): Source {
    const { document, base, migrated } = this.#parts
    for (let at = pointer; migrated.size > 0 && at !== ''; at = parentPointer(at)) {
      const from = migrated.get(at)
      if (from !== undefined) return { document, pointer: base + oldPart(from, pointer.slice(at.length)) }
    }
    return { document, pointer: base + pointer }
  }

  /**
   * Returns the old setting that `pointer` was migrated from. A setting counts as migrated when it, a part of it or a
   * mapping around it was.
   */
  #migratedAt(pointer: JsonPointer): MigratedFrom | undefined {
    const { migrated } = this.#parts
    if (migrated.size === 0) return undefined
    const inside = atOrBelow(migrated, pointer)
    if (inside !== undefined) return inside
    for (let at = parentPointer(pointer); at !== ''; at = parentPointer(at)) {
      const around = migrated.get(at)
      if (around === undefined) continue
      const rest = pointer.slice(at.length)
      return {
        ...around,
        from: `${around.from}.${parsePointer(rest).join('.')}`,
        pointer: oldPart(around, rest),
      }
    }
    return undefined
  }
}

function atOrBelow<T>(map: ReadonlyMap<JsonPointer, T>, pointer: JsonPointer): T | undefined {
  const exact = map.get(pointer)
  if (exact !== undefined) return exact
  for (const [at, value] of map) {
    if (at.startsWith(`${pointer}/`)) return value
  }
  return undefined
}

/** One value given with `--set`. */
export class OptionLayer implements Layer {
  readonly value: JsonObject
  readonly #option: SetOption

  /** `value` is the option's value below `request`, references filled in. */
  constructor(option: SetOption, value: JsonObject) {
    this.#option = option
    this.value = value
  }

  originOf(): Origin {
    return { kind: 'option', option: this.#option.text }
  }

  locate(): Place {
    return { ...this.#option.place, pointer: undefined }
  }
}
