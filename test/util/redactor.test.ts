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
  it('leaves nothing of a value in whichever way it is written, wherever it stands', () => {
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

  it('leaves a text without secrets as it is', () => {
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

  it('takes no value from a secret that is empty or only white space', () => {
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

  it('finds a value without the white space around it, as headers are sent', () => {
    const { text } = createRedactor(new Map([['(secret)', ' \thunter-twelve\n']]))
    expect(text('"hunter-twelve"')).toBe('"(secret)"')
  })

  it('leaves a backslash that escapes nothing', () => {
    const { text } = createRedactor(new Map([['(secret)', 'nightshift/7']]))
    expect(text(String.raw`C:\nightshift/7 nightshift\/7`)).toBe(String.raw`C:\(secret) (secret)`)
  })

  it('tells apart in Base64 what is too short to be more than chance', () => {
    const within = (secret: string, text: string) =>
      createRedactor(new Map([['(secret)', secret]])).text(text)
    // Six bytes are eight characters of Base64, which is enough; five are seven at most.
    expect(within('abcdef', `<${btoa('abcdef')}>`)).toBe('<(secret)>')
    expect(within('abcde', `<${btoa('abcde')}>`)).toBe(`<${btoa('abcde')}>`)
  })

  it('puts the name of the longer one where one is a part of another', () => {
    const { text } = createRedactor(
      new Map([
        ['A', 'alpha'],
        ['B', 'alphabet'],
      ]),
    )
    expect(text('no alphabet in ALPHA')).toBe('no B in A')
  })

  it('does not take a short one for what a page says', () => {
    const { text, content } = createRedactor(new Map([['(secret)', 'docs']]))
    expect([text('the docs'), content('the docs')]).toEqual(['the (secret)', 'the docs'])
  })

  it('ends soon on what looks nearly like a value', () => {
    const { text } = createRedactor(new Map([['(secret)', `${'\\ "'.repeat(30)}x`]]))
    const nearly = `${'\\\\\\ \\"'.repeat(5000)}y`
    expect(text(nearly)).toBe(nearly)
  })
})
