import { describe, expect, it } from 'vitest'
import { diagnose } from '../../src/diagnostics/catalogue.ts'
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import { applySuppressions } from '../../src/document/suppressions.ts'
import { briefly } from '../support/expect-diagnostics.ts'

function unknownKey(line: number, file = 'a.yaml'): Diagnostic {
  const place = { file, line, column: 3, endLine: line, endColumn: 7 }
  return diagnose('schema/unknown-key', { key: 'limt', owner: 'the request', help: undefined }, place)
}

function apply(text: string, ...diagnostics: Diagnostic[]): string[] {
  return briefly(applySuppressions(diagnostics, new Map([['a.yaml', text]])))
}

describe('applySuppressions', () => {
  it('silences a rule on the line of the comment', () => {
    expect(
      apply('limt: 1 # crawlform-ignore schema/unknown-key: the preview service knows it\n', unknownKey(1)),
    ).toEqual([])
  })

  it('silences a rule on the line below the comment', () => {
    expect(apply('# crawlform-ignore schema/unknown-key: known there\nlimt: 1\n', unknownKey(2))).toEqual([])
  })

  it('silences no other line, no other rule and no other file', () => {
    const text = '# crawlform-ignore schema/unknown-key: known there\nlimt: 1\nlimt: 2\n'
    expect(apply(text, unknownKey(2), unknownKey(3), unknownKey(2, 'b.yaml'))).toEqual([
      'schema/unknown-key 3:3',
      'schema/unknown-key 2:3',
    ])
    expect(apply('# crawlform-ignore schema/wrong-type: no\nlimt: 1\n', unknownKey(2))).toEqual([
      'syntax/ignore-unused 1:1',
      'schema/unknown-key 2:3',
    ])
  })

  it('silences several problems of one rule by one comment', () => {
    expect(
      apply('# crawlform-ignore schema/unknown-key: all of them\n', unknownKey(1), unknownKey(2)),
    ).toEqual([])
  })

  it('wants a reason', () => {
    expect(apply('a: 1\nlimt: 1 # crawlform-ignore schema/unknown-key\n', unknownKey(2))).toEqual([
      'schema/unknown-key 2:3',
      'syntax/ignore-without-reason 2:9',
    ])
    expect(apply('limt: 1 # crawlform-ignore schema/unknown-key:   \n')).toEqual([
      'syntax/ignore-without-reason 1:9',
    ])
    expect(apply('limt: 1 # crawlform-ignore\n')).toEqual(['syntax/ignore-without-reason 1:9'])
  })

  it('suggests the rule that was meant', () => {
    const text = 'limt: 1 # crawlform-ignore schema/unkown-key: tested\n'
    const [left] = applySuppressions([], new Map([['a.yaml', text]]))
    expect(left).toMatchObject({
      rule: 'syntax/ignore-unknown-rule',
      help: 'Did you mean "schema/unknown-key"?',
    })
  })

  it('works in files with CRLF', () => {
    expect(apply('limt: 1 # crawlform-ignore schema/unknown-key: why\r\nb: 1\r\n', unknownKey(1))).toEqual([])
  })

  it('returns what it was given when no file holds a comment', () => {
    expect(apply('limt: 1\n', unknownKey(1))).toEqual(['schema/unknown-key 1:3'])
  })
})
