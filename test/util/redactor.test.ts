import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneLine } from '../../src/util/text.ts'
import { createRedactor } from '../../src/util/redactor.ts'
import { encodingsOf } from '../support/encodings-of.ts'

const aSecret = fc
  .oneof(
    fc.string({ minLength: 8, maxLength: 60 }),
    fc.string({ minLength: 8, maxLength: 40, unit: 'grapheme' }),
    fc.base64String({ minLength: 8, maxLength: 40 }),
    fc.string({
      minLength: 8,
      maxLength: 30,
      unit: fc.constantFrom('\\', '"', '\n', ' ', '%', '+', '/', '$', 'a'),
    }),
  )
  .filter((value) => value.trim().length >= 8)

const aText = fc.string({ maxLength: 30 })

describe('a redactor', () => {
  it('removes a value in every encoding, at every place', () => {
    fc.assert(
      fc.property(aSecret, aText, aText, (value, before, after) => {
        const { text, content } = createRedactor(new Map([['(secret)', value]]))
        for (const encoded of encodingsOf(value)) {
          const shown = text(`${before}${encoded}${after}`)
          expect(shown).toContain('(secret)')
          expect(oneLine(shown)).not.toContain(encoded)
          expect(JSON.stringify(content([{ a: `${before}${encoded}${after}` }]))).toContain('(secret)')
        }
      }),
      { numRuns: 40 },
    )
  })

  it('does not change a text without secrets', () => {
    fc.assert(
      fc.property(fc.array(aSecret, { maxLength: 4 }), aText, (values, text) => {
        const redactor = createRedactor(new Map(values.map((value, index) => [`(${index})`, value])))
        const isTold = values.some((value) => text.toLowerCase().includes(value.trim().toLowerCase()))
        fc.pre(!isTold)
        expect(redactor.text(text)).toBe(text)
      }),
      { numRuns: 40 },
    )
  })

  it('ignores a secret that is empty or only white space', () => {
    const { text, content } = createRedactor(
      new Map([
        ['(empty)', ''],
        ['(blank)', ' \n'],
        ['(secret)', 'hunter-twelve'],
      ]),
    )
    expect(text('hunter-twelve or  nothing')).toBe('(secret) or  nothing')
    expect(content({ a: 'hunter-twelve', b: '  ' })).toEqual({ a: '(secret)', b: '  ' })
  })

  it('finds a value without the white space around it, as in sent headers', () => {
    const { text } = createRedactor(new Map([['(secret)', ' \thunter-twelve\n']]))
    expect(text('"hunter-twelve"')).toBe('"(secret)"')
  })

  it('keeps a backslash that escapes nothing', () => {
    const { text } = createRedactor(new Map([['(secret)', 'nightshift/7']]))
    expect(text(String.raw`C:\nightshift/7 nightshift\/7`)).toBe(String.raw`C:\(secret) (secret)`)
  })

  it('ignores a secret that is too short to be recognized in Base64', () => {
    const within = (secret: string, text: string) =>
      createRedactor(new Map([['(secret)', secret]])).text(text)
    // Six bytes are eight characters of Base64, which is enough; five are seven at most.
    expect(within('abcdef', `<${btoa('abcdef')}>`)).toBe('<(secret)>')
    expect(within('abcde', `<${btoa('abcde')}>`)).toBe(`<${btoa('abcde')}>`)
  })

  it('uses the name of the longer secret if one contains another', () => {
    const { text } = createRedactor(
      new Map([
        ['A', 'alpha'],
        ['B', 'alphabet'],
      ]),
    )
    expect(text('no alphabet in ALPHA')).toBe('no B in A')
  })

  it('does not redact a short secret in the content of a page', () => {
    const { text, content } = createRedactor(new Map([['(secret)', 'docs']]))
    expect([text('the docs'), content('the docs')]).toEqual(['the (secret)', 'the docs'])
  })

  it('finishes quickly on a text that is almost a secret', () => {
    const { text } = createRedactor(new Map([['(secret)', `${'\\ "'.repeat(30)}x`]]))
    const nearly = `${'\\\\\\ \\"'.repeat(5000)}y`
    expect(text(nearly)).toBe(nearly)
  })
})
