import { parseArgs } from 'node:util'
import type { OptionSpec } from './command.ts'

export interface KnownOption {
  readonly spec: OptionSpec
  /** `-f` and `--format`; a negation has its own: `--no-wait`. */
  readonly flags: readonly string[]
  /** Long name without dashes and without `no-`. */
  readonly name: string
  readonly takesValue: boolean
}

type OptionTypes = Record<string, { type: 'string' | 'boolean'; short?: string }>

/** A part of a command line: an option with its value, an argument, or `--`. */
export type Token = ReturnType<
  typeof parseArgs<{ args: string[]; options: OptionTypes; strict: false; tokens: true }>
>['tokens'][number]
export type OptionToken = Extract<Token, { kind: 'option' }>

/** Reads the flags of options. */
export function knownOptions(specs: readonly OptionSpec[]): readonly KnownOption[] {
  return specs.map((spec) => {
    const flags = spec.flags.replace(/ <.*$/, '').split(', ')
    const name = (flags.at(-1) ?? '').replace(/^--(?:no-)?/, '')
    return { spec, flags, name, takesValue: spec.flags.includes('<') }
  })
}

/**
 * Cuts a command line into options, with their values, and arguments. Options that nobody knows are among them. Node's parser
 * keeps every value as it was typed; cac 7 makes 7 of `-C 007`, 0 of an empty value, and four flags of `-Cdir`.
 */
export function tokensOf(argv: readonly string[], known: readonly KnownOption[]): readonly Token[] {
  const options: OptionTypes = {}
  for (const { flags, name, takesValue } of known) {
    // `--no-color` has no type of its own beside `--color <when>`.
    if (options[name]?.type === 'string') continue
    const short = flags.find((flag) => !flag.startsWith('--'))?.slice(1)
    options[name] = { type: takesValue ? 'string' : 'boolean', ...(short === undefined ? {} : { short }) }
  }
  return parseArgs({ args: [...argv], options, strict: false, tokens: true }).tokens
}

/** Returns the arguments among `tokens`: what is neither an option nor an option's value. */
export function argumentsOf(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token) => (token.kind === 'positional' ? token.value : []))
}
