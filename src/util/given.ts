type Optional<T> = { [Key in keyof T]: undefined extends T[Key] ? Key : never }[keyof T]

/** Returns the members that are not undefined, for types whose optional members are absent. */
export function given<const T extends object>(
  members: T,
): Omit<T, Optional<T>> & { [Key in Optional<T>]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined)
  // The type names exactly these members.
  return Object.fromEntries(entries) as ReturnType<typeof given<T>>
}
