const NAMES = ['code', 'kbd', 'samp']

/**
 * Makes one piece of code of several that stand right beside each other, as a browser shows them: the backticks between
 * them would be read as part of longer ones (CommonMark section 6.1).
 */
export function joinCode(html: string): string {
  let joined = html
  for (const name of NAMES) {
    const between = `</${name}><${name}`
    if (joined.includes(between)) joined = joined.replaceAll(new RegExp(`${between}(?:\\s[^<>]*)?>`, 'g'), '')
  }
  return joined
}
