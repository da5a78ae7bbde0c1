/** Selectors that need no tree: element names, classes and ids, alone. */
export interface SimpleSelectors {
  readonly names: ReadonlySet<string>
  readonly classes: ReadonlySet<string>
  readonly ids: ReadonlySet<string>
}

/** Returns the selectors as sets, or undefined when one of them says more than a name, a class or an id. */
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

export function matchesSimple(
  selectors: SimpleSelectors,
  name: string,
  id: string | undefined,
  className: string | undefined,
): boolean {
  if (selectors.names.has(name)) return true
  if (id !== undefined && selectors.ids.has(id)) return true
  return className !== undefined && className.split(/\s+/).some((word) => selectors.classes.has(word))
}
