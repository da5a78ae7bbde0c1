import { PATTERN_CAPS } from '../../scope/pattern/check-pattern.ts'
import { type Rule, write } from '../../diagnostics/rule.ts'
import { scopeRules } from '../../diagnostics/rules/scope.ts'
import { checkPatterns } from '../../request/check-patterns.ts'
import { editOf, SWITCHES, type ScopeEdit } from '../explored-crawl.ts'
import type { ScopeSettings } from '../../scope/scope.ts'
import { byId, make } from './dom.ts'

/** The form with the settings. Input: the file's settings. Output: the form's settings, if they are valid. */
export class ScopeForm {
  readonly #base: ScopeSettings
  readonly #includes = byId('includePaths', HTMLTextAreaElement)
  readonly #excludes = byId('excludePaths', HTMLTextAreaElement)
  readonly #depth = byId('maxDiscoveryDepth', HTMLInputElement)
  readonly #sitemap = byId('sitemap', HTMLSelectElement)
  readonly #limit = byId('limit', HTMLInputElement)
  readonly #switches = SWITCHES.map((name) => ({ name, box: byId(name, HTMLInputElement) }))
  readonly #problems = byId('problems', HTMLElement)

  /** @param onChange called with settings that can be crawled with, after each change */
  constructor(base: ScopeSettings, onChange: () => void) {
    this.#base = base
    this.reset()
    byId('scope', HTMLFormElement).addEventListener('input', onChange)
  }

  /** Resets the form to the file's settings. */
  reset(): void {
    const { includePaths, excludePaths, maxDiscoveryDepth, sitemap, limit } = this.#base
    this.#includes.value = includePaths.join('\n')
    this.#excludes.value = excludePaths.join('\n')
    this.#depth.value = maxDiscoveryDepth === undefined ? '' : String(maxDiscoveryDepth)
    this.#sitemap.value = sitemap
    this.#limit.value = String(limit)
    for (const { name, box } of this.#switches) box.checked = this.#base[name]
  }

  /** Returns the form's settings; shows the reasons and returns undefined if they are invalid. */
  read(): ScopeSettings | undefined {
    const edit: ScopeEdit = {
      ...editOf(this.#base),
      ...Object.fromEntries(this.#switches.map(({ name, box }) => [name, box.checked])),
      includePaths: patternsOf(this.#includes),
      excludePaths: patternsOf(this.#excludes),
      maxDiscoveryDepth: this.#depth.value === '' ? undefined : this.#depth.valueAsNumber,
      sitemap: this.#sitemap.value as ScopeSettings['sitemap'],
      limit: this.#limit.valueAsNumber,
    }
    const problems = [
      ...patternProblems({ ...this.#base, ...edit }),
      ...numberProblem('maxDiscoveryDepth', this.#depth, 0),
      ...numberProblem('limit', this.#limit, 1),
    ]
    this.#show(problems)
    return problems.length === 0 ? { ...this.#base, ...edit } : undefined
  }

  /** Returns the file's values of the settings that the page can change. */
  get before(): ScopeEdit {
    return editOf(this.#base)
  }

  #show(problems: readonly FieldProblem[]): void {
    this.#problems.replaceChildren(...problems.map(({ message }) => make('li', '', message)))
    this.#problems.hidden = problems.length === 0
    const broken = new Set(problems.map(({ field }) => field))
    for (const field of [this.#includes, this.#excludes, this.#depth, this.#limit]) {
      if (broken.has(field.id)) field.setAttribute('aria-invalid', 'true')
      else field.removeAttribute('aria-invalid')
    }
  }
}

interface FieldProblem {
  readonly field: string
  readonly message: string
}

/** Returns the patterns, one a line, without blank lines. */
function patternsOf({ value }: HTMLTextAreaElement): readonly string[] {
  return value.split('\n').filter((line) => line.trim() !== '')
}

function numberProblem(field: string, { value, validity }: HTMLInputElement, least: number): FieldProblem[] {
  const number = Number(value)
  const isEmpty = value === '' && !validity.badInput
  if (isEmpty ? field !== 'limit' : Number.isSafeInteger(number) && number >= least) return []
  return [{ field, message: `${field} must be a whole number from ${least}.` }]
}

function patternProblems({ includePaths, excludePaths, regexOnFullURL }: ScopeSettings): FieldProblem[] {
  const tooLong = [
    ...includePaths.map((pattern) => ({ field: 'includePaths', pattern })),
    ...excludePaths.map((pattern) => ({ field: 'excludePaths', pattern })),
  ].filter(({ pattern }) => pattern.length > PATTERN_CAPS.patternLength)
  if (tooLong.length > 0) {
    return tooLong.map(({ field, pattern }) => ({
      field,
      message: `A pattern of ${field} has ${pattern.length} characters; at most ${PATTERN_CAPS.patternLength} are allowed.`,
    }))
  }
  const request = { includePaths: [...includePaths], excludePaths: [...excludePaths], regexOnFullURL }
  const refused = checkPatterns({ request, page: {}, isOpen: () => false }).filter(
    ({ isRemark }) => !isRemark,
  )
  return refused.map((problem) => {
    const rule = scopeRules()[problem.rule as keyof ReturnType<typeof scopeRules>] as Rule<never>
    const texts = [rule.message, rule.help].map((words) => write(words, problem.arguments as never))
    return { field: problem.pointer.split('/')[1] ?? '', message: texts.join(' ').trim() }
  })
}
