/** Stands for a secret that is not shown. */
export const MASK = '***'

/** Returns what each `***` of `copy` stands for in `text`; undefined where the texts around them are others. */
export function hiddenParts(text: string, copy: string): readonly string[] | undefined {
  const [first = '', ...parts] = copy.split(MASK)
  if (!text.startsWith(first)) return undefined
  let at = first.length
  const hidden: string[] = []
  for (const [index, part] of parts.entries()) {
    // What hides a secret goes on to the last place where it may end.
    const end = index === parts.length - 1 ? text.length - part.length : text.indexOf(part, at)
    if (end < at || !text.startsWith(part, end)) return undefined
    hidden.push(text.slice(at, end))
    at = end + part.length
  }
  return at === text.length ? hidden : undefined
}
