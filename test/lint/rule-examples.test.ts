import { expect, test } from 'vitest'
import { catalogue } from '../../src/diagnostics/catalogue.ts'
import type { Rule } from '../../src/diagnostics/rule.ts'
import { loadText } from '../support/load-text.ts'

const LINTED = /^(?:scope|tests)\/|^limits\/(?:unset|delay-with-concurrency)$/
// The index type of the catalogue is a union of rules with different arguments; only `example` is read.
const rules = (Object.entries(catalogue) as [string, Rule<never>][]).filter(([id]) => LINTED.test(id))

test.each(rules)('%s is what its example shows, and nothing else', (id, { example }) => {
  const { diagnostics } = loadText(example)
  expect(diagnostics.map(({ rule }) => rule)).toEqual([id])
  expect(diagnostics.filter(({ message }) => !message.endsWith('.'))).toEqual([])
  expect(diagnostics.filter(({ help = '.' }) => !/[.?]$/.test(help))).toEqual([])
})
