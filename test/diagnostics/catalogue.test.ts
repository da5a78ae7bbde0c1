import { describe, expect, it } from 'vitest'
import { catalogue, type RuleId } from '../../src/diagnostics/catalogue.ts'
import type { Rule } from '../../src/diagnostics/rule.ts'

// What is found in the example of every rule, test/docs/rules.test.ts tells.
const rules = Object.entries(catalogue) as [RuleId, Rule<never>][]

describe('the catalogue', () => {
  it.each(rules)('%s has an id and words of its own', (id, rule) => {
    expect(id).toMatch(/^[a-z]+\/[a-z0-9]+(?:-[a-z0-9]+)*$/)
    expect(rule.title).toMatch(/^[A-Z][^.]*$/)
    expect(rule.why).toMatch(/\.$/)
  })

  it('has no two rules of one title', () => {
    const titles = rules.map(([, rule]) => rule.title)
    expect(new Set(titles).size).toBe(titles.length)
  })
})
