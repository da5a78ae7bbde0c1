import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { catalogue, type RuleId } from '../../src/diagnostics/catalogue.ts'
import { applySuppressions } from '../../src/document/suppressions.ts'
import type { Rule } from '../../src/diagnostics/rule.ts'
import { checkFile } from '../support/check-file.ts'

/** Areas whose every problem shows in one file alone. */
const areas = ['syntax', 'schema', 'interpolation', 'security', 'limits']
/** Said in words here, because their examples are about bytes or size. */
const encoded: Readonly<Record<string, (example: string) => Uint8Array>> = {
  'syntax/too-large': (example) => Buffer.from(example + '#'.repeat(1_048_576)),
  'syntax/utf16': (example) => Buffer.from(example, 'utf16le'),
  'syntax/invalid-utf8': (example) => Buffer.from(example, 'latin1'),
  'syntax/more-problems': (example) => Buffer.from(example + 'version: 2\n'.repeat(150)),
}
/** Rules of these areas that are found when crawls are resolved or linted. */
const elsewhere = new Set([
  ...Object.keys(catalogue).filter((id) => !areas.includes(id.split('/')[0] ?? '')),
  'limits/unset',
  'limits/delay-with-concurrency',
])

const rules = Object.entries(catalogue) as [RuleId, Rule<never>][]
const here = rules.filter(([id, rule]) => !elsewhere.has(id) && rule.retired !== true && rule.example !== '')

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

  it.each(here)('%s is what its example shows, and nothing else', (id, rule) => {
    const bytes = encoded[id]?.(rule.example) ?? Buffer.from(rule.example)
    const found = applySuppressions(
      checkFile('example.yaml', bytes),
      new Map([['example.yaml', rule.example]]),
    )
    expect([...new Set(found.map((diagnostic) => diagnostic.rule))]).toContain(id)
    // A file with a hundred problems has others by nature.
    const others = found.filter(({ rule: other }) => other !== id && id !== 'syntax/more-problems')
    expect(others).toEqual([])
    expect(found.filter(({ message }) => !message.endsWith('.'))).toEqual([])
    expect(found.filter(({ help = '.' }) => !/[.?]$/.test(help))).toEqual([])
  })
})
