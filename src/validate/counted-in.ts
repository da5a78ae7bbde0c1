/** In milliseconds, by the names that people give them. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|msecs?|millis|milliseconds?)$/, 1],
  [/^(?:s|secs?|seconds?)$/, 1000],
  [/^(?:m|mins?|minutes?)$/, 60_000],
  [/^(?:h|hrs?|hours?)$/, 3_600_000],
  [/^(?:d|days?)$/, 86_400_000],
  [/^(?:w|weeks?)$/, 604_800_000],
]

/** Returns what a text with a unit, such as `30s` or `2 days`, is in `unit`; undefined where it is nothing exact. */
export function countedIn(unit: string, text: string): number | undefined {
  const [, amount = '', name = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]+)\.?$/i.exec(text.trim()) ?? []
  const word = name.toLowerCase()
  const isPlain = word === unit || `${word}s` === unit
  if (isPlain) return Number(amount)
  const milliseconds = UNITS.find(([form]) => form.test(word))?.[1]
  const counted = UNITS.find(([form]) => form.test(unit))?.[1]
  if (milliseconds === undefined || counted === undefined) return undefined
  const number = (Number(amount) * milliseconds) / counted
  return unit === 'milliseconds' && !Number.isInteger(number) ? undefined : number
}
