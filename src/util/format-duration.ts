const UNITS = [
  ['w', 604_800_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const

/** Returns the shortest exact form that `parseDuration` reads back. Weeks are used only when they come out even. */
export function formatDuration(milliseconds: number): string {
  let rest = Math.max(0, Math.round(milliseconds))
  if (rest === 0) return '0s'
  const parts: string[] = []
  for (const [unit, size] of UNITS) {
    // A user who wrote 7d wants to read 7d.
    if (unit === 'w' && (rest % size !== 0 || rest === size)) continue
    const count = Math.floor(rest / size)
    if (count > 0) parts.push(`${count}${unit}`)
    rest -= count * size
  }
  return parts.join('')
}
