import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasTemplate, parseTemplate } from '../../src/document/template.ts'

describe('parseTemplate', () => {
  it('splits references from the text around them, with their offsets', () => {
    expect(parseTemplate('https://${matrix.host}/${env:P:-a b}')).toEqual([
      { kind: 'text', text: 'https://', start: 0, end: 8 },
      { kind: 'matrix', axis: 'host', start: 8, end: 22 },
      { kind: 'text', text: '/', start: 22, end: 23 },
      { kind: 'env', name: 'P', fallback: 'a b', start: 23, end: 36 },
    ])
  })

  it('reads a variable and a secret', () => {
    expect(parseTemplate('${env:A}')).toEqual([
      { kind: 'env', name: 'A', fallback: undefined, start: 0, end: 8 },
    ])
    expect(parseTemplate('Bearer ${secret:T}')[1]).toEqual({ kind: 'secret', name: 'T', start: 7, end: 18 })
  })

  it('reads $${ as a literal ${', () => {
    expect(parseTemplate('a $${env:X} b')).toEqual([
      { kind: 'text', text: 'a ${env:X} b', start: 0, end: 13 },
    ])
  })

  it.each([
    '${',
    '${}',
    '${env}',
    '${env:}',
    '${secret:A:-b}',
    '${matrix}',
    '${HOME}',
    '${env:1A}',
    '${ env:A }',
  ])('calls %s malformed', (text) => {
    expect(parseTemplate(text).map((part) => part.kind)).toContain('malformed')
  })

  it('covers the whole text in order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('$', '{', '}', '${', 'env:A', 'x', ':-')), (pieces) => {
        const text = pieces.join('')
        let at = 0
        for (const part of parseTemplate(text)) {
          expect(part.start).toBe(at)
          at = part.end
        }
        expect(at).toBe(text.length)
      }),
    )
  })
})

it('hasTemplate is true only for a text with ${', () => {
  expect([hasTemplate('^/a$'), hasTemplate('$${')]).toEqual([false, true])
})
