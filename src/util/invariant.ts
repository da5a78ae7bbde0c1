/** Something that cannot happen has happened: a bug in crawlform (exit status 70). */
export class InvariantError extends Error {
  override readonly name = 'InvariantError'
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message)
}
