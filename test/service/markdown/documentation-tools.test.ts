import { expect, it } from 'vitest'
import { toMarkdown } from '../../support/to-markdown.ts'

const copy = '<button title="Copy">Copy</button>'
const mkdocs = (head: string, numbers: string): string =>
  `<div class="highlight"><table class="highlighttable"><tr><th colspan="2" class="filename">${head}</th></tr><tr><td class="linenos"><div class="linenodiv"><pre>${numbers}</pre></div></td><td class="code"><div><pre><code>a\nb</code></pre></div></td></tr></table></div>`

it.each([
  [
    'the file name that pkgdown hides, and elements that depend on the width',
    '<div class="d-none name">a.Rd</div><p class="hidden print:block">b</p><p class="d-none d-md-block">c</p><p class="hidden md:flex">d</p><p class="overflow-hidden">e</p>',
    'c\n\nd\n\ne',
  ],
  [
    'a hidden answer that a script shows',
    `<p class="hidden" id="a">b</p><div class="d-none">${'c '.repeat(120)}</div>`,
    `b\n\n${'c '.repeat(120).trim()}`,
  ],
  [
    'a foot before the rows of a table',
    '<table><thead><tr><th>a<th>b<tfoot><tr><td>4<td>5<tbody><tr><td>2<td>3<tfoot><tr><td>6<td>7</table>',
    '| a | b |\n| --- | --- |\n| 2 | 3 |\n| 6 | 7 |\n| 4 | 5 |',
  ],
  [
    'an empty foot before the rows of a table',
    '<table><tfoot><tr></tr></tfoot><tr><td>a<td>b<tr><td>2<td>3</table>',
    '| a | b |\n| --- | --- |\n| 2 | 3 |',
  ],
  [
    'tables of javadoc',
    '<div class="summary-table two-column-summary"><div class="table-header col-first">Name</div><div class="table-header col-last">Text</div>\n<div class="col-constructor-name even-row-color"><code>a</code></div><div class="col-last even-row-color">&nbsp;</div><div class="col-constructor-name"><code>b</code></div><div class="col-last"><div class="block">c</div><div>d</div></div></div><div>e</div>',
    '| Name | Text |\n| --- | --- |\n| `a` | |\n| `b` | c<br>d |\n\ne',
  ],
  [
    'a table in a cell of a table with a head (JSDoc)',
    '<table><thead><tr><th>Name<th>Text</tr></thead><tbody><tr><td>a<td>Options<h6>Properties</h6><table class="params"><thead><tr><th>Name<th>Type<tbody><tr><td>b<td><code>string</code><tr><td>c|d<td>number</table></td></tr></table>',
    '| Name | Text |\n| --- | --- |\n| a | Options<h6>Properties</h6>Name Type<br>b `string`<br>c\\|d number |',
  ],
  [
    'numbered code in a cell of a table with a head',
    '<table><thead><tr><th>Name<th>Text</tr></thead><tr><td>a<td>See<div class="highlight"><table><tr><td class="linenos"><pre>1</pre><td class="code"><pre>x = 1</pre></table></div></table>',
    '| Name | Text |\n| --- | --- |\n| a | See<br><pre><code>x = 1</code></pre> |',
  ],
  [
    'a layout table with a row of heads above nested tables',
    '<table><tr><th>Author<th>Post</tr><tr><td>Ann<td><table><tr><td>a<td>b<tr><td>c<td>d</table></table>',
    'Author\n\nPost\n\nAnn\n\n| a | b |\n| --- | --- |\n| c | d |',
  ],
  [
    'emphasis after a break in a heading of a cell (Epydoc)',
    '<table><tr><td><h3>get()<br><em>static</em></h3><td><h3><em>a<br>b</em></h3></table>',
    '| <h3>get()<br>*static*</h3> | <h3>*a*<br>*b*</h3> |\n| --- | --- |',
  ],
  [
    'a link to copy that is a picture (Scaladoc)',
    '<h4>map</h4><span class="permalink"><a href="index.html#map" title="Permalink"><img src="p.png" alt="Permalink"></a></span><p><a href="/post" title="Permalink to Pots">Pots</a></p>',
    '#### map\n\n[Pots](https://example.com/post "Permalink to Pots")',
  ],
  [
    'the part of Jupyter Book for printing only',
    '<div id="jb-print-docs-body" class="onlyprint"><h1>Pots</h1><h2>Contents</h2></div><h1>Pots</h1>',
    '# Pots',
  ],
  [
    'code of Redoc, whose lines are items',
    '<div class="redoc-json"><code><button aria-label="collapse"></button><span>{</span><ul><li><div>"id": 1,</div></li><li><div>"a": "b"</div></li></ul><span>}</span></code></div>',
    '```\n{\n"id": 1,\n"a": "b"\n}\n```',
  ],
  ['code that Hugo wraps', '<div class="highlight wrap-code"><pre><code>a</code></pre></div>', '```\na\n```'],
  [
    'parameters of Dart',
    '<section>void <span>f</span>(<wbr><ol class="parameter-list"><li><span>int a, </span></li>\n<li>int b</li></ol>)</section>',
    'void f(int a, int b)',
  ],
  [
    'the author of a quotation of phpBB',
    '<blockquote><div><cite><a href="/u">Ann</a> wrote: <span>today</span></cite>Text</div></blockquote>',
    '> *[Ann](https://example.com/u) wrote: today*\n>\n> Text',
  ],
  [
    'the author of a quotation of old phpBB',
    '<blockquote><cite>Ann wrote:</cite>Text</blockquote>',
    '> *Ann wrote:*\n>\n> Text',
  ],
  [
    'a title at the start of a quotation',
    '<blockquote><cite>Ulysses</cite>, a novel</blockquote>',
    '> *Ulysses*, a novel',
  ],
  ['a title above numbered code of MkDocs', mkdocs('a.py', '1\n2'), 'a.py\n\n```\na\nb\n```'],
  [
    'numbered code of VitePress',
    `<div class="language-ts line-numbers-mode">${copy}<pre><code><span class="line">a</span>\n<span class="line">b</span></code></pre><div class="line-numbers-wrapper" aria-hidden="true"><span class="line-number">1</span><br><span class="line-number">2</span><br></div></div>`,
    '```ts\na\nb\n```',
  ],
  [
    'code of VitePress with the name of its language',
    `<div class="language-sh">${copy}<span class="lang">sh</span><pre><code>a</code></pre></div>`,
    '```sh\na\n```',
  ],
  [
    'boxes of Notion',
    '<ul><li><div class="checkbox checkbox-on"></div> <span>a</span></li><li><div class="checkbox checkbox-off"></div> <span>b</span></li></ul>',
    '- [x] a\n- [ ] b',
  ],
  ['an element with the class lang', '<p>a <span class="lang">fr</span> b</p>', 'a fr b'],
  [
    'a tree of files of Starlight',
    '<ul><li><details><summary><span><span><span class="sr-only">Directory</span><svg></svg></span>src/</span></summary><ul><li>a.ts</li></ul></details></li></ul>',
    '- src/\n  - a.ts',
  ],
  [
    'a frame of Expressive Code',
    '<figure><figcaption><span class="title"></span><span class="sr-only">Terminal window</span></figcaption><pre>a</pre></figure>',
    '```\na\n```',
  ],
  [
    'a text for screen readers in place of an icon',
    '<p><svg></svg><span class="sr-only">Yes</span></p>',
    'Yes',
  ],
  [
    'numbers in a column next to a list of lines',
    '<div class="gutter"><div>1</div><div>2</div></div><pre><div>a</div><div>b</div></pre>',
    '```\na\nb\n```',
  ],
  [
    'lines of GitBook',
    '<pre><code><span class="highlight-line">a</span><span class="highlight-line">b</span></code></pre>',
    '```\na\nb\n```',
  ],
  [
    'code of Confluence',
    '<pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false">a</pre>',
    '```java\na\n```',
  ],
  [
    'labels of tabs of MkDocs',
    '<input type="radio" id="a"><input type="radio" id="b"><div><label for="a">C</label><label for="b">C++</label></div>',
    'C C++',
  ],
  [
    'labels of tabs of VitePress',
    '<div><input type="radio" id="a"><label for="a">npm</label><input type="radio" id="b"><label for="b">pnpm</label></div>',
    'npm pnpm',
  ],
  [
    'a label in a sentence',
    '<p>Pre<input type="hidden">fix <label>a</label>: (<label>b</label>)</p>',
    'Prefix a: (b)',
  ],
  [
    'a heading of Starlight',
    '<div><h2 id="next">Next</h2><a class="sl-anchor-link" href="#next"><span class="sr-only">Section titled “Next”</span></a></div>',
    '## Next',
  ],
  ['a heading of Nextra', '<h2>Next<a href="#n" class="subheading-anchor"><i>x</i></a></h2>', '## Next'],
  ['a heading with a link icon', '<h2>Next <a href="#n">🔗\uFE0F</a></h2>', '## Next'],
  ['a heading of Sphinx', '<h2>Next<a class="permalink" href="#n"><i>Permalink</i></a></h2>', '## Next'],
  [
    'a table of contents',
    '<a class="toc-anchor" href="#a">A</a> <a class="nav-anchor-link" href="#b">B</a>',
    '[A](https://example.com/#a) [B](https://example.com/#b)',
  ],
  ['a formula of Sphinx', '<div class="math notranslate">\n\\[a_1 &lt; b*c*d\\]</div>', '$$a_1 < b*c*d$$'],
  ['a formula of Pandoc', '<p>x <span class="math inline">\\(a_1 * b_2\\)</span> y</p>', 'x $a_1 * b_2$ y'],
  ['a formula of Arithmatex', '<p><span class="arithmatex">\\(x\\)</span></p>', '$x$'],
  ['a class without a formula', '<p class="math"><span class="math">x*y*</span></p>', 'x\\*y\\*'],
  [
    'a parameter of javadoc',
    '<p><code>call(<a href="/c">Callback</a>&nbsp;name)</code></p>',
    '`call(`[`Callback`](https://example.com/c) `name)`',
  ],
  [
    'bounds of rustdoc',
    '<pre class="rust item-decl"><code>struct A&lt;T&gt;<div class="where">where\n    T: B,</div>{ }</code></pre>',
    '```rust\nstruct A<T>\nwhere\n    T: B,\n{ }\n```',
  ],
  [
    'the message that Dokka shows after copying',
    '<p>fun a<span><span class="copy-icon"></span><div class="copy-popup-wrapper popup-to-left"><span>Content copied to clipboard</span></div></span></p>',
    'fun a',
  ],
  [
    'the size of a picture of Discourse',
    '<a class="lightbox" href="/b.png"><img src="/a.png" alt="A"><div class="meta"><span class="filename">A</span><span>10×9 5 KB</span></div></a><p class="meta">b</p>',
    '[![A](https://example.com/a.png)](https://example.com/b.png)\n\nb',
  ],
  [
    'pictures of Docusaurus, one of them for dark pages',
    '<p><img src="/l.png" alt="a" class="themedComponent_x themedComponent--light_y"><img src="/d.png" alt="a" class="themedComponent_x themedComponent--dark_y"></p>',
    '![a](https://example.com/l.png)',
  ],
  [
    'pictures of GitHub, MkDocs, Starlight, Furo and Tailwind for dark pages',
    '<p>a<img src="/a.png#gh-dark-mode-only"><img src="/b.png#only-dark"><img src="/c.png" class="light:sl-hidden"><img src="/d.png" class="only-dark"><img src="/e.png" class="hidden dark:block"></p>',
    'a',
  ],
  [
    'pictures of GitHub, MkDocs, Starlight, Furo and Tailwind for light pages',
    '<img src="/a#gh-light-mode-only"><img src="/b#only-light"><img src="/c" class="dark:sl-hidden"><img src="/d" class="only-light"><img src="/e" class="block dark:hidden">',
    '![](https://example.com/a#gh-light-mode-only)![](https://example.com/b#only-light)![](https://example.com/c)![](https://example.com/d)![](https://example.com/e)',
  ],
  [
    'a name with a tag of TypeDoc',
    '<h3><code class="tsd-tag">Optional</code><span>name</span></h3>',
    '### `Optional` name',
  ],
  [
    'an option and words of a manual of mandoc',
    '<dl class="Bl-tag"><dt><a class="permalink" href="#all"><code class="Fl" id="all">-a</code></a></dt><dd>b <a class="permalink" href="#c"><i class="Em" id="c">c</i></a></dd></dl>',
    '[`-a`](https://example.com/#all)\n\nb [*c*](https://example.com/#c)',
  ],
  [
    'a price of Amazon',
    '<p><span class="a-price"><span class="a-offscreen">$1.99</span><span aria-hidden="true">$1.99</span></span></p>',
    '$1.99',
  ],
  [
    'a citation of Wikipedia',
    '<p><cite class="citation book">A. <i>B</i></cite>, <cite>C</cite></p>',
    'A. *B*, *C*',
  ],
  [
    'text of Google Docs in an element of emphasis',
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><p>a <b>b</b></p><i style="font-style: normal">c</i></b>',
    'a **b**\n\nc',
  ],
  [
    'an older element of code',
    '<xmp><b>a</b></xmp><listing>\nb</listing>',
    '```\n<b>a</b>\n```\n\n```\nb\n```',
  ],
  [
    'an image of AMP',
    '<amp-img src="/a.png" alt="A" width="1"></amp-img>',
    '![A](https://example.com/a.png)',
  ],
])('the Markdown is right for %s', (_, html, expected) => {
  expect(toMarkdown(html)).toBe(expected)
})

const docs = (level: number, text: string, name = 'ul'): string =>
  `<${name} class="c1 lst-kix_ab1-${level} start"><li class="c2 li-bullet-0"><span>${text}</span></li></${name}>`

it.each([
  [[docs(0, 'a'), docs(1, 'b'), docs(2, 'c'), docs(1, 'd'), docs(0, 'e')], '- a\n  - b\n    - c\n  - d\n- e'],
  [[docs(0, 'a', 'ol'), docs(1, 'b', 'ol'), docs(1, 'c'), '<p>d</p>'], '1. a\n   1. b\n   - c\n\nd'],
  [[docs(1, 'a'), docs(0, 'b'), '<p>c</p>', docs(1, 'd')], '- a\n- b\n\nc\n\n- d'],
  [[docs(0, 'a<ul><li>b</li></ul>c')], '- a\n  - b\n\n  c'],
  [[docs(0, ''), docs(1, 'b')], '- - b'],
])('adjacent lists of Google Docs are nested: %#', (lists, expected) => {
  expect(toMarkdown(lists.join('\n'))).toBe(expected)
})
