/** Returns one argument as a POSIX shell reads it back unchanged. */
export function shellQuote(argument: string): string {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument
  return `'${argument.replaceAll("'", String.raw`'\''`)}'`
}
