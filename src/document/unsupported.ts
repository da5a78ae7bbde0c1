/** Thrown, and recognised by identity, when a text is outside the subset that the fast parser supports. */
const UNSUPPORTED = {}

/** Leaves the text to the YAML library. It means "unknown", never "invalid". */
export function unsupported(): never {
  // Nobody sees it, so it needs no stack.
  // oxlint-disable-next-line no-throw-literal
  throw UNSUPPORTED
}

/** Returns the result of `read`, or undefined when the text is unsupported. */
export function unlessUnsupported<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error === UNSUPPORTED) return undefined
    throw error
  }
}
