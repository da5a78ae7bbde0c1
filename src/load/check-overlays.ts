import { factsOf } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { SourceDocument } from '../document/source-document.ts'
import { LintRun } from '../lint/lint-run.ts'
import { joinPointer } from '../util/json-pointer.ts'
import type { EnvironmentSpec, ProjectSpec } from '../validate/crawl-spec.ts'
import { checkPartial } from './check-partial.ts'
import { PROJECT_FILE } from './find-root.ts'

/** A crawl that says nothing; nothing is reported under its name. */
const BLANK = '<blank>'
const BLANK_CRAWL = { version: 2, name: 'blank', request: { url: 'https://example.com/' } }

/** Returns the problems of the `request` overlays of `environments` that do not depend on any crawl or variable. */
export function checkOverlays(
  project: ProjectSpec,
  environments: readonly EnvironmentSpec[],
  mistakes: readonly Diagnostic[],
): readonly Diagnostic[] {
  const { document } = project
  if (document === undefined) return []
  const blank: SourceDocument = {
    file: BLANK,
    text: document.text,
    index: 0,
    value: BLANK_CRAWL,
    locate: () => START,
  }
  return environments.flatMap((environment) => {
    const base = joinPointer('/environments', environment.name, 'request')
    const context = { project, environment, set: [], variables: {} }
    const { fatal, lint } = checkPartial(blank, [...mistakes, undecided(base)], context, new LintRun())
    return [...fatal, ...lint].filter(
      ({ file, pointer, rule }) =>
        file === PROJECT_FILE && pointer?.startsWith(`${base}/`) === true && !isAboutOthers(rule),
    )
  })
}

/** Returns true for a rule about values that an overlay takes from the machine or from crawls. */
function isAboutOthers(rule: string): boolean {
  const { decidedBy } = factsOf(rule)
  return decidedBy === 'matrix' || decidedBy === 'variables'
}

const START = { file: BLANK, line: 1, column: 1, endLine: 1, endColumn: 1 }

/** Takes the place of all crawl settings, so that a setting is not reported only because a crawl has yet to supply it. */
function undecided(base: string): Diagnostic {
  const pointer = `${base}/?`
  return { ...START, file: PROJECT_FILE, rule: 'schema/unknown-key', severity: 'error', message: '', pointer }
}
