/** Letters, digits, `_`, `/` and `-` mean themselves. */
const PLAIN_BEGINNING = /^\^(\/[\w/-]*)$/

/** Returns what follows the `^` of a pattern that is the beginning of a path, the most usual kind; else undefined. */
export function plainBeginning(source: string): string | undefined {
  return PLAIN_BEGINNING.exec(source)?.[1]
}
