/**
 * Tells whether `path` matches `pattern`: `*` and `?` match within one segment, `**` spans segments, `{a,b}` is either. As in a
 * shell, a wildcard does not match the dot of a hidden file, such as an editor's lock or a Mac's `._a.yaml`. Takes
 * at most (segments of both) x (characters of both) steps.
 */
export function matchGlob(pattern: string, path: string): boolean {
  const segments = path.split('/')
  return expandBraces(pattern).some((flat) => matchList(flat.split('/'), segments, '**', matchSegment))
}

/** Tells whether `text` is a pattern rather than one name. */
export function isGlob(text: string): boolean {
  return hasWildcard(text) || text.includes('{')
}

function hasWildcard(text: string): boolean {
  return text.includes('*') || text.includes('?')
}

/** Returns the leading segments of `pattern` that hold no wildcard: a search begins there. */
export function globBase(pattern: string): string {
  const segments = pattern.split('/')
  const wild = segments.findIndex((segment) => isGlob(segment))
  return segments.slice(0, wild === -1 ? -1 : wild).join('/')
}

function matchSegment(pattern: string, text: string): boolean {
  if (!hasWildcard(pattern)) return pattern === text
  if (text.startsWith('.') && !pattern.startsWith('.')) return false
  const rest = pattern.slice(1)
  if (pattern.startsWith('*') && !hasWildcard(rest)) return text.endsWith(rest)
  return matchList(
    Array.from(pattern),
    Array.from(text),
    '*',
    (one, character) => one === '?' || one === character,
  )
}

/** Matches with wildcards. Remembering the last wildcard is enough, because a wildcard matches anything. */
function matchList(
  pattern: readonly string[],
  items: readonly string[],
  wildcard: string,
  same: (one: string, item: string) => boolean,
): boolean {
  let p = 0
  let i = 0
  let afterWildcard = -1
  let retryFrom = 0
  while (i < items.length) {
    const one = pattern[p]
    const item = items[i]
    if (one === wildcard) {
      afterWildcard = ++p
      retryFrom = i
    } else if (one !== undefined && item !== undefined && same(one, item)) {
      p++
      i++
    } else if (afterWildcard === -1) {
      return false
    } else {
      p = afterWildcard
      i = ++retryFrom
    }
  }
  while (pattern[p] === wildcard) p++
  return p === pattern.length
}

const MOST_ALTERNATIVES = 256

/** Returns `pattern` once for each choice of its `{a,b}` groups. Other braces stay. */
function expandBraces(pattern: string): readonly string[] {
  if (!pattern.includes('{')) return [pattern]
  let patterns = ['']
  let rest = pattern
  for (;;) {
    const group = /\{([^{}]*,[^{}]*)\}/.exec(rest)
    const alternatives = group?.[1]?.split(',') ?? []
    if (group === null || patterns.length * alternatives.length > MOST_ALTERNATIVES) break
    const before = rest.slice(0, group.index)
    patterns = patterns.flatMap((start) => alternatives.map((one) => start + before + one))
    rest = rest.slice(group.index + group[0].length)
  }
  return patterns.map((start) => start + rest)
}
