import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { expect, it } from 'vitest'
import type { Changes } from '../../src/changes/changes.ts'
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { renderApplyMarkdown, type AppliedCrawl } from '../../src/render/render-apply.ts'
import { renderDiagnosticsMarkdown } from '../../src/render/render-diagnostics-reports.ts'
import { renderPlanMarkdown } from '../../src/render/render-plan-markdown.ts'

// GitHub and GitLab notify whoever is named by `@name` in the text of a comment, but not in code. So the name stands
// among all that ends code or begins something else, in each text that a file, a page or a service can give.

const SIGNS = [
  ...'`|\\*<>&~_[]()!#$-\n\r"a '.split(''),
  '``',
  '```',
  '~~~',
  '<!--',
  '-->',
  '</details>',
  '<code>',
  '</code>',
  String.raw`\|`,
  String.raw`\\|`,
]
const signs = fc.constantFrom(...SIGNS)
const noise = fc.array(signs, { maxLength: 6 }).map((parts) => parts.join(''))
const named = fc.tuple(noise, noise).map(([before, after]) => `${before}@octocat${after}`)

/** What no file says: the words by which a plan is read. */
const OWN = new Set(['action', 'kind', 'type', 'phase', 'severity', 'rule', 'outcome'])

/** Returns a value with other texts in it. */
function withTexts(value: unknown, text: () => string): unknown {
  if (typeof value === 'string') return text()
  if (Array.isArray(value)) return value.map((item) => withTexts(item, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, OWN.has(key) ? item : withTexts(item, text)]),
  )
}

const renderer = new MarkdownIt({ html: true })

/** Returns what a comment says outside of code. */
function saidOutsideCode(markdown: string): string {
  const tokens = renderer.parse(markdown, {}).flatMap((token) => token.children ?? [token])
  const said = tokens.filter(({ type }) => !/^(?:fence|code_block|code_inline)$/.test(type))
  return said.map(({ content }) => content).join('')
}

const folder = path.join(import.meta.dirname, '../fixtures/render/plan')
const plan = JSON.parse(readFileSync(path.join(folder, 'every-action.plan.json'), 'utf8')) as Plan
const at = { line: 1, column: 1, endLine: 1, endColumn: 2 }
const diagnostic: Diagnostic = {
  rule: 'scope/glob-pattern',
  severity: 'warning',
  message: 'm',
  help: 'h',
  file: 'f',
  ...at,
}
const applied: AppliedCrawl = { name: 'n', outcome: 'failed', job: 'j', error: 'e', problems: ['p', 'q'] }

const page = { url: 'u', title: 't', hash: 'h', status: 200 }
const changedPages: Changes = {
  crawl: 'c',
  before: { job: 'j', at: 'a' },
  after: { job: 'j', at: 'a' },
  added: [page],
  removed: [page],
  changed: [page],
  moved: [{ from: page, to: page }],
  failing: [{ ...page, missing: 'failing', error: 'e' }],
  notReached: [],
  unlinked: [],
  unchanged: 0,
  settings: ['s'],
}

it('mentions in files and answers are defused or in code in every comment', () => {
  fc.assert(
    fc.property(fc.array(named, { minLength: 12, maxLength: 12 }), (texts) => {
      let next = 0
      const text = (): string => texts[next++ % texts.length] ?? ''
      const changed = <T>(value: T): T => withTexts(value, text) as T
      const { changes } = changed({ changes: plan.changes })
      const warnings = [changed(diagnostic), changed(diagnostic)]
      const options = { detail: 'full', warnings, applyCommand: text(), program: text() } as const
      const comments = [
        renderPlanMarkdown({ ...plan, environment: text(), changes }, options),
        renderPlanMarkdown({ ...plan, changes }, { ...options, comparedWith: text(), detail: 'normal' }),
        renderDiagnosticsMarkdown(warnings, { files: 1, crawls: 1 }),
        renderApplyMarkdown(text(), [changed(applied)], [changed(changedPages)]),
      ]
      for (const comment of comments) {
        expect(comment).toContain('octocat')
        expect(saidOutsideCode(comment)).not.toContain('@octocat')
      }
    }),
    { numRuns: 100 },
  )
})
