import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ruleTexts } from '../../src/cli/output/rule-texts.ts'
import { sourceFiles } from '../support/room-imports.ts'

const rules = Object.entries(ruleTexts())

/** Where a text compares a rule's id with a literal one, or looks for one by its first part. */
function judgedById(text: string): readonly string[] {
  const areas = [...new Set(rules.map(([id]) => id.split('/')[0]))].join('|')
  const comparison = `(?:[!=]==|\\.(?:startsWith|includes|has)\\(|case|new Set\\(\\[)\\s*['"](?:${areas})/`
  const pattern = `/\\^(?:\\(\\??:?)?(?:${areas})(?:\\|\\w+)*\\)?\\\\/`
  return text.match(new RegExp(`${comparison}|${pattern}`, 'g')) ?? []
}

describe('the catalogue', () => {
  it.each(rules)('has an id, a title and a reason for %s', (id, rule) => {
    expect(id).toMatch(/^[a-z]+\/[a-z0-9]+(?:-[a-z0-9]+)*$/)
    expect(rule.title).toMatch(/^[A-Z][^.]*$/)
    expect(rule.why).toMatch(/\.$/)
  })

  it('has a unique title for each rule', () => {
    const titles = rules.map(([, rule]) => rule.title)
    expect(new Set(titles).size).toBe(titles.length)
  })

  it('is the only room that treats rules by their ids', () => {
    const source = path.join(import.meta.dirname, '../../src')
    const found = sourceFiles(source)
      .filter((file) => !file.startsWith('diagnostics/'))
      .flatMap((file) =>
        judgedById(readFileSync(path.join(source, file), 'utf8')).map((at) => `${file}: ${at}`),
      )
    expect(found).toEqual([])
  })

  it.each([
    "rule === 'scope/never-matches'",
    "id.startsWith('migrate/')",
    'new Set([\n  "limits/unset",',
    '/^schema\\/(?:unknown-key)$/',
    '/^(?:syntax|project)\\//.test(rule)',
  ])('of rule ids in code is found in %s', (text) => {
    expect(judgedById(text)).toHaveLength(1)
  })
})
