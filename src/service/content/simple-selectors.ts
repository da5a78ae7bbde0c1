/** Selectors that are only the name of an element, a class or an id. */
export interface SimpleSelectors {
  readonly names: ReadonlySet<string>
  readonly classes: ReadonlySet<string>
  readonly ids: ReadonlySet<string>
}

/** Returns the selectors as sets, or undefined when one of them is more than a name, a class or an id. */
export function parseSimpleSelectors(selectors: readonly string[]): SimpleSelectors | undefined {
  const names = new Set<string>()
  const classes = new Set<string>()
  const ids = new Set<string>()
  for (const selector of selectors) {
    const match = /^([.#]?)(-?[A-Za-z_][\w-]*)$/.exec(selector.trim())
    if (match === null) return undefined
    const [, sign, word = ''] = match
    if (sign === '.') classes.add(word)
    else if (sign === '#') ids.add(word)
    else names.add(word.toLowerCase())
  }
  return { names, classes, ids }
}
