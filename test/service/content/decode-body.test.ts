import { describe, expect, it } from 'vitest'
import { decodeBody as decode } from '../../../src/service/content/decode-body.ts'

const latin = Buffer.from('<p>caf\u00e9', 'latin1')

async function decodeBody(body: Buffer, contentType: string | undefined): Promise<string> {
  return (await decode(body, contentType)).text
}

describe('decodeBody', () => {
  it('prefers a byte order mark to everything', async () => {
    expect(await decodeBody(Buffer.from('\uFEFFé', 'utf16le'), 'text/html; charset=utf-8')).toBe('é')
    expect(await decodeBody(Buffer.from('\uFEFFé', 'utf8'), 'text/html; charset=latin1')).toBe('é')
  })

  it('prefers the header to the page', async () => {
    const page = Buffer.from('<meta charset="utf-8"><p>\u0416', 'utf8')
    expect(await decodeBody(page, 'text/html; charset="windows-1251"')).toContain('Р–')
  })

  it('reads both kinds of meta tags, and the XML declaration', async () => {
    const body = Buffer.from([0xce])
    const koi = (head: string): Promise<string> =>
      decodeBody(Buffer.concat([Buffer.from(head), body]), 'text/html')
    expect(await koi('<meta charset=koi8-r>')).toContain('н')
    expect(await koi('<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">')).toContain('н')
    expect(await koi('<?xml version="1.0" encoding="koi8-r"?>')).toContain('н')
  })

  it('reads undeclared bytes as UTF-8 if valid, and as windows-1252 otherwise', async () => {
    expect(await decodeBody(Buffer.from('é'), undefined)).toBe('é')
    expect(await decodeBody(latin, undefined)).toBe('<p>café')
  })

  // https://encoding.spec.whatwg.org/index-windows-1252.txt; Node 20's own decoder leaves C1 control characters.
  it('reads windows-1252, and labels such as ISO-8859-1, by the Encoding Standard', async () => {
    const quoted = Buffer.from([0x93, 0x80, 0x85, 0x94, 0x81, 0xe9])
    const text = '\u201C\u20AC\u2026\u201D\u0081\u00E9'
    for (const label of ['windows-1252', 'ISO-8859-1', 'latin1', 'us-ascii', 'cp1252'])
      expect(await decodeBody(quoted, `text/html; charset=${label}`)).toBe(text)
    expect(await decodeBody(quoted, 'text/html')).toBe(text)
  })

  it.each([
    ['windows-874', [0x85, 0xa1], '\u2026\u0E01'],
    ['windows-1253', [0xd2], '\uFFFD'],
    ['windows-1255', [0xca], '\u05BA'],
    ['iso-8859-16', [0xaa], '\u0218'],
    ['koi8-u', [0xae], '\u045E'],
    ['ibm866', [0x1a, 0x80], '\u001A\u0410'],
    ['gbk', [0x80], '\u20AC'],
    ['shift_jis', [0x82, 0xa0], '\u3042'],
    ['euc-jp', [0xa4, 0xa2], '\u3042'],
    ['big5', [0xa4, 0x40], '\u4E00'],
    ['euc-kr', [0xb0, 0xa1], '\uAC00'],
    ['x-user-defined', [0x80], '\uF780'],
  ])('reads %s on every Node', async (label, bytes, text) => {
    expect(await decodeBody(Buffer.from(bytes), `text/html; charset=${label}`)).toBe(text)
  })

  it('accepts unknown labels and broken bytes', async () => {
    expect(await decodeBody(latin, 'text/html; charset=klingon')).toBe('<p>café')
    expect(await decodeBody(Buffer.from([0x61, 0xff, 0x62]), 'text/html; charset=utf-8')).toBe('a\uFFFDb')
  })

  const cyrillic = (head: string): Buffer =>
    Buffer.concat([Buffer.from(head), Buffer.from([0xd2, 0xf3, 0xeb, 0xe0])])
  it.each([
    ['a comment before it', '<!-- <meta charset="utf-8"> --><meta charset=windows-1251>', 'text/html'],
    [
      'a comment of several lines',
      '<!--\n<meta charset=koi8-r>\n-->\n<meta charset=windows-1251>',
      'text/html',
    ],
    [
      'a description before it',
      '<meta name=description content="charset=koi8-r"><meta charset="windows-1251">',
      'text/html',
    ],
    [
      'a long script before it',
      `<script>${'x'.repeat(60_000)}</script><meta charset=windows-1251>`,
      'text/html',
    ],
    ['a misspelled header', '<meta httpequiv=ContentType content="text/html; charset=cp1251">', 'text/html'],
    ['two labels in one element', '<meta charset=windows-1251 charset=koi8-r>', 'text/html'],
    ['an unknown label before it', '<meta charset=x-none><meta charset=cp1251>', 'text/html'],
    ['a header with an unknown charset', '<meta charset=windows-1251>', 'text/html; charset=none'],
    [
      'a header with an unknown charset, in XML',
      '<?xml version="1.0" encoding="cp1251"?>',
      'text/xml; charset=foo',
    ],
    [
      'attributes in another order',
      "<meta content='text/html; charset=windows-1251' http-equiv=content-type>",
      'text/html; charset=',
    ],
  ])('finds the charset of a page that has %s', async (_, head, type) => {
    expect(await decodeBody(cyrillic(head), type)).toContain('\u0422\u0443\u043B\u0430')
  })

  it.each(['a', 'a=', 'a ', '<meta ', '<meta "', "<meta '", '<meta a=', '<!--', '=', ' '])(
    'finds no charset in linear time if a page repeats %j',
    async (part) => {
      // Takes minutes where the work is not linear in the length.
      const head = cyrillic(`<meta ${part.repeat(250_000 / part.length)}`)
      expect(await decodeBody(head, 'text/html')).toContain('\u00D2')
    },
  )

  it.each([
    // "なまえ,としょ" and "カタログ" as their encodings write them.
    ['Shift_JIS', '82c882dc82a62c82c682b582e5', '\u306A\u307E\u3048,\u3068\u3057\u3087'],
    ['Shift_JIS', '834a835e838d834f0d0a', '\u30AB\u30BF\u30ED\u30B0\r\n'],
    ['EUC-JP', 'a4caa4dea4a82ca4c8a4b7a4e7', '\u306A\u307E\u3048,\u3068\u3057\u3087'],
    ['windows-1252', '6e6f6d2ce974e92c919282', 'nom,\u00E9t\u00E9,\u2018\u2019\u201A'],
    ['windows-1252', 'e974e9', '\u00E9t\u00E9'],
  ])('detects undeclared text in %s: %s', async (_, hex, text) => {
    expect(await decodeBody(Buffer.from(hex, 'hex'), 'text/csv')).toBe(text)
  })
})
