import type { CompiledPattern, PatternMatch } from './pattern/compile-pattern.ts'

/** Returns a clause that names the matching pattern of `list`, the matched text and its position, counted from 1. */
export function matchDetail(
  list: string,
  text: string,
  { pattern, match }: { pattern: CompiledPattern; match: PatternMatch },
): string {
  return `"${pattern.source}" of ${list} matches "${match.text}" at character ${match.index + 1} of ${text}`
}
