import type { CST } from 'yaml'
import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { LineMap } from './line-map.ts'

/** No setting needs a tenth of this, and the code that reads the value afterwards may recurse. */
export const MOST_LEVELS = 64

interface Level {
  readonly token: CST.Token
  readonly depth: number
}

/**
 * Returns what can be judged before values are composed: nesting, tags and directives. Iterative, because the tokens of
 * a hostile file nest as deep as the file is long.
 */
export function scanTokens(tokens: readonly CST.Token[], lines: LineMap): Diagnostic[] {
  const found: Diagnostic[] = []
  const stack: Level[] = tokens.map((token) => ({ token, depth: 0 })).toReversed()
  for (let level = stack.pop(); level !== undefined; level = stack.pop()) {
    const { token, depth } = level
    if (depth > MOST_LEVELS) {
      const at = token.offset
      return [diagnose('syntax/too-deep', { most: MOST_LEVELS }, lines.place(at, at + 1))]
    }
    const problem = judge(token, lines)
    if (problem !== undefined) found.push(problem)
    const inside = isCollection(token) ? depth + 1 : depth
    for (const part of parts(token).toReversed()) stack.push({ token: part, depth: inside })
  }
  return found
}

function judge(token: CST.Token, lines: LineMap): Diagnostic | undefined {
  if (token.type === 'tag') {
    return diagnose(
      'syntax/tag',
      { tag: token.source },
      lines.place(token.offset, token.offset + token.source.length),
    )
  }
  if (token.type === 'directive' && !/^%YAML\s+1\.2\s*(?:#.*)?$/.test(token.source)) {
    const source = token.source.trimEnd()
    return diagnose(
      'syntax/directive',
      { directive: source },
      lines.place(token.offset, token.offset + source.length),
    )
  }
  return undefined
}

function isCollection(token: CST.Token): boolean {
  return token.type === 'block-map' || token.type === 'block-seq' || token.type === 'flow-collection'
}

function parts(token: CST.Token): CST.Token[] {
  switch (token.type) {
    case 'document':
      return [...token.start, ...(token.value === undefined ? [] : [token.value])]
    case 'block-map':
    case 'block-seq':
    case 'flow-collection':
      return token.items.flatMap((item) => [
        ...item.start,
        ...(item.key === undefined || item.key === null ? [] : [item.key]),
        ...(item.sep ?? []),
        ...(item.value === undefined ? [] : [item.value]),
      ])
    case 'block-scalar':
      return token.props
    default:
      return []
  }
}
