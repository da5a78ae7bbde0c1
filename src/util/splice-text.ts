/** Replaces one range of a text. Offsets count UTF-16 units from 0; `end` is exclusive. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Returns `text` with all of `splices` done, which do not overlap; of two at one place the first given comes first. */
export function spliceText(text: string, splices: readonly Splice[]): string {
  let result = ''
  let at = 0
  for (const splice of splices.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, splice.start) + splice.text
    at = splice.end
  }
  return result + text.slice(at)
}
