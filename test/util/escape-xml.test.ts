import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { escapeAttribute, escapeXml } from '../../src/util/escape-xml.ts'

// What XML 1.0 (section 2.2) lets a document hold.
const allowed = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u
const hostile = 'a\nb\tc\r\nd "e" \'f\' <g> &h; \u0000\u001b[31m\u0008\ufffe \ud800 ]]> 🦊'
const safe = 'a\nb\tc\r\nd "e" \'f\' <g> &h; \ufffd\ufffd[31m\ufffd\ufffd \ufffd ]]> 🦊'

function parse(xml: string): { readonly attribute: string; readonly content: string } {
  let attribute = ''
  let content = ''
  const parser = new Parser(
    {
      onopentag: (_, attributes) => (attribute = attributes['a'] ?? ''),
      ontext: (text) => (content += text),
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  return { attribute, content }
}

describe('text in XML', () => {
  it('reads back, if XML can represent it', () => {
    const xml = `<t a="${escapeAttribute(hostile)}">${escapeXml(hostile)}</t>`
    expect(parse(xml)).toEqual({ attribute: safe, content: safe })
  })

  it('contains no characters in attributes that a parser turns into a space', () => {
    expect(escapeAttribute(hostile)).not.toMatch(/[\n\r\t]/)
    expect(escapeXml(hostile)).not.toContain('\r')
  })

  it('is valid XML for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const both = [escapeAttribute(text), escapeXml(text)]
        for (const part of both) expect(part).toMatch(allowed)
        const { attribute, content } = parse(`<t a="${both[0]}">${both[1]}</t>`)
        expect(attribute).toBe(content)
      }),
    )
  })
})
