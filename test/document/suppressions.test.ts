import { describe, expect, it } from 'vitest'
import { diagnose, type Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import { applySuppressions } from '../../src/load/settle-diagnostics.ts'
import { briefly } from '../support/expect-diagnostics.ts'

function unsetLimit(line: number, file = 'a.yaml'): Diagnostic {
  const place = { file, line, column: 3, endLine: line, endColumn: 7 }
  return diagnose('limits/unset', { limit: 10_000 }, place)
}

function apply(text: string, ...diagnostics: Diagnostic[]): string[] {
  return briefly(applySuppressions(diagnostics, new Map([['a.yaml', text]])))
}

describe('applySuppressions', () => {
  it('silences a rule on the line of the comment', () => {
    expect(
      apply('limit: 1 # crawlform-ignore limits/unset: the preview service knows it\n', unsetLimit(1)),
    ).toEqual([])
  })

  it('silences a rule on the line below the comment', () => {
    expect(apply('# crawlform-ignore limits/unset: known there\nlimit: 1\n', unsetLimit(2))).toEqual([])
  })

  it('does not silence another line, rule or file', () => {
    const text = '# crawlform-ignore limits/unset: known there\nlimit: 1\nlimit: 2\n'
    expect(apply(text, unsetLimit(2), unsetLimit(3), unsetLimit(2, 'b.yaml'))).toEqual([
      'limits/unset 3:3',
      'limits/unset 2:3',
    ])
    expect(apply('# crawlform-ignore limits/milliseconds: no\nlimit: 1\n', unsetLimit(2))).toEqual([
      'syntax/ignore-unused 1:1',
      'limits/unset 2:3',
    ])
  })

  it('says where a comment for a problem elsewhere in the file belongs', () => {
    const text = '# crawlform-ignore limits/unset: known\nversion: 2\nrequest:\n  url: a\n'
    const left = applySuppressions([unsetLimit(3)], new Map([['a.yaml', text]]))
    expect(left.map(({ help }) => help).at(-1)).toBe(
      'Move the comment to the end of line 3, where the rule reports a problem.',
    )
  })

  it('silences several problems of one rule with one comment', () => {
    expect(apply('# crawlform-ignore limits/unset: all of them\n', unsetLimit(1), unsetLimit(2))).toEqual([])
  })

  it('requires a reason', () => {
    expect(apply('a: 1\nlimit: 1 # crawlform-ignore limits/unset\n', unsetLimit(2))).toEqual([
      'limits/unset 2:3',
      'syntax/ignore-without-reason 2:10',
    ])
    expect(apply('limit: 1 # crawlform-ignore limits/unset:   \n')).toEqual([
      'syntax/ignore-without-reason 1:10',
    ])
    expect(apply('limit: 1 # crawlform-ignore\n')).toEqual(['syntax/ignore-without-reason 1:10'])
  })

  it('suggests the rule that was meant', () => {
    const text = 'limit: 1 # crawlform-ignore limits/unsett: tested\n'
    const [left] = applySuppressions([], new Map([['a.yaml', text]]))
    expect(left).toMatchObject({
      rule: 'syntax/ignore-unknown-rule',
      help: 'Did you mean "limits/unset"?',
    })
  })

  it('reports rules that cannot be silenced', () => {
    expect(apply('limt: 1 # crawlform-ignore schema/unknown-key: known there\n')).toEqual([
      'syntax/ignore-fixed-rule 1:9',
    ])
  })

  it('works in files with CRLF', () => {
    expect(apply('limit: 1 # crawlform-ignore limits/unset: why\r\nb: 1\r\n', unsetLimit(1))).toEqual([])
  })

  it('returns the diagnostics unchanged if there is no comment', () => {
    expect(apply('limit: 1\n', unsetLimit(1))).toEqual(['limits/unset 1:3'])
  })
})
