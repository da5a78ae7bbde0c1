import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Plan, PlannedChange } from '../../src/plan/plan.ts'
import { renderPlanHtml } from '../../src/render/render-plan-html.ts'
import { renderPlanMarkdown } from '../../src/render/render-plan-markdown.ts'
import { renderPlanText } from '../../src/render/render-plan-text.ts'
import { plainStyle } from '../../src/render/render.ts'

const fixture = path.join(import.meta.dirname, '../fixtures/render/plan/every-action.plan.json')
const base = JSON.parse(readFileSync(fixture, 'utf8')) as Plan

const example = (action: PlannedChange['action']): PlannedChange => {
  const found = base.changes.find((change) => change.action === action)
  if (found === undefined) throw new Error(`the fixture has no crawl with the action ${action}`)
  return found
}

/** A plan that submits `count` crawls, each larger than the one before it, and has `more` besides. */
function planOf(count: number, ...more: PlannedChange[]): Plan {
  const changes = Array.from({ length: count }, (_, index) => ({
    ...example('submit'),
    name: `docs-${String(index).padStart(5, '0')}`,
    worstCasePages: index,
  }))
  // The same kind of change with another name and size.
  return { ...base, changes: [...(changes as PlannedChange[]), ...more] }
}

const textOf = (plan: Plan, detail: 'normal' | 'summary' | 'full' = 'normal'): string =>
  renderPlanText(plan, { style: plainStyle, detail })

const listed = (text: string): string[] => text.match(/docs-\d{5}(?= )/g) ?? []

describe('a plan of many crawls', () => {
  it('shows settings of up to 50 crawls, then one line per crawl', () => {
    expect(textOf(planOf(50))).toContain('  sitemap')
    const text = textOf(planOf(51))
    expect(listed(text)).toHaveLength(51)
    expect(text).not.toContain('  sitemap')
    expect(text).toContain('--full shows all settings.')
    expect(textOf(planOf(51), 'full')).toContain('  sitemap')
  })

  it('lists the ten largest and all blocked or doubtful ones above 1,000', () => {
    const plan = planOf(10_000, example('blocked'), example('in-doubt'))
    const text = textOf(plan)
    expect(listed(text)).toEqual(
      Array.from({ length: 10 }, (_, index) => `docs-${9990 + index}`.replace('docs-', 'docs-0')),
    )
    expect(text).toContain(`! ${example('blocked').name}`)
    expect(text).toContain(`? ${example('in-doubt').name}`)
    expect(text).toContain('9990 more crawls not listed')
    expect(listed(textOf(plan, 'summary'))).toHaveLength(10_000)
  })

  it('stays small in HTML and Markdown', () => {
    const plan = planOf(10_000, ...Array.from({ length: 10_000 }, () => ({ ...example('blocked') })))
    expect(renderPlanHtml(plan, { detail: 'normal' }).length).toBeLessThan(1_000_000)
    expect(renderPlanMarkdown(plan, { detail: 'normal' }).length).toBeLessThan(60_000)
    expect(renderPlanHtml(planOf(1000), { detail: 'normal' }).length).toBeLessThan(1_000_000)
  })

  it('has no link to a missing section', () => {
    const html = renderPlanHtml(planOf(60), { detail: 'normal' })
    expect(html).toContain('<td>docs-00059</td>')
    expect(html).not.toContain('href="#')
  })
})
