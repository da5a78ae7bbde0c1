/** Letters, digits, `_`, `/` and `-` mean themselves. */
const PLAIN_BEGINNING = /^\^(\/[\w/-]*)$/

/** Returns the text after `^` for a pattern that is the plain beginning of a path; undefined for others. */
export function plainBeginning(source: string): string | undefined {
  return PLAIN_BEGINNING.exec(source)?.[1]
}
