/** Returns `make` with a memory: it computes once for each object. */
export function onceEach<K extends object, V extends object | boolean>(make: (key: K) => V): (key: K) => V {
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
