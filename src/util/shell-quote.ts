/** Returns `text` quoted so that a POSIX shell reads it back unchanged as one argument. */
export function shellQuote(argument: string): string {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument
  return `'${argument.replaceAll("'", String.raw`'\''`)}'`
}
