import { expect, it } from 'vitest'
import { queryEncoder } from '../../../src/service/content/decode-body.ts'
import { readPage } from '../../support/read-page.ts'

async function read(html: string, encoding: string) {
  const encodeQuery = await queryEncoder(encoding)
  return readPage(html, { url: 'https://example.com/docs/', encodeQuery, formats: [] })
}

async function linksOf(html: string, encoding: string): Promise<string[]> {
  const { links } = await read(html, encoding)
  return [...links]
}

it.each([
  ['windows-1252', '/s?q=\u00fc', 'https://example.com/s?q=%FC'],
  ['ISO-8859-1', '?name=caf\u00e9&x=%20 y', 'https://example.com/docs/?name=caf%E9&x=%20%20y'],
  ['windows-1251', 'http://\u0440\u0444.example/\u0442?q=\u0442', 'http://xn--p1ai.example/%D1%82?q=%F2'],
  ['shift_jis', 'find?word=\u65e5\u672c#\u65e5', 'https://example.com/docs/find?word=%93%FA%96{#%E6%97%A5'],
  ['euc-jp', '/?\u65e5', 'https://example.com/?%C6%FC'],
  ['iso-2022-jp', '/?\u65e5', 'https://example.com/?%1B$BF|%1B(B'],
  ['gb18030', '/?\u20ac', 'https://example.com/?%A2%E3'],
  ['windows-1252', '/?q=\u65e5', 'https://example.com/?q=%26%2326085%3B'],
  ['windows-1252', 'mailto:a@example.com?subject=\u00fc', 'mailto:a@example.com?subject=%C3%BC'],
  ['utf-16le', '/?q=\u00fc', 'https://example.com/?q=%C3%BC'],
  ['utf8', '/?q=\u00fc', 'https://example.com/?q=%C3%BC'],
])('on a page in %s, %s is resolved to %s', async (encoding, href, url) => {
  expect(await linksOf(`<a href="${href}">x</a>`, encoding)).toEqual([url])
})

it.each([
  ['windows-1252', '/s?q=\u00fc', 'https://example.com/s?q=%FC'],
  ['euc-jp', 'next?\u65e5', 'https://example.com/docs/next?%C6%FC'],
  ['utf-8', '/s?q=\u00fc', 'https://example.com/s?q=%C3%BC'],
])(
  'on a page in %s, a refresh and a canonical link to %s are resolved to %s',
  async (encoding, href, url) => {
    const { refresh, metadata } = await read(
      `<meta http-equiv="refresh" content="0; url=${href}"><link rel="canonical" href="${href}"><link rel="icon" href="${href}">`,
      encoding,
    )
    expect(refresh).toBe(url)
    expect(metadata).toMatchObject({ canonical: url, favicon: url })
  },
)
