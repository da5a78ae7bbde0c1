import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import { PROJECT_FILE } from './find-root.ts'

/** Tells whether `found`, which was found without the settings of `mistakes`, may be there only because of them. */
export function isConsequence(found: Diagnostic, mistakes: readonly Diagnostic[]): boolean {
  const place = settingOf(found)
  return mistakes.some((mistake) => {
    const bad = settingOf(mistake)
    return touches(found.rule, place, bad) || isUndecided(found, mistake, bad)
  })
}

/** Returns true when what was found stands at the bad setting, around it, or in a list that has it. */
function touches(rule: string, place: string, bad: string): boolean {
  const whole = aboutLists.has(rule) ? bad.replace(/\/\d+$/, '') : bad
  return place === whole || place.startsWith(`${whole}/`) || whole.startsWith(`${place}/`)
}

/** Rules that compare the items of a list. */
const aboutLists = new Set([
  'limits/change-tracking-alone',
  'limits/empty-events',
  'limits/one-screenshot',
  'limits/raw-base64-alone',
  'schema/wrong-size',
  'scope/too-many-patterns',
])

/** Rules that see nothing but one pattern. */
const ofPatterns = new Set(['scope/invalid-pattern', 'scope/not-linear-time', 'scope/glob-pattern'])
/** Rules that miss something in the matrix. */
const ofMatrix = new Set([
  'resolve/axis-without-value',
  'resolve/empty-matrix',
  'resolve/idle-exclude',
  'resolve/unknown-axis',
])

/** Rules that miss something in a section of the project file. */
const sections: Readonly<Record<string, JsonPointer>> = {
  'project/nothing-found': '/crawls',
  'project/unknown-environment': '/environments',
  'resolve/unknown-profile': '/profiles',
}

/** Returns true when the mistake may have taken away what decides about `found`. */
function isUndecided({ rule }: Diagnostic, mistake: Diagnostic, bad: string): boolean {
  if (ofPatterns.has(rule)) return false
  const inProject = mistake.file === PROJECT_FILE
  if (ofMatrix.has(rule)) return !inProject && (bad.startsWith('/matrix') || isKeyOf(mistake, bad, ''))
  const section = sections[rule]
  if (section !== undefined)
    return inProject && (bad.startsWith(PROJECT_FILE + section) || isKeyOf(mistake, bad, PROJECT_FILE))
  if (rule.startsWith('lock/')) return !isHarmless(mistake, bad) && !isBesidePrompt(mistake, bad)
  if (rule === 'resolve/remove-absent') return !isHarmless(mistake, bad)
  if (rule.startsWith('migrate/') && rule !== 'migrate/contradiction') return !isHarmless(mistake, bad)
  const isLint = rule.startsWith('scope/') || rule.startsWith('tests/') || lintOfLimits.has(rule)
  return isLint && !isHarmless(mistake, bad)
}

const lintOfLimits = new Set(['limits/unset', 'limits/delay-with-concurrency'])

/**
 * Returns true for a key at the top of a file that may stand for any other, and for a file that cannot be read at all.
 */
function isKeyOf({ rule, pointer }: Diagnostic, bad: string, file: string): boolean {
  if (pointer === undefined) return /^(?:syntax|project)\//.test(rule)
  return unknownKeys.test(rule) && bad.lastIndexOf('/') === file.length
}

const REQUEST = 'request:'
/** A scope is judged by these, and by what an unknown key may have been meant to be. */
const INERT_PARTS =
  /^(?:request:\/webhook|\/expect|\/refresh|\/description|crawlform\.yaml\/(?:budget|rules|environments\/[^/]+\/(?!request)))(?:\/|$)/
const INERT_VALUES =
  /^request:\/(?:scrapeOptions|zeroDataRetention|robotsUserAgent|origin|integration)(?:\/|$)/

/** Returns true for a mistake that can change nothing about which pages belong to a crawl. */
function isHarmless({ rule, pointer }: Diagnostic, bad: string): boolean {
  if (pointer === undefined) return false
  if (INERT_PARTS.test(bad)) return true
  return INERT_VALUES.test(bad) && !unknownKeys.test(rule)
}

/** Returns true for a setting that is certainly neither the prompt nor the start URL that a service is asked with. */
function isBesidePrompt({ rule }: Diagnostic, bad: string): boolean {
  return /^request:\/(?!url$|prompt$)/.test(bad) && !unknownKeys.test(rule)
}

const unknownKeys =
  /^schema\/(?:unknown-key|misplaced-key|snake-case-key|renamed-key|newer-key|borrowed-key|old-body)$|^interpolation\/in-key$/

/**
 * Returns what a pointer names, the same in a crawl file, a profile and an environment: `request:/limit`,
 * `/matrix/locale`.
 */
function settingOf({ file, pointer, rule, line }: Diagnostic): string {
  if (pointer === undefined) return `${file}:${line}`
  const shared = file === PROJECT_FILE
  const inRequest = (shared ? IN_PROJECT : IN_CRAWL).exec(pointer)?.[0]
  if (inRequest !== undefined) return REQUEST + settingIn(pointer.slice(inRequest.length), rule)
  return shared ? PROJECT_FILE + pointer : pointer
}

const IN_PROJECT = /^(?:\/defaults|\/profiles\/[^/]+|\/environments\/[^/]+)\/request(?=\/|$)/
const IN_CRAWL = /^(?:\/matrix\/include\/\d+)?\/request(?=\/|$)/

/** The only thing a request as a whole is refused for is that it has no start URL. */
function settingIn(pointer: JsonPointer, rule: string): JsonPointer {
  return pointer === '' && rule === 'schema/missing-key' ? '/url' : pointer
}
