import type { Json, JsonObject } from '../../util/json.ts'
import { inexact, move, remove, set } from '../edit.ts'
import { atKey, atValue, NOTHING, type Migration, type Outcome, type Problem } from '../migration.ts'
import { canParseUrl } from '../../util/can-parse-url.ts'

// The pattern grows with the number, and the service limits patterns.
const MOST_SEGMENTS = 100

/**
 * Translates `maxDepth`, which counted path segments from the host's root, while `maxDiscoveryDepth` counts links from the
 * start URL. The rename that the service's own guide gives changes the meaning. A pattern on the path can keep it, unless
 * another pattern conflicts.
 */
export const discoveryDepth: Migration = {
  id: 'discovery-depth',
  migrate: (request, { preserveDepth = false }) => {
    const depth = request['maxDepth']
    if (depth === undefined) return NOTHING
    const problems = depthBelowStart(request, depth)
    if (preserveDepth) {
      const because = whyNotPreserved(request, depth)
      if (because === undefined && typeof depth === 'number')
        return { edits: preserve(request, depth), problems }
      problems.push(atKey('/maxDepth', 'migrate/depth-not-preserved', { because: because ?? '' }))
    }
    return rename(request, depth, problems)
  },
}

function rename(request: JsonObject, depth: Json, problems: readonly Problem[]): Outcome {
  const discovery = request['maxDiscoveryDepth']
  const shown = show(depth)
  if (discovery === undefined) {
    const warning = atKey('/maxDepth', 'migrate/depth-meaning', { depth: shown })
    // Another message about this depth already says more, and null has no effect.
    const isTold = problems.length > 0 || depth === null
    return {
      edits: [inexact(move('/maxDepth', '/maxDiscoveryDepth'))],
      problems: isTold ? problems : [warning],
    }
  }
  const args = { depth: shown, discovery: show(discovery) }
  const warning = atKey('/maxDepth', 'migrate/depth-dropped', args)
  return { edits: [inexact(remove('/maxDepth'))], problems: [...problems, warning] }
}

function preserve(request: JsonObject, depth: number): Outcome['edits'] {
  // An index file at the end did not count as a segment.
  const pattern = `^(/[^/]+){0,${depth}}(/index\\.(html|php))?/?$`
  return request['includePaths'] === undefined
    ? [move('/maxDepth', '/includePaths', [pattern])]
    : [set('/includePaths', [pattern], '/maxDepth'), remove('/maxDepth')]
}

function whyNotPreserved(request: JsonObject, depth: Json): string | undefined {
  if (typeof depth !== 'number' || !Number.isInteger(depth) || depth < 0) return 'it is not a whole number'
  if (depth > MOST_SEGMENTS) return `it is more than ${MOST_SEGMENTS}`
  const includes = request['includePaths']
  if (includes !== undefined && !(Array.isArray(includes) && includes.length === 0)) {
    return '"includePaths" is used already, and a page passes when any of its patterns matches'
  }
  const full = request['regexOnFullURL']
  if (full !== undefined && full !== false) return '"regexOnFullURL" makes patterns see the whole URL'
  return undefined
}

function depthBelowStart(request: JsonObject, depth: Json): Problem[] {
  const segments = typeof request['url'] === 'string' ? pathSegments(request['url']) : 0
  if (typeof depth !== 'number' || depth >= segments) return []
  const args = { depth: show(depth), segments }
  return [atValue('/maxDepth', 'migrate/depth-below-start', args)]
}

/** Returns path segments as version 1 counted them: an index file at the end does not count. */
function pathSegments(url: string): number {
  if (!canParseUrl(url)) return 0
  const segments = new URL(url).pathname.split('/').filter((segment) => segment !== '')
  return /^index\.(?:html|php)$/.test(segments.at(-1) ?? '') ? segments.length - 1 : segments.length
}

function show(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
