/** Thrown, and recognised by identity, when a text is outside the subset that the fast parser knows. */
const BEYOND = {}

/** Leaves the text to the YAML library. It means "don't know", never "invalid". */
export function beyond(): never {
  // Nobody sees it, and an Error would record its stack at every start.
  // oxlint-disable-next-line no-throw-literal
  throw BEYOND
}

/** Returns what `read` returns, or undefined when it gave up. */
export function unlessBeyond<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error === BEYOND) return undefined
    throw error
  }
}
