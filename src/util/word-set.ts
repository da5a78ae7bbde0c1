/** Returns the words of a text that have one space between them. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
