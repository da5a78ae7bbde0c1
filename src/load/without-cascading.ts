import { type Diagnostic, factsOf } from '../diagnostics/diagnostic.ts'
import { crawlSettingsDeciding } from '../request/setting-decisions.ts'
import { requestAround } from '../schema/schema.ts'
import { PROJECT_FILE } from './file-source.ts'

/** Returns the diagnostics of `found`, all found without the settings of `mistakes`, that have another cause. */
export function withoutCascading(
  found: readonly Diagnostic[],
  mistakes: readonly Diagnostic[],
): readonly Diagnostic[] {
  const settings = mistakes.map((mistake) => ({ mistake, bad: settingOf(mistake) }))
  return found.filter((diagnostic) => {
    const place = settingOf(diagnostic)
    return !settings.some(
      ({ mistake, bad }) => touches(diagnostic.rule, place, bad) || isUndecided(diagnostic, mistake, bad),
    )
  })
}

/** Returns true when the problem is at the bad setting, around it, or in a list that contains it. */
function touches(rule: string, place: string, bad: string): boolean {
  const whole = factsOf(rule).about === 'items' ? bad.replace(/\/\d+$/, '') : bad
  return place === whole || place.startsWith(`${whole}/`) || whole.startsWith(`${place}/`)
}

/** Returns true when the mistake may have removed a setting that decides about `found`. */
function isUndecided({ rule }: Diagnostic, mistake: Diagnostic, bad: string): boolean {
  const inProject = mistake.file === PROJECT_FILE
  const { decidedBy } = factsOf(rule)
  switch (decidedBy) {
    case 'place':
    case 'variables':
    case 'findings':
      return false
    case 'request':
      return !isHarmless(mistake, bad)
    case 'other-settings':
      return !isHarmless(mistake, bad) && !/^request:\/(?:in|ex)cludePaths\/\d+$/.test(bad)
    case 'prompt':
      return !isHarmless(mistake, bad) && !isUnrelatedToPrompt(mistake, bad)
    case 'matrix':
      return !inProject && (bad.startsWith('/matrix') || isKeyOf(mistake, bad, ''))
    default:
      return (
        inProject && (bad.startsWith(PROJECT_FILE + decidedBy.section) || isKeyOf(mistake, bad, PROJECT_FILE))
      )
  }
}

/** Returns true for a top-level key that may be a misspelling of any other, and for a file that cannot be read. */
function isKeyOf({ rule, pointer }: Diagnostic, bad: string, file: string): boolean {
  const { about } = factsOf(rule)
  if (pointer === undefined) return about === 'file' || about === 'bare-file' || about === 'unlisted'
  return about === 'key' && bad.lastIndexOf('/') === file.length
}

/** Keys, and below them settings of pages, that cannot change which pages belong to a crawl. */
const INERT_PARTS =
  /^(?:request:\/webhook|\/expect|\/changes|\/refresh|\/was|\/description|crawlform\.yaml\/(?:budget|rules|(?:defaults|profiles\/[^/]+)\/(?:refresh|expect|changes)|environments\/[^/]+\/(?!request)))(?:\/|$)/
const INERT_VALUES = crawlSettingsDeciding('content', 'label')

/** Returns true for a mistake that can change nothing about which pages belong to a crawl. */
function isHarmless({ rule, pointer }: Diagnostic, bad: string): boolean {
  if (pointer === undefined) return false
  if (INERT_PARTS.test(bad)) return true
  const [, setting = ''] = /^request:\/([^/]+)/.exec(bad) ?? []
  return INERT_VALUES.has(setting) && factsOf(rule).about !== 'key'
}

/** Returns true for a setting that is certainly neither the prompt nor the start URL that a service is asked with. */
function isUnrelatedToPrompt({ rule }: Diagnostic, bad: string): boolean {
  return /^request:\/(?!url$|prompt$)/.test(bad) && factsOf(rule).about !== 'key'
}

/** Returns what a pointer names, the same in a crawl file, a profile and an environment: `request:/limit`, `/matrix/locale`. */
function settingOf({ file, pointer, rule, line }: Diagnostic): string {
  if (pointer === undefined) return `${file}:${line}`
  const shared = file === PROJECT_FILE
  const request = requestAround(shared ? 'project' : 'crawl', pointer)
  // A request as a whole is refused only when it has no start URL.
  const isWithoutUrl = pointer === request && factsOf(rule).about === 'missing-key'
  if (request !== undefined) return `request:${isWithoutUrl ? '/url' : pointer.slice(request.length)}`
  return shared ? PROJECT_FILE + pointer : pointer
}

/** Returns true for an error, and for the line that counts the problems which are not listed: some may be errors. */
export function isMistake({ severity, rule }: Diagnostic): boolean {
  return severity === 'error' || factsOf(rule).about === 'unlisted'
}
