/** GitHub refuses a comment of more than 65,536 characters. The difference is room for what a workflow adds around it. */
export const MOST_CHARACTERS = 60_000

/** Returns as many lines as fit into `room` characters with `gap` characters between them, and how many did not. */
export function fittingLines(
  lines: readonly string[],
  room: number,
  gap = 1,
): { readonly lines: readonly string[]; readonly left: number } {
  let length = 0
  const end = lines.findIndex((line) => (length += line.length + gap) > room)
  const shown = end === -1 ? lines : lines.slice(0, end)
  return { lines: shown, left: lines.length - shown.length }
}
