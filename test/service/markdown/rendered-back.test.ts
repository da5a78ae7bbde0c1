import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { toMarkdown as markdown } from '../../support/to-markdown.ts'

/** Returns what a CommonMark renderer, with tables and deleted text, makes of the Markdown of a page. */
function renderedBack(html: string): string {
  return new MarkdownIt({ html: true }).render(markdown(html))
}

function lettersOf(html: string): string {
  return html.replaceAll(/<[^>]*>|\s/g, '')
}

describe('emphasis', () => {
  it.each([
    ['a<strong> b:</strong> c', 'a **b:** c'],
    ['a <b>b<br>c</b> d', 'a **b**  \n**c** d'],
    ['<b>a<br><br></b>b', '**a**  \n  \nb'],
    ['<b><p>x</p><p>y</p></b>', '**x**\n\n**y**'],
    ['<b><h3>x</h3>y</b>', '### **x**\n\n**y**'],
    ['<b>a<b>b</b>c</b>', '**abc**'],
    ['<b>a<i>b</i>c</b>', '**a*b*c**'],
    ['<b>a</b><strong>b</strong>', '**ab**'],
    ['<b>bar:</b>baz', '**bar**:baz'],
    ['a<b>"q"</b>b', 'a"**q**"b'],
    ['x<b>:</b>y', 'x:y'],
    ['x<b> </b>y', 'x y'],
    ['<b>foo&nbsp;</b>bar', '**foo**\u00A0bar'],
    ['<b>Hi.</b><svg><title>t</title></svg>', '**Hi.**'],
    ['<b>AT&amp;</b>T', '**AT**&T'],
    ['<b><code>*x*</code></b>y', '`*x*`y'],
    ['<b>a<pre>x **</pre>b</b>', '**a**\n\n```\nx **\n```\n\n**b**'],
    ['<del>a </del>b', '~~a~~ b'],
    ['<div><span>x<span><div><div> é</div></div></span><b>"z</b></span></div>', 'x\n\né\n\n**"z**'],
    ['<em><b>x</b>y<b><sup> "</sup>z</b></em>', '***x**y **<sup>"</sup>z***'],
  ])('in %s becomes %s', (html, expected) => {
    expect(markdown(html)).toBe(expected)
  })

  const names = fc.constantFrom('b', 'i', 'em', 'strong', 'del', 'span', 'div')
  const leaves = fc.constantFrom(
    'x',
    'word',
    'é',
    ':',
    '"',
    '.',
    ' ',
    '&nbsp;',
    'a.',
    '(b)',
    '<br>',
    '<br>-',
    'w <code>c</code> w',
    '<a href=/x>l</a>',
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 5, withCrossShrink: true }, leaves, tie('branch')),
    branch: fc
      .tuple(names, fc.array(tie('tree'), { minLength: 1, maxLength: 4 }))
      .map(([name, parts]) => `<${name}>${parts.join('')}</${name}>`),
  }))

  it('with any nesting renders back with the same words and no markers', () => {
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 6 }), (parts) => {
        const html = parts.join('')
        const letters = (text: string): string =>
          lettersOf(text).replaceAll('&nbsp;', '').replaceAll('&quot;', '"')
        expect(letters(renderedBack(`<div>${html}</div>`))).toBe(letters(html))
      }),
      { numRuns: 3000 },
    )
  })
})

it('emphasis of any length has markers, and none is left over', () => {
  const html = `<p>a <b>${'<span>x</span>'.repeat(25_000)}.</b>z</p>`
  const back = renderedBack(html)
  expect(back).toMatch(/^<p>a <strong>x{1000}/)
  expect(lettersOf(back)).toBe(lettersOf(html))
})

describe('any page', () => {
  const words = fc.constantFrom(
    'x', 'word ', ' é', ': ', '*', '_a_', '`', '``` ', '# ', '1. ', '2) ', '- ', '+ ', '&gt; ', '|', '&lt;b>', '[l]', '!', '~~',
    '\\', '=', '---', '&amp;amp;', '1', '. ', '&amp;', 'am', 'p;', '#', '-', '&nbsp;', '<br>', '<hr>', '<b>s</b>', '<i> e</i>',
    '<del>d</del>', '<sup>2</sup>', '<q>q</q>', '<code>c|`</code>', '<a href=/x>l</a>', '<img src=/i alt="">',
    '<pre>p\n\n```\n q</pre>',
  ) // prettier-ignore
  const block = (name: string, inner: string): string => {
    switch (name) {
      case 'ul':
      case 'ol':
        return `<${name}><li>${inner}</li><li>y</li></${name}>`
      case 'table':
        return `<table><tr><th>h<th>i<tr><td>${inner}</td><td>z</td></table>`
      default:
        return `<${name}>${inner}</${name.replace(/ .*/, '')}>`
    }
  }
  const names = fc.constantFrom(
    'ul',
    'ol',
    'table',
    'p',
    'div',
    'blockquote',
    'h2',
    'span',
    'dl',
    'b',
    'a href=/y',
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 4, withCrossShrink: true }, words, tie('branch')),
    branch: fc
      .tuple(names, fc.array(tie('tree'), { minLength: 1, maxLength: 4 }))
      .map(([name, parts]) => block(name, parts.join(''))),
  }))

  const letters = (html: string): string =>
    lettersOf(html).replaceAll('&nbsp;', '').replaceAll('&quot;', '"').replaceAll('&gt;', '>')

  it.each([
    '<ol><li><a href=/y><ul><li><a href=/y><a href=/x>l</a></a></li><li>y</li></ul>x</a></li><li>y</li></ol>',
    '<a href=/y><ol start=4><li><a href=/x>l</a></li><li value=7>y</li></ol></a>',
    '<ul><li>x<ol><li value=5>a</li><li>b</li></ol></li></ul>',
    '<ol><li>a<span><li>b</li></span>c</li><li>d</li></ol>',
  ])('renders back with every letter in its place, such as %s', (html) => {
    expect(letters(renderedBack(html))).toBe(letters(html))
  })

  it('with any nesting renders back with every letter in its place', () => {
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 5 }), (parts) => {
        const html = parts.join('')
        expect(letters(renderedBack(html)).replaceAll('"', '')).toBe(letters(html))
      }),
      { numRuns: 3000 },
    )
  })
})

describe('deleted text', () => {
  it.each([
    ['a<del>b</del>c', 'a<s>b</s>c'],
    ['a<s>b</s> c', 'a<s>b</s> c'],
    ['a <del>b</del>c', 'a <s>b</s>c'],
    ['(<del>b</del>)', '(<s>b</s>)'],
    ['1<del>.5</del>c', '1.<s>5</s>c'],
    ['a<del> b</del>', 'a <s>b</s>'],
    ['a<b>q</b><del>b</del>c', 'a<strong>q</strong><s>b</s>c'],
    ['x<s>1</s>y <b>q<del>z</del></b>', 'x<s>1</s>y <strong>q<s>z</s></strong>'],
    [
      '<del>x</del><b><b>x</b></b><em>x<b><b><del> "</del>:</b>x</b></em>x',
      '<s>x</s><strong>x</strong><em>x <strong><s>&quot;</s>:x</strong></em>x',
    ],
  ])('in %s renders back as %s', (html, expected) => {
    expect(renderedBack(`<p>${html}</p>`)).toBe(`<p>${expected}</p>\n`)
  })
})

describe('code', () => {
  it.each([
    ['<code>a</code><code>b</code>', '<code>ab</code>'],
    ['x<code>a</code><!-- c --><code class="k">b</code>y', 'x<code>ab</code>y'],
    ['<code>a</code><span><code>b</code></span><code>c`</code>', '<code>abc`</code>'],
    ['<kbd>a</kbd><kbd>b</kbd>', '<code>ab</code>'],
    ['<code>a</code> <code>b</code>', '<code>a</code> <code>b</code>'],
    ['<code>a</code>`<code>b</code>', '<code>a</code>`<code>b</code>'],
    ['<code>&lt;/code>&lt;code></code>', '<code>&lt;/code&gt;&lt;code&gt;</code>'],
  ])('in %s renders back as %s', (html, expected) => {
    expect(renderedBack(`<p>${html}</p>`)).toBe(`<p>${expected}</p>\n`)
  })
})

describe('a table', () => {
  it.each([
    ['<td><p>a</p><p><code>b</code></p>', 'a<br>`b`'],
    ['<td><div>x</div><div>y</div>', 'x<br>y'],
    ['<td>x<div><div>y</div></div>z', 'x<br>y<br>z'],
    ['<td><div></div><p>x</p> ', 'x'],
    ['<td><dl><dt>a<dd>b</dl>', 'a<br>b'],
    ['<td><ul><li><p>a</p><p>b</p><li>c</ul>', '<ul><li>a<br>b</li><li>c</li></ul>'],
  ])('writes the blocks of the cell %s as lines', (cell, expected) => {
    expect(markdown(`<table><tr><th>h<tr>${cell}</table>`)).toBe(`| h |\n| --- |\n| ${expected} |`)
  })

  it.each([
    ['<tr><th rowspan=2>a<th colspan=2>b<tr><td>1<td>2<tr><td>3<td>4<td>5', 'a,b,|,1,2|3,4,5'],
    ['<tr><th>a<th>b<tr><td rowspan=3>1<td>2<tr><td>3<tr><td>4<tr><td>5<td>6', 'a,b|1,2|,3|,4|5,6'],
    ['<tr><th>a<th>b<th>c<tr><td>x<td rowspan=2>y<td>z<tr><td>u<td>v', 'a,b,c|x,y,z|u,,v'],
    ['<tr><th>a<th>b<th>c<tr><td rowspan=2 colspan=2>x<td>z<tr><td>v', 'a,b,c|x,,z|,,v'],
    ['<tr><th>a<th>b<tr><td rowspan=0>x<td>y<tr><td>z<tr><td>u', 'a,b|x,y|,z|,u'],
    ['<tr><th>a<th>b<tr><td rowspan=-1>x<td>y<tr><td>z<td>u', 'a,b|x,y|z,u'],
  ])('keeps the columns of %s', (rows, expected) => {
    const cells = [...renderedBack(`<table>${rows}</table>`).matchAll(/<tr>([^]*?)<\/tr>/g)].map(([, row]) =>
      [...(row ?? '').matchAll(/<t[hd]>(.*)<\/t[hd]>/g)].map(([, cell]) => cell).join(','),
    )
    expect(cells.join('|')).toBe(expected)
  })
})
