import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { relinkMarkdown } from '../../src/render/relink-markdown.ts'

const known = new Map([
  ['https://e.com/a', 'a.md'],
  ['https://e.com/b(c)', 'b.md'],
  ['https://e.com/x_y', '../x.md'],
])
const relink = (markdown: string): string => relinkMarkdown(markdown, (url) => known.get(url))

describe('relinkMarkdown', () => {
  it.each([
    ['[A](https://e.com/a)', '[A](a.md)'],
    ['[A](https://e.com/a "A (1)") and [o](https://e.com/o)', '[A](a.md "A (1)") and [o](https://e.com/o)'],
    [
      '[b](https://e.com/b(c)) [b](<https://e.com/b(c)>) [b](https://e.com/b\\(c\\))',
      '[b](b.md) [b](b.md) [b](b.md)',
    ],
    ['<https://e.com/x_y>', '[https://e.com/x\\_y](../x.md)'],
    ['[![i](https://e.com/i.png)](https://e.com/a)', '[![i](https://e.com/i.png)](a.md)'],
    [
      '`[A](https://e.com/a)` ``a ` [A](https://e.com/a)``',
      '`[A](https://e.com/a)` ``a ` [A](https://e.com/a)``',
    ],
    ['one ` tick\n\n[A](https://e.com/a)` end', 'one ` tick\n\n[A](a.md)` end'],
    ['\\`[A](https://e.com/a)`', '\\`[A](a.md)`'],
    ['[A\\](https://e.com/a)', '[A\\](https://e.com/a)'],
    ['\\[A](https://e.com/a)', '\\[A](https://e.com/a)'],
    ['> a `b\n> [A](https://e.com/a)` [A](https://e.com/a)', '> a `b\n> [A](https://e.com/a)` [A](a.md)'],
    [
      '- ```js\n  [A](https://e.com/a)\n  ```\n\n[A](https://e.com/a)',
      '- ```js\n  [A](https://e.com/a)\n  ```\n\n[A](a.md)',
    ],
    [
      '~~~\n```\n[A](https://e.com/a)\n~~~\n[A](https://e.com/a)\n',
      '~~~\n```\n[A](https://e.com/a)\n~~~\n[A](a.md)\n',
    ],
  ])('changes %j to %j', (from, to) => {
    expect(relink(from)).toBe(to)
  })

  it('changes exactly the links that a renderer shows', () => {
    const renderer = new MarkdownIt('commonmark')
    const rendered = (markdown: string): string => renderer.render(markdown)
    const to = (html: string): string =>
      [...known].reduce((text, [from, file]) => text.replaceAll(`href="${from}"`, `href="${file}"`), html)
    const both = ['a`', 'b``', '\\', 'word ', '*', '\nnext', '\n\n', '\n```\n', '\n~~~\n', '\n- ', ']']
    const links = [
      '[A](https://e.com/a)',
      '[b](<https://e.com/b(c)>)',
      '[c](https://e.com/b(c) "t")',
      '![i](https://e.com/a)',
    ]
    const nested = fc.constantFrom(...both, ...links, '[', '![')
    // An autolink in the text of a link stays as it is, and only a renderer knows what is one.
    const flat = fc.constantFrom(...both, ...links, '<https://e.com/a>', '<https://e.com/x_y>')
    for (const piece of [nested, flat])
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
          const markdown = pieces.join('')
          expect(rendered(relink(markdown))).toBe(to(rendered(markdown)))
        }),
        { numRuns: 2000 },
      )
  })
})
