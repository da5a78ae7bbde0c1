const UNITS: Readonly<Record<string, number>> = {
  w: 604_800_000,
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
}

/** Returns the milliseconds of a duration written like `30s`, `12h`, `7d`, `1d12h`; undefined when it is not one. */
export function parseDuration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhdw]))+$/.test(text)) return undefined
  let total = 0
  for (const [, amount, unit = ''] of text.matchAll(/([\d.]+)([a-z]+)/g))
    total += Number(amount) * (UNITS[unit] ?? 0)
  return total
}

/** Returns the shortest exact form that `parseDuration` reads back. Weeks are used only when they come out even. */
export function formatDuration(milliseconds: number): string {
  let rest = Math.max(0, Math.round(milliseconds))
  let text = ''
  for (const [unit, size] of Object.entries(UNITS)) {
    // A user who wrote 7d wants to read 7d.
    if (unit === 'w' && (rest % size !== 0 || rest === size)) continue
    if (rest >= size) text += `${Math.floor(rest / size)}${unit}`
    rest %= size
  }
  return text === '' ? '0s' : text
}
