/** The shortest tag has three characters. */
const SHORTEST_TAG = 3

/**
 * Returns where tag number `count` of a page starts (from 0, in UTF-16 units), or -1 when the page has no more tags than
 * that. Every `<` counts as a tag, also in end tags, comments and text.
 */
export function placeOfTag(html: string, count: number): number {
  if (html.length < count * SHORTEST_TAG) return -1
  let at = html.indexOf('<')
  for (let tags = 0; at !== -1 && tags < count; tags++) at = html.indexOf('<', at + 1)
  return at
}
