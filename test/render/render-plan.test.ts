import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { diagnose, type Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import type { Plan, PlannedChange } from '../../src/plan/plan.ts'
import { renderPlanHtml } from '../../src/render/render-plan-html.ts'
import { renderPlanJson } from '../../src/render/render-plan-json.ts'
import { renderPlanMarkdown } from '../../src/render/render-plan-markdown.ts'
import { renderPlanText } from '../../src/render/render-plan-text.ts'
import { ansiStyle, plainStyle } from '../../src/render/render.ts'

const folder = path.join(import.meta.dirname, '../fixtures/render/plan')
const cases = readdirSync(folder).filter((name) => name.endsWith('.plan.json'))

const readPlan = (name: string): Plan => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Plan
const applyCommand = (plan: Plan): string => `crawlform apply --expect ${plan.digest}`

describe.each(cases)('%s', (file) => {
  const plan = readPlan(file)
  const golden = (ending: string): string => path.join(folder, file.replace(/\.plan\.json$/, ending))

  it.each(['normal', 'full', 'summary'] as const)('has the recorded text, %s', async (detail) => {
    const text = renderPlanText(plan, { style: plainStyle, detail, applyCommand: applyCommand(plan) })
    await expect(text).toMatchFileSnapshot(golden(detail === 'normal' ? '.txt' : `.${detail}.txt`))
  })

  it('has the recorded Markdown', async () => {
    const text = renderPlanMarkdown(plan, { detail: 'normal', applyCommand: applyCommand(plan) })
    await expect(text).toMatchFileSnapshot(golden('.md'))
  })

  it('has the recorded HTML, without scripts and external files', async () => {
    const text = renderPlanHtml(plan, { detail: 'normal', applyCommand: applyCommand(plan) })
    // What the style sheet does is measured in a browser.
    const styles = /(?<=<style>)[^<]+(?=<\/style>)/g
    expect(text.match(styles)).toHaveLength(1)
    await expect(text.replaceAll(styles, '')).toMatchFileSnapshot(golden('.html'))
    expect(text).not.toMatch(/<script|\bsrc=|href="(?!#)/)
  })

  it('has one line per crawl in the HTML of a summary', () => {
    const text = renderPlanHtml(plan, { detail: 'summary', applyCommand: applyCommand(plan) })
    expect(text).not.toMatch(/<section|#crawl-/)
    expect(plan.changes.every(({ action }) => action === 'keep') || text.includes('<tr><td>')).toBe(true)
  })

  it('differs with colour only in the colour', () => {
    const options = { detail: 'full', applyCommand: applyCommand(plan) } as const
    const coloured = renderPlanText(plan, { ...options, style: ansiStyle })
    // oxlint-disable-next-line no-control-regex
    expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(
      renderPlanText(plan, { ...options, style: plainStyle }),
    )
    expect(coloured).toContain('\u001b[')
  })

  it('has the same crawls as JSON', () => {
    const read = JSON.parse(renderPlanJson(plan)) as { changes: { name: string; differences?: unknown[] }[] }
    expect(read.changes.map((change) => change.name)).toEqual(plan.changes.map((change) => change.name))
  })
})

describe('a comment on a pull request', () => {
  const base = readPlan('every-action.plan.json')
  const submit = base.changes.find((change) => change.action === 'submit')
  if (submit === undefined) throw new Error('the fixture has a crawl to submit')
  // As long as names are where a matrix makes them.
  const nameOf = (index: number): string => `docs-reference-v${index}`
  const planOf = (count: number): Plan => ({
    ...base,
    changes: Array.from({ length: count }, (_, index): PlannedChange => ({
      ...submit,
      name: nameOf(index),
    })),
  })
  const warning = (index: number): Diagnostic =>
    diagnose(
      'limits/unset',
      { limit: 10_000 },
      { file: `crawls/v${index}.yaml`, line: 2, column: 3, endLine: 2, endColumn: 6 },
    )
  const render = (count: number, warnings = 0, applyCommand = 'crawlform apply'): string =>
    renderPlanMarkdown(planOf(count), {
      detail: 'normal',
      applyCommand,
      warnings: Array.from({ length: warnings }, (_, index) => warning(index)),
    })

  it.each([
    [1, 0],
    [50, 3],
    [400, 1000],
    [900, 40],
    [900, 5000],
    [2000, 5000],
  ])('stays below 60,000 characters with %i crawls and %i warnings, and names each crawl', (count, found) => {
    const text = render(count, found, `crawlform apply ${'docs '.repeat(500)}`)
    expect(text.length).toBeLessThan(60_000)
    const named = new Set(text.match(/docs-reference-v\d+/g))
    expect(
      Array.from({ length: count }, (_, index) => nameOf(index)).filter((name) => !named.has(name)),
    ).toEqual([])
    expect(text).toContain(base.digest)
  })

  it('shows warnings between the crawls and the details, and counts the rest', () => {
    expect(render(1)).not.toContain('about the files')
    expect(render(2, 1)).toMatch(
      /docs-reference-v1.*\n\n<details open><summary><b>1 warning about the files<\/b><\/summary>\n\n\| \| Where/,
    )
    expect(render(2, 1)).toContain('| warning | `crawls/v0.yaml:2:3` | ')
    const many = render(2, 1000)
    expect(many).toContain('<details><summary><b>1000 warnings about the files</b></summary>')
    const shown = many.match(/^\| warning \|/gm)?.length ?? 0
    expect(shown).toBeGreaterThan(20)
    expect(many).toContain(`\nand ${1000 - shown} more\n\n</details>\n\n<details><summary>`)
  })

  it('says how many details it omits', () => {
    expect(render(1)).not.toContain('too long to show')
    expect(render(400)).toMatch(/The details of \d+ crawls are too long to show here\./)
  })

  it('counts the crawls that do not fit', () => {
    expect(render(9000)).toMatch(/and \d+ more crawls/)
  })
})

describe('names from files and services', () => {
  it('cannot mention anyone in Markdown', () => {
    const base = readPlan('every-action.plan.json')
    const changes = base.changes.map((change) => ({
      ...change,
      name: 'docs @octocat',
      reason: 'for @team/all',
    }))
    const warnings = [
      diagnose(
        'limits/empty-events',
        {},
        { file: '@octocat.yaml', line: 1, column: 1, endLine: 1, endColumn: 2 },
      ),
    ]
    const text = renderPlanMarkdown({ ...base, changes }, { detail: 'full', warnings })
    const outsideCode = text.replaceAll(/^(```+)[^]*?^\1$/gm, '').replaceAll(/(`+)[^`]+\1/g, '')
    expect(outsideCode).toContain('@&#8203;team/all')
    expect(outsideCode).not.toMatch(/@[\w-]/)
  })
})

it('a plan in HTML says when, from which commit and with which command it was made', () => {
  const plan = JSON.parse(readFileSync(path.join(folder, 'every-action.plan.json'), 'utf8')) as Plan
  const made = {
    at: Date.UTC(2026, 10, 25, 9, 5, 3),
    commit: 'f'.repeat(40),
    command: "crawlform plan --only '<b>'",
  }
  const html = renderPlanHtml(plan, { detail: 'normal', made })
  expect(html).toContain('<time datetime="2026-11-25T09:05:03.000Z">2026-11-25 09:05:03 UTC</time>')
  expect(html).toContain(`commit <code>${made.commit}</code>`)
  expect(html).toMatch(/<code>crawlform plan --only .+&lt;b&gt;.+<\/code>/)
  const outside = renderPlanHtml(plan, { detail: 'normal', made: { ...made, commit: undefined } })
  expect(outside).not.toContain('commit <code>')
})
