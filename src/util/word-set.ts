/** Returns the words of a text that have one space between them. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

/** Returns the words in a class or an id, in lower case. `relatedPosts` and `related-posts` are two words each. */
export function wordsIn(text: string): string[] {
  return text.match(/[A-Z]+[a-z]*|[a-z]+/g)?.map((word) => word.toLowerCase()) ?? []
}
