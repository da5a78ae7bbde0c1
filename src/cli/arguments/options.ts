/** The values that options have when they are not given, by long name. */
export type Defaults = ReadonlyMap<string, string>

/**
 * The options of a command line, by long name without dashes. Values are texts, exactly as typed. `TextName` and
 * `FlagName` are the declared names, so that a command cannot ask for an option that it does not have.
 */
export class Options<TextName extends string = string, FlagName extends string = string> {
  readonly #values: ReadonlyMap<string, readonly string[]>
  readonly #flags: ReadonlyMap<string, boolean>
  readonly #defaults: Defaults

  constructor(
    values: ReadonlyMap<string, readonly string[]> = new Map(),
    flags: ReadonlyMap<string, boolean> = new Map(),
    defaults: Defaults = new Map(),
  ) {
    this.#values = values
    this.#flags = flags
    this.#defaults = defaults
  }

  /** Returns the names of all options that were given. */
  given(): readonly string[] {
    return [...this.#values.keys(), ...this.#flags.keys()]
  }

  /** Returns whether an option was given, by its flag as it is typed: `--output`, `--no-wait`. */
  has(flag: string): boolean {
    const name = flag.slice(2)
    const isNegated = name.startsWith('no-') && this.#flags.get(name.slice(3)) === false
    return isNegated || this.#values.has(name) || this.#flags.get(name) === true
  }

  /** Returns the value, or the declared default; undefined without either. */
  text(name: TextName): string | undefined {
    return this.typed(name) ?? this.#defaults.get(name)
  }

  /** Returns the value that was given, without the default. */
  typed(name: TextName): string | undefined {
    return this.#values.get(name)?.at(-1)
  }

  /** Returns all values of an option that may be repeated. */
  list(name: TextName): readonly string[] {
    return this.#values.get(name) ?? []
  }

  /** Returns true for `--name`, false for `--no-name`, undefined when neither was given. */
  flag(name: FlagName): boolean | undefined {
    return this.#flags.get(name)
  }
}
