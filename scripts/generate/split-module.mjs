// A generated module in two: what some of its exports need, and the rest, which imports from the first.

/**
 * `code` is lines of top-level declarations, each beginning with `function NAME`, `const NAME` or `export const NAME`.
 * Returns the module of what `first` (names of exports) reach, and the module of everything else with `from` as the
 * first one's path.
 */
export function splitModule(code, first, from) {
  const parts = declarations(code)
  const needed = reach(parts, first)
  const others = new Map([...parts].filter(([name]) => !needed.has(name)))
  const shared = [...needed].filter((name) => [...others.values()].some(({ uses }) => uses.has(name)))
  const text = (names) => names.map((name) => parts.get(name).text).join('')
  const inOrder = [...parts.keys()].filter((name) => needed.has(name))
  return {
    first: `${text(inOrder)}export { ${shared.join(', ')} }\n`,
    rest: `import { ${shared.join(', ')} } from '${from}'\n${text([...others.keys()])}`,
  }
}

/** `code` without what no exported declaration needs. */
export function withoutUnused(code) {
  const parts = declarations(code)
  const exported = [...parts].filter(([, { text }]) => text.startsWith('export ')).map(([name]) => name)
  const needed = reach(parts, exported)
  return [...parts].flatMap(([name, { text }]) => (needed.has(name) ? text : [])).join('')
}

/** Every declaration with the identifiers in it, by name. */
export function declarations(code) {
  const starts = [...code.matchAll(/^(?:\/\*\*.*\*\/\n)?(?:export const|const|function) (\w+)/gm)]
  if (starts[0]?.index !== 0) throw new Error('the module begins with something that is no declaration')
  return new Map(
    starts.map((start, index) => {
      const text = code.slice(start.index, starts[index + 1]?.index)
      return [start[1], { text, uses: new Set(text.match(/\b[A-Za-z_]\w*\b/g)) }]
    }),
  )
}

function reach(parts, names) {
  const found = new Set()
  const follow = (name) => {
    if (!parts.has(name) || found.has(name)) return
    found.add(name)
    for (const used of parts.get(name).uses) follow(used)
  }
  for (const name of names) follow(name)
  return found
}
