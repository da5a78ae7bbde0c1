import { suggest } from '../../util/suggest.ts'

/** The command was called wrongly (exit status 64). The message is for the person who typed it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly help: string | undefined
  constructor(message: string, help?: string) {
    super(message)
    this.help = help
  }
}

/** Returns the help of an error for a mistyped word; undefined if no known word is similar. */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  const [meant] = suggest(word, known)
  return meant === undefined ? undefined : `Did you mean "${meant}"?`
}
