/** Thrown, and caught by its identity, when a text is beyond the subset that the fast parser knows. */
const BEYOND = {}

/** Gives the text up to the YAML library: "don't know", never "invalid". */
export function beyond(): never {
  // Nobody sees it, and an error would note its stack at every start.
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
