import { memoizeByText } from '../../util/memoize.ts'
import { loadPatternEngine } from '../load-package.ts'
import { checkPattern } from './check-pattern.ts'

/** Returns a text without everything that the patterns match. `^` and `$` match at the ends of lines, and `.` no line feed. */
export function leaveOut(text: string, patterns: readonly string[]): string {
  return patterns.reduce((rest, source) => engineFor(source).matcher(rest).replaceAll(''), text)
}

/** Returns why a pattern cannot say what is left out of texts; undefined if it can. */
export function noiseProblem(source: string): string | undefined {
  const problem = checkPattern(source)
  switch (problem?.kind) {
    case 'look-around':
    case 'back-reference':
    case 'atomic':
      return `RE2 does not know "${problem.text}"`
    case 'syntax':
      return problem.detail
    case 'too-long':
      return `it has ${problem.length} characters, and at most 2,000 are allowed`
    // What other services read differently makes no difference here, except what RE2 refuses too.
    case 'repeated-count':
      return `it repeats a repetition ("${problem.text}")`
    default:
      return SAMPLES.every((text) => leaveOut(text, [source]) === '') ? 'it matches every text' : undefined
  }
}

/** Texts that have little in common. */
const SAMPLES = ['Lamps are lit at dusk.', '12.50 € — 2026-01-31', '灯は夕方に']

const engineFor = memoizeByText(1000, (source) => {
  const { RE2JS } = loadPatternEngine()
  return RE2JS.compile(source, RE2JS.MULTILINE)
})
