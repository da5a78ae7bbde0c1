import MarkdownIt from 'markdown-it'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toMarkdown as markdown } from '../../support/to-markdown.ts'

describe('adjacent lists', () => {
  it.each([
    ['<ol><li>a<li>b</ol><ol><li>c</ol>', '1. a\n2. b\n\n1) c'],
    ['<ul><li>a</ul><ul><li>b</ul><ul><li>c</ul>', '- a\n\n* b\n\n- c'],
    ['<ol><li>a</ol><ol start=4><li>b</ol>', '1. a\n\n4) b'],
    ['<ul><li>x<ol><li>a</ol><ol><li>c</ol></ul>', '- x\n  1. a\n  1) c'],
    ['<ul><li>a</ul><ul></ul><ul><li></ul><ul><li>b</ul>', '- a\n\n* b'],
    ['<ul><li>a</ul><ol><li>b</ol>', '- a\n\n1. b'],
    ['<ul><li>a</ul><p>b<ul><li>c</ul>', '- a\n\nb\n\n- c'],
    ['<ul><li>a<ul><li>b</ul><li><ul><li>c</ul></ul>', '- a\n  - b\n- - c'],
    ['<ul><li>a</ul><blockquote><ul><li>b</ul></blockquote><ul><li>c</ul>', '- a\n\n> - b\n\n- c'],
    ['<ul><li>a</ul><ul><li><hr>b</ul>', '- a\n\n* ___\n\n  b'],
    ['<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>', '- a\n  - b\n- c'],
  ])('have different markers: %s', (html, expected) => {
    expect(markdown(html)).toBe(expected)
  })
})

describe('icons', () => {
  it.each([
    '<i class="material-icons">arrow_forward</i> Next',
    '<span class="material-icons-outlined md-18">info</span> Next',
    '<span class="material-symbols-rounded">home</span> Next',
    '<mat-icon class="mat-icon notranslate">home</mat-icon> Next',
    '<i aria-hidden=true>x</i> Next',
    '<span class="nav-icon" aria-hidden="true">→</span> Next',
    '<span class="fa">&#xe001;</span> Next',
  ])('are not text: %s', (html) => {
    expect(markdown(html)).toBe('Next')
  })

  it.each([
    ['<span aria-hidden="true">5</span> kg', '5 kg'],
    ['<i class="icon" aria-hidden="true">✗</i>', '*✗*'],
    ['<i>word</i>', '*word*'],
    ['<span class="icon">A</span> b', 'A b'],
  ])('are not recognized in %s', (html, expected) => {
    expect(markdown(html)).toBe(expected)
  })
})

describe('labels of tabs', () => {
  it.each([
    ['Docusaurus', '<ul role="tablist"><li role="tab">npm</li><li role="tab">Yarn</li></ul>'],
    ['Bootstrap', '<ul class="nav nav-tabs"><li><button role="tab">npm</button></li><li>Yarn</li></ul>'],
    [
      'Starlight',
      '<ul role="tablist"><li role="presentation"><a role="tab" href="#1">npm</a></li> <li><a role="tab" href="#2">Yarn</a></li></ul>',
    ],
    ['ARIA', '<div role="tablist"><div role="tab">npm</div><div role="tab">Yarn</div></div>'],
    ['Nextra', '<div role="tablist"><button role="tab">npm</button><button role="tab">Yarn</button></div>'],
    [
      'VitePress',
      '<div class="tabs"><input type=radio><label>npm</label><input type=radio><label>Yarn</label></div>',
    ],
    ['Material', '<div class="tabbed-labels"><label for=a>npm</label><label for=b>Yarn</label></div>'],
  ])('are on a line before the code: %s', (_tool, labels) => {
    expect(markdown(`<div>${labels}<div role="tabpanel"><pre>x</pre></div></div>`)).toBe(
      'npm Yarn\n\n```\nx\n```',
    )
  })
})

describe('the kind of a callout', () => {
  it.each([
    [
      'Confluence',
      '<div class="confluence-information-macro confluence-information-macro-warning"><p>Stop.</p></div>',
    ],
    ['GitBook', '<div class="hint hint-warning"><svg></svg><div><p>Stop.</p></div></div>'],
    ['Hugo', '<div class="notices warning"><p>Stop.</p></div>'],
    ['Hugo Book', '<div class="book-hint warning"><p>Stop.</p></div>'],
    [
      'Docusaurus',
      '<div class="theme-admonition theme-admonition-warning alert"><div class="admonitionHeading"><span class="admonitionIcon"><svg></svg></span>Warning</div><div class="admonitionContent"><p>Stop.</p></div></div>',
    ],
    [
      'GitHub',
      '<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title">Warning</p><p>Stop.</p></div>',
    ],
    [
      'Starlight',
      '<aside class="starlight-aside"><p class="starlight-aside__title" aria-hidden="true"><svg></svg>Warning</p><p>Stop.</p></aside>',
    ],
    [
      'Asciidoctor',
      '<div class="admonitionblock warning"><table><tr><td class="icon"><i class="fa icon-warning" title="Warning"></i></td><td class="content">Stop.</td></tr></table></div>',
    ],
  ])('is on a line before its text: %s', (_tool, callout) => {
    expect(markdown(callout)).toBe('Warning\n\nStop.')
  })

  it('is inside the quotation', () => {
    expect(markdown('<blockquote class="gdoc-hint info"><p>a</p></blockquote>')).toBe('> Info\n>\n> a')
  })

  it.each([
    '<div class="callout warning"><h4>Data loss</h4><p>Stop.</p></div>',
    '<div class="admonition tip"><p class="admonition-title">Data loss</p><p>Stop.</p></div>',
  ])('is not added if there is a title: %s', (html) => {
    expect(markdown(html)).toMatch(/^(?:#### )?Data loss\n\nStop.$/)
  })
})

describe('Markdown that is read back', () => {
  const inline = fc.constantFrom(
    'a',
    'b c',
    '<code>x</code>',
    '<a href="/x">l</a>',
    '1. d',
    '- e',
    '* f',
    '1) g',
  )
  const { block } = fc.letrec<{ block: string; item: string }>((tie) => ({
    block: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      inline.map((text) => `<p>${text}</p>`),
      fc.constantFrom('<pre>x\ny</pre>', '<table><tr><th>a<th>b<tr><td>1<td>2</table>'),
      fc
        .tuple(fc.constantFrom('ul', 'ol'), fc.array(tie('item'), { minLength: 1, maxLength: 3 }))
        .map(([name, items]) => `<${name}>${items.join('')}</${name}>`),
      fc
        .array(tie('block'), { minLength: 1, maxLength: 2 })
        .map((all) => `<blockquote>${all.join('')}</blockquote>`),
    ),
    item: fc
      .tuple(inline, fc.array(tie('block'), { maxLength: 2 }))
      .map(([text, blocks]) => `<li>${text}${blocks.join('')}</li>`),
  }))

  it('has as many lists, items, tables, code blocks and links as the page', () => {
    const count = (html: string): Record<string, number> =>
      Object.fromEntries(
        ['ul', 'ol', 'li', 'table', 'pre', 'a', 'blockquote'].map((name) => [
          name,
          html.match(new RegExp(`<${name}\\b`, 'g'))?.length ?? 0,
        ]),
      )
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
        const html = blocks.join('')
        expect(count(new MarkdownIt().render(markdown(html)))).toEqual(count(html))
      }),
      { numRuns: 500 },
    )
  })
})
