/**
 * Returns the text of a module with changes planted in it, all at once: whether one acts is asked of `globalThis.isMutant(id)`
 * when its place is run. The changes have an `id` each, and lie side by side or within each other.
 */
export function plantMutants(source, changes) {
  const places = new Map()
  for (const change of changes) {
    const key = `${change.start}-${change.end}-${change.statement === true}`
    places.set(key, [...(places.get(key) ?? []), change])
  }
  // Outer places first; where a statement is one expression, the statement is the outer one.
  const outerFirst = [...places.values()].toSorted(
    ([a], [b]) =>
      a.start - b.start || b.end - a.end || Number(b.statement === true) - Number(a.statement === true),
  )
  const write = (start, end) => {
    let text = ''
    let at = start
    while (outerFirst.length > 0 && outerFirst[0][0].start < end) {
      const [change, ...others] = outerFirst.shift()
      text += source.slice(at, change.start) + plant(write(change.start, change.end), [change, ...others])
      at = change.end
    }
    return text + source.slice(at, end)
  }
  return write(0, source.length)
}

// A block, so that no `else` behind it becomes that of the new `if`. The call, so that no line begins with a bracket, which would
// go on from the line before.
function plant(original, changes) {
  if (changes[0].statement === true) return `{ if (!globalThis.isMutant(${changes[0].id})) { ${original} } }`
  const choices = changes.map(({ id, replacement }) => `globalThis.isMutant(${id}) ? (${replacement}) : `)
  return `globalThis.sameValue(${choices.join('')}(${original}))`
}
