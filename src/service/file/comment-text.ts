/** Returns the text of a comment, for example of a cell. It says that it is one. */
export function commentText(author: string | undefined, text: string, place?: string): string {
  const by = author === undefined || author.trim() === '' ? '' : ` by ${author.trim()}`
  const on = place === undefined ? '' : ` on ${place}`
  return `Comment${by}${on}: ${text.replaceAll(/\s+/g, ' ').trim()}`
}
