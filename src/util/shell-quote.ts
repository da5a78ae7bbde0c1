/** Returns `argument` so that the shell of this system reads it back unchanged as one word. */
export function shellQuote(argument: string): string {
  // Git Bash and its relatives name their system.
  const isWindows = process.platform === 'win32' && process.env['MSYSTEM'] === undefined
  return isWindows ? windowsQuote(argument) : posixQuote(argument)
}

/** Returns `argument` for a POSIX shell. */
export function posixQuote(argument: string): string {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument
  return `'${argument.replaceAll("'", String.raw`'\''`)}'`
}

/**
 * Returns `argument` for PowerShell and cmd.exe. No quotes are the same to both around `"`, `$`, a backtick or a typographic
 * quote: such an argument is written for PowerShell.
 */
export function windowsQuote(argument: string): string {
  // PowerShell splits a word that begins with a dash at its first dot or colon.
  if (/^[\w+=./:\\-]+$/.test(argument) && !/^-.*[.:]/.test(argument)) return argument
  if (/["$`\u201c-\u201e]/.test(argument)) return `'${argument.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`
  // A backslash before the closing quote would make it part of the word.
  return `"${argument.replace(/\\+$/, '$&$&')}"`
}
