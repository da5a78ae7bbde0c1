/** Returns a function that calls `make` once for each object, and then returns the same value. */
export function memoize<K extends object, V extends object | boolean>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) {
      value = make(key)
      known.set(key, value)
    }
    return value
  }
}

/** Does the same for texts. Keeps at most `most` values: then it forgets all. */
export function memoizeByText<V>(most: number, make: (text: string) => V): (text: string) => V {
  const known = new Map<string, V>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined || known.has(text)) return before as V
    const value = make(text)
    if (known.size >= most) known.clear()
    known.set(text, value)
    return value
  }
}
