const ADDRESS = /https?:\/\/[^\s"'<>)\\]+/g

/**
 * Returns a text in which each address is its last name, without query and parameters. Two pages that are equal in it are
 * copies: their links lead to the same names, below other paths or with other sessions.
 */
export function comparableText(text: string): string {
  return text.replaceAll(ADDRESS, (address) => {
    const path = address.replace(/[?#;].*$/s, '')
    return path.replace(/\/+$/, '').replace(/^.*\//s, '')
  })
}

/** Returns how often the most frequent name of a path is in it: 3 for `/a/b/a/b/a`. */
export function mostRepeats(pathname: string): number {
  const counts = new Map<string, number>()
  for (const name of pathname.split('/')) if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}
