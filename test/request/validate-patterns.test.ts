import { describe, expect, it } from 'vitest'
import { validateRequest } from '../../src/request/request.ts'
import type { JsonObject } from '../../src/util/json.ts'

const URL = 'https://example.com/'

function problemsOf(request: JsonObject): unknown[] {
  const { problems } = validateRequest({ url: URL, ...request }, { references: false })
  return problems.map(({ rule, pointer, arguments: args }) => ({ rule, pointer, args }))
}

describe('the check of patterns', () => {
  it('reports a blank pattern, and leaves a long one to the schema', () => {
    expect(problemsOf({ includePaths: [' '] })).toEqual([
      { rule: 'scope/blank-pattern', pointer: '/includePaths/0', args: { list: 'includePaths' } },
    ])
    const { errors, problems } = validateRequest(
      { url: URL, includePaths: ['a', 'x'.repeat(5000)] },
      { references: false },
    )
    expect([errors.map(({ instancePath }) => instancePath), problems]).toEqual([['/includePaths/1'], []])
  })

  it.each([
    ['includePaths', '^/(?!a)', '(?!', 'a look-around', 'Remove it, and add "^/a" to excludePaths.'],
    ['includePaths', '^/a(?!b)', '(?!', 'a look-around', 'Write "^/a", and add "^/ab" to excludePaths.'],
    [
      'excludePaths',
      '^/(?!a)',
      '(?!',
      'a look-around',
      'Remove it, and list in includePaths the paths to keep: "^/a" and whatever else you want.',
    ],
    ['includePaths', '(?=a)b', '(?=', 'a look-around', undefined],
    [
      'includePaths',
      '(a|b)/\\1',
      '\\1',
      'a back-reference',
      'List the alternatives: "(a/a|b/b)" for "(a|b)/\\1".',
    ],
    ['excludePaths', '(?>a)b', '(?>', 'an atomic group', 'Write "(?:a)b".'],
  ])('reports in %s that %s takes more than linear time because of %s, %s: %s', (...row) => {
    const [list, pattern, text, construct, rewrite] = row
    expect(problemsOf({ [list]: ['a', pattern] })).toEqual([
      {
        rule: 'scope/not-linear-time',
        pointer: `/${list}/1`,
        args: { pattern, list, text, construct, rewrite },
      },
    ])
  })

  it.each([
    ['a++', '++', 'a+', undefined],
    ['^/v\\d*+/', '*+', '^/v\\d*/', undefined],
    ['/(a|b)+?*', '+?*', '/(a|b)*', undefined],
    ['[a+]???', '???', '[a+]?', undefined],
    ['/\\d{2}{3}', '{2}{3}', undefined, undefined],
    ['/docs/**', '**', '^/docs/.*', '^/docs/.*'],
  ])('reports a repeated count in %s: %s', (pattern, text, instead, meant) => {
    expect(problemsOf({ excludePaths: [pattern] })).toEqual([
      {
        rule: 'scope/repeated-count',
        pointer: '/excludePaths/0',
        args: { pattern, list: 'excludePaths', text, instead, meant },
      },
    ])
  })

  it.each([
    ['a\\++', undefined],
    ['[+*]+', undefined],
    ['a+?', undefined],
    ['\\Qa++\\E', '\\Qa++\\E'],
  ])('reports no repeated count in %s', (pattern, text) => {
    const { problems } = validateRequest({ url: URL, excludePaths: [pattern] }, { references: false })
    expect(problems.map(({ rule }) => rule)).toEqual(text === undefined ? [] : ['scope/not-portable'])
  })

  it.each([
    ['^/\\p{L}+/', '\\p{L}'],
    ['^/\\pL', '\\pL'],
    ['^/\\P{Greek}', '\\P{Greek}'],
    ['/caf[eé]', '[eé]'],
    ['/[^\\pN]', '[^\\pN]'],
    ['/[a-\\x{e9}]', '[a-\\x{e9}]'],
    ['/[a-z]é', undefined],
    ['/[a-\\x{7a}]', undefined],
    ['/[\\]a]', undefined],
    ['/\\\\pL', undefined],
  ])('reports a class that needs Unicode in %s: %s', (pattern, text) => {
    expect(problemsOf({ includePaths: [pattern] })).toEqual(
      text === undefined
        ? []
        : [
            {
              rule: 'scope/unicode-class',
              pointer: '/includePaths/0',
              args: { pattern, list: 'includePaths', text },
            },
          ],
    )
  })

  it.each([
    ['(b', 'missing closing )'],
    ['a{2,1}', 'invalid repeat count in "{2,1}"'],
  ])('reports the fault of the pattern %s: %s', (pattern, detail) => {
    const meant = undefined
    expect(problemsOf({ includePaths: [pattern] })).toEqual([
      {
        rule: 'scope/invalid-pattern',
        pointer: '/includePaths/0',
        args: { pattern, list: 'includePaths', detail, meant },
      },
    ])
  })

  it('proposes the pattern for a glob, with the host if URLs are matched', () => {
    const pattern = '/{en,de}/help'
    for (const [regexOnFullURL, meant] of [
      [false, '^/(en|de)/help$'],
      [true, '^https?://[^/]+/(en|de)/help$'],
    ] as const)
      expect(problemsOf({ excludePaths: [pattern], regexOnFullURL })).toEqual([
        {
          rule: 'scope/not-portable',
          pointer: '/excludePaths/0',
          args: { pattern, list: 'excludePaths', text: '{en,de}', rewrite: '/\\{en,de\\}/help', meant },
        },
      ])
  })

  it.each([
    ['**/docs/**', '^/(.*/)?docs/.*'],
    ['/{en,de}/help', '^/(en|de)/help$'],
    ['/a{/b', '/a\\{/b'],
  ])('proposes a portable form of %s: %s', (pattern, instead) => {
    const { problems } = validateRequest({ url: URL, includePaths: [pattern] }, { references: false })
    expect(problems.map((problem) => problem.instead)).toEqual([instead])
  })
})
