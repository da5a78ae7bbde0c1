import { describe, expect, it } from 'vitest'
import { readPage } from '../../support/read-page.ts'
import { toMarkdown } from '../../support/to-markdown.ts'

const EMPTY = 'src="data:image/gif;base64,R0lGOD"'
const IMAGE = '![A](https://example.com/a.jpg)'

describe('an image that is loaded lazily', () => {
  it.each([
    ['Medium', '<picture><source srcset="/s.jpg 640w, /a.jpg 1400w"><img alt="A"></picture>'],
    ['Gatsby', `<picture><source data-srcset="/a.jpg 2x"><img ${EMPTY} alt="A"></picture>`],
    ['a custom attribute', `<img ${EMPTY} data-image-loader="/a.jpg" alt="A">`],
    ['Slick', '<img src="/img/spinner.gif" data-thumb="/t.jpg" data-lazyload="/a.jpg" alt="A">'],
    [
      'its own src',
      '<picture><source srcset="/b.jpg 2x"><img src="/a.jpg" data-big="/c.jpg" alt="A"></picture>',
    ],
  ])('has its URL: %s', (_, html) => {
    expect(toMarkdown(html)).toBe(IMAGE)
  })

  it('comes from noscript if there is no other image, unless it is a tracking pixel', () => {
    const markdownOf = (html: string): string => readPage(html, { onlyMainContent: false }).markdown
    expect(markdownOf('<div><i class="lazy"></i><noscript><img src="/a.jpg" alt="A"></noscript></div>')).toBe(
      IMAGE,
    )
    expect(markdownOf('<figure><noscript><img src="/a.jpg"></noscript></figure>')).toBe(
      '![](https://example.com/a.jpg)',
    )
    expect(
      markdownOf(
        '<p>x</p><div><img src="/a.jpg" alt="A"><b></b><noscript><img src="/b.jpg" alt="A"></noscript></div>',
      ),
    ).toBe(`x\n\n${IMAGE}`)
    expect(
      markdownOf(
        '<div><noscript><img src="/b.jpg" alt="A"></noscript><img src="data:," data-src="/a.jpg" alt="A"></div>',
      ),
    ).toBe(IMAGE)
    expect(markdownOf('<p>x</p><noscript><img src="/tr?id=1" alt=""></noscript>')).toBe('x')
    expect(markdownOf('<p>x</p><noscript><img src="/a.jpg" alt="A" width="1"></noscript>')).toBe('x')
  })
})

it('a frame that is loaded lazily becomes a link', () => {
  expect(toMarkdown('<iframe src="about:blank" data-src="https://v.example/1"></iframe>')).toBe(
    '<https://v.example/1>',
  )
})

it('images of emoji become text, and other images stay images', () => {
  expect(
    toMarkdown(
      '<p>a <img class="emoji" alt="🎉" src="/1f389.svg"> <img class="emoji" alt="🇩🇪" src="/de.svg"></p>',
    ),
  ).toBe('a 🎉 🇩🇪')
  expect(toMarkdown('<img class="emoji" alt="tada 1" src="/a.png">')).toBe(
    '![tada 1](https://example.com/a.png)',
  )
})

it('hidden placeholder images are omitted', () => {
  const spacer = '<img alt="" aria-hidden="true" src="data:image/svg+xml,%3csvg%3e">'
  expect(toMarkdown(`<p>${spacer}<img src="/a.png" alt="a"></p>`)).toBe('![a](https://example.com/a.png)')
})

it('a button in a link does not name the link', () => {
  expect(toMarkdown('<p>a <a href="/vote"><div title="upvote"></div></a></p>')).toBe('a')
})

it.each([
  ['<svg><title>A</title></svg>', 'the title of a drawing'],
  ['<svg aria-label="A"></svg>', 'the label of a drawing'],
  ['<i class="icon" title="A"></i>', 'the title of an icon'],
])('a link without text is named by %s, %s', (html) => {
  expect(toMarkdown(`<a href="/a">${html}</a>`)).toBe('[A](https://example.com/a)')
})

it.each([
  [
    'characters without a width (SharePoint)',
    '<p>\u200B\u200BA\u200B</p><p>\u200B</p><p>a&#8203;b&shy;c\uFEFF</p>',
    'A\n\nabc',
  ],
  ['a declaration of Javadoc', '<pre>void a&#8203;()</pre>', '```\nvoid a()\n```'],
  ['words of Thai and Persian', '<p>ภาษา\u200Bไทย می\u200Cشود</p>', 'ภาษา\u200Bไทย می\u200Cشود'],
  [
    'lines of Chinese and Japanese',
    '<p>第一行\n  第二行，\n日本</p><p>中文\nAPI\n中文</p>',
    '第一行第二行，日本\n\n中文 API 中文',
  ],
  ['lines of Korean', '<p>한국어\n다음</p>', '한국어 다음'],
  ['lines of code', '<pre>中\n文</pre>', '```\n中\n文\n```'],
  [
    'a table without text',
    '<table><tr><td></td><td>&nbsp;</td></tr><tr><td><br></td><td></td></tr></table>a',
    'a',
  ],
])('the Markdown is right for %s', (_, html, expected) => {
  expect(toMarkdown(html)).toBe(expected)
})
