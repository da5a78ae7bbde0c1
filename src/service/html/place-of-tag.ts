/** The shortest tag has three characters. */
const SHORTEST_TAG = 3

/**
 * Returns where tag number `count` of a page starts (from 0, in UTF-16 units), or -1 when it has no more than that. Each
 * `<` counts as a tag: end tags, comments, and what only looks like one.
 */
export function placeOfTag(html: string, count: number): number {
  if (html.length < count * SHORTEST_TAG) return -1
  let at = html.indexOf('<')
  for (let tags = 0; at !== -1 && tags < count; tags++) at = html.indexOf('<', at + 1)
  return at
}
