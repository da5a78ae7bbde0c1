import type { DeclaredOption } from '../declarations/declarations.ts'

/** The values of one option, in order: texts exactly as typed, true for a flag, and false for its negation. */
export type Given = readonly (string | boolean)[]

/** The options of a command line, by long name without dashes. The type parameters are the names that the command declares. */
export class Options<TextName extends string = string, FlagName extends string = string> {
  readonly #given: ReadonlyMap<string, Given>
  readonly #known: readonly DeclaredOption[]

  constructor(given: ReadonlyMap<string, Given> = new Map(), known: readonly DeclaredOption[] = []) {
    this.#given = given
    this.#known = known
  }

  given(): readonly string[] {
    return [...this.#given.keys()]
  }

  /** Returns whether an option was given, by its flag as it is typed: `--output`, `--no-wait`. */
  has(flag: string): boolean {
    const [, no, name = ''] = /^--(no-)?(.*)$/.exec(flag) ?? []
    const last = this.#last(name)
    return no === undefined ? last !== undefined && last !== false : last === false
  }

  /** Returns the value, or the declared default; undefined without either. */
  text(name: TextName): string | undefined {
    return this.typed(name) ?? this.#known.find((option) => option.name === name)?.default
  }

  /** Returns the value that was given, without the default. */
  typed(name: TextName): string | undefined {
    const last = this.#last(name)
    return typeof last === 'string' ? last : undefined
  }

  /** Returns all values of an option that may be repeated, and the last one of others. */
  list(name: TextName): readonly string[] {
    const texts = (this.#given.get(name) ?? []).filter((value) => typeof value === 'string')
    const isRepeatable = this.#known.some((option) => option.name === name && option.repeatable === true)
    return isRepeatable ? texts : texts.slice(-1)
  }

  /** Returns whether `--name` was given, and not `--no-name` after it. */
  flag(name: FlagName): boolean {
    return this.#last(name) === true
  }

  #last(name: string): string | boolean | undefined {
    return this.#given.get(name)?.at(-1)
  }
}
