import { describe, expect, it } from 'vitest'
import { applyFixes } from '../../src/diagnostics/apply-fixes.ts'
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'

function at(line: number, column: number, endColumn: number, text: string): Diagnostic {
  const place = { file: 'a.yaml', line, column, endLine: line, endColumn }
  const edits = [{ place, text }]
  return { ...place, rule: 'a/b', severity: 'error', message: 'm', fix: { description: 'd', edits } }
}

describe('fixes of one text', () => {
  it.each(['\n', '\r\n', '\r'])('are applied at their lines and columns, with line ends %j', (end) => {
    const text = ['a: 1', 'b: 22', 'c: 3'].join(end)
    const { text: fixed } = applyFixes(text, [at(3, 4, 5, '333'), at(1, 4, 5, ''), at(2, 1, 2, 'B')])
    expect(fixed).toBe(['a: ', 'B: 22', 'c: 333'].join(end))
  })

  it('keep a byte order mark', () => {
    expect(applyFixes('\uFEFFa: 1', [at(1, 1, 2, 'b')]).text).toBe('\uFEFFb: 1')
  })

  it('that overlap are left for the next round', () => {
    const [first, second] = [at(1, 1, 4, 'x'), at(1, 3, 5, 'y')]
    expect(applyFixes('abcdef', [first, second])).toEqual({ text: 'xdef', applied: [first] })
  })

  it('of another file are not applied', () => {
    const elsewhere = { ...at(1, 1, 2, 'x'), file: 'b.yaml' }
    expect(applyFixes('abc', [elsewhere])).toEqual({ text: 'abc', applied: [] })
  })

  it('are none if the diagnostics have none', () => {
    const { fix: _fix, ...problem } = at(1, 1, 2, 'x')
    expect(applyFixes('abc', [problem])).toEqual({ text: 'abc', applied: [] })
  })
})
