import type { CompiledPattern, PatternMatch } from './pattern/compile-pattern.ts'

/** Returns which pattern of `list` matched what of `text`, and where; characters count from 1, as people do. */
export function matchDetail(
  list: string,
  text: string,
  { pattern, match }: { pattern: CompiledPattern; match: PatternMatch },
): string {
  return `"${pattern.source}" of ${list} matches "${match.text}" at character ${match.index + 1} of ${text}`
}
