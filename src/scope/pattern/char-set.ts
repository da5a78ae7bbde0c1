/**
 * A set of the characters that a serialised URL can hold, `!` to `~`, with one bit for each. Sets are joined by `|` and
 * intersected by `&`. Everything else (white space, controls, beyond ASCII) is percent-encoded in a URL and is never a member.
 */
export type CharSet = bigint

const FIRST = 0x21
const SINGLES: readonly CharSet[] = Array.from({ length: 94 }, (_, bit) => 1n << BigInt(bit))

export const NO_CHARS: CharSet = 0n
export const ALL_CHARS: CharSet = (1n << 94n) - 1n

/** Returns the one character of code `code`; empty when a URL cannot hold it. */
export function charOf(code: number): CharSet {
  return SINGLES[code - FIRST] ?? NO_CHARS
}

/** Returns the characters from code `from` to code `to`, both included. */
export function charRange(from: number, to: number): CharSet {
  const members = SINGLES.slice(Math.max(0, from - FIRST), Math.max(0, to - FIRST + 1))
  return members.reduce((set, member) => set | member, NO_CHARS)
}

export function complement(set: CharSet): CharSet {
  return ALL_CHARS & ~set
}

const PREFERRED = [charRange(97, 122), charRange(48, 57), ALL_CHARS]

/** Returns a member, preferably a letter or digit, because people read it; undefined for the empty set. */
export function someChar(set: CharSet): string | undefined {
  const among = PREFERRED.map((preferred) => set & preferred).find((shared) => shared !== NO_CHARS)
  if (among === undefined) return undefined
  const lowest = among & -among
  return String.fromCharCode(FIRST + lowest.toString(2).length - 1)
}

/** Returns the only member; undefined for other sets. */
export function onlyChar(set: CharSet): string | undefined {
  return (set & (set - 1n)) === NO_CHARS ? someChar(set) : undefined
}
