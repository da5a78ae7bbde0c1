import { expect, it } from 'vitest'
import { toMarkdown } from '../../support/to-markdown.ts'

const number =
  '<span style="white-space:pre;-webkit-user-select:none;user-select:none;color:#7f7f7f"> 1</span>'

it.each([
  [
    'numbers that only a style sets apart (Hugo)',
    `<pre><code class="language-go"><span style="display:flex">${number}<span>a\n</span></span></code></pre>`,
    '```go\na\n```',
  ],
  [
    'a table of numbers that only a style sets apart (Hugo)',
    `<table><tr><td><pre><code>${number}</code></pre></td><td><pre><code class="language-go">a</code></pre></td></tr></table>`,
    '```go\na\n```',
  ],
  [
    'a table in code (Rouge)',
    '<div class="language-cpp highlighter-rouge"><code><table><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2\n</pre></td><td class="rouge-code"><pre>a\nb</pre></td></tr></table></code></div>',
    '```cpp\na\nb\n```',
  ],
  [
    'a row for each line (GitHub)',
    '<table>\n<tr>\n<td class="blob-num" data-line-number="1"></td>\n<td class="blob-code">a</td></tr>\n<tr>\n<td class="blob-num" data-line-number="2"></td>\n<td class="blob-code">  <b>b</b></td></tr></table>',
    '```\na\n  b\n```',
  ],
  [
    'lines next to their numbers (SyntaxHighlighter)',
    '<table><tr><td class="gutter"><div>1</div><div>2</div></td><td class="code"><div class="line"><code class="java keyword">int</code> a</div><div class="line">&nbsp;b</div></td></tr></table>',
    '```java\nint a\n b\n```',
  ],
  [
    'a listing with numbers (YARD)',
    '<table class="source_code"><tr><td><pre class="lines">\n\n10\n11</pre></td><td><pre class="code">def x\nend</pre></td></tr></table>',
    '```\ndef x\nend\n```',
  ],
  [
    'the language in a line above (ChatGPT)',
    '<pre><div><div>Bash</div><div><button>Copy code</button></div><div><code>ls</code></div></div></pre>',
    '```bash\nls\n```',
  ],
  ['two code elements', '<pre><code>a</code>\n<code>b</code></pre>', '```\na\nb\n```'],
  ['a language of Org mode', '<pre class="src src-python">a</pre>', '```python\na\n```'],
  [
    'lines in elements (Doxygen)',
    '<div class="fragment"><div class="line"><span class="lineno">    1</span><b>int</b> a() {</div>\n<div class="line"><span class="lineno">    2</span>  b();</div></div>',
    '```\nint a() {\n  b();\n```',
  ],
  ['a slide', '<div class="fragment"><p>a</p></div>', 'a'],
  [
    'a block of Writerside',
    '<div class="code-block" data-lang="http">\nGET /a\nA: b</div>',
    '```http\nGET /a\nA: b\n```',
  ],
  ['a code block in a code block', '<div class="code-block"><pre>a</pre></div>', '```\na\n```'],
  [
    'an example (pkg.go.dev)',
    '<textarea class="exampleCode code">package a\n\nfunc b() {}\n</textarea>',
    '```\npackage a\n\nfunc b() {}\n```',
  ],
  [
    'a language and a button above',
    '<div class="head"><span>java</span><button><span>Copy</span></button></div><div><pre><code class="language-java">a</code></pre></div>',
    '```java\na\n```',
  ],
  [
    'a paragraph that ends with the language name',
    '<p>Use <span>java</span></p><pre class="java">a</pre>',
    'Use java\n\n```java\na\n```',
  ],
  [
    'a sentence with the language name',
    '<p>In <span>java</span>:</p><pre class="java">a</pre>',
    'In java:\n\n```java\na\n```',
  ],
  [
    'a language below (Antora)',
    '<pre><code data-lang="yaml">a: b</code></pre><div class="source-toolbox"><span class="source-lang">yaml</span></div>',
    '```yaml\na: b\n```',
  ],
  ['a block of W3Schools', '<div class="w3-code jsHigh">a<br>&nbsp;b</div>', '```\na\n b\n```'],
  [
    'code with breaks (vBulletin)',
    '<div><code><code><span>a<br>b</span></code></code></div>',
    '```\na\nb\n```',
  ],
  [
    'code whose style keeps its lines',
    '<div><code style="white-space: pre">\na\n  b</code></div>',
    '```\na\n  b\n```',
  ],
  ['code with a break in a sentence', '<p>a <code>b<br>c</code></p>', 'a `b c`'],
  [
    'a language of MediaWiki',
    '<div class="mw-highlight mw-highlight-lang-python mw-content-ltr"><pre>a</pre></div>',
    '```python\na\n```',
  ],
  ['a language of Crayon', '<pre class="lang:python decode:true">a</pre>', '```python\na\n```'],
  [
    'a diagram of Mermaid',
    '<div class="mermaid">graph LR\nA--&gt;B</div>',
    '```mermaid\ngraph LR\nA-->B\n```',
  ],
  [
    'code with types of Twoslash',
    '<pre><code>const <span class="twoslash-hover"><span class="twoslash-popup-container"><code>const a: 1</code></span>a</span></code></pre>',
    '```\nconst a\n```',
  ],
  [
    'a notebook (nbsphinx)',
    '<div class="prompt highlight-none"><pre>[1]:\n</pre></div><div class="input_area highlight-ipython3"><pre>a</pre></div>',
    '```python\na\n```',
  ],
  [
    'a notebook (nbconvert)',
    '<div class="jp-InputPrompt">In&nbsp;[1]:</div><div class="highlight hl-ipython3"><pre>a</pre></div><div class="prompt">Draw a cat</div>',
    '```python\na\n```\n\nDraw a cat',
  ],
  ['a language of Mintlify', '<pre language="bash"><code>a</code></pre>', '```bash\na\n```'],
  ['paragraphs of Mintlify', '<span data-as="p">a</span><span data-as="p">b</span>', 'a\n\nb'],
])('code is right for %s', (_, html, expected) => {
  expect(toMarkdown(html)).toBe(expected)
})

it.each([
  [
    'a callout of Asciidoctor',
    '<div class="admonitionblock note"><table><tr><td class="icon"><i class="fa icon-note" title="Note"></i></td><td class="content"><p>a</p><p>b</p></td></tr></table></div>',
    'Note\n\na\n\nb',
  ],
  [
    'a callout of DocBook',
    '<div class="tip"><table summary="Tip: b"><tr><td><img alt="[Tip]"></td><th>Tip</th></tr><tr><td>a</td></tr></table></div>',
    '\\[Tip]\n\nTip\n\na',
  ],
  [
    'a formula of LaTeXML',
    '<table class="ltx_equation ltx_eqn_table"><tr><td></td><td><math display="block" alttext="a_1"><mi>a</mi></math></td><td>(1)</td></tr></table>',
    '$$a_1$$\n\n(1)',
  ],
  [
    'a declaration of Doxygen',
    '<table class="memname"><tr><td class="memname">int a</td><td>(</td><td>int</td><td><em>b</em>,</td></tr><tr><td></td><td></td><td>int</td><td><em>c</em></td></tr><tr><td></td><td>)</td></tr></table>',
    'int a ( int *b*, int *c* )',
  ],
  [
    'an image with a caption (Blogger)',
    '<table><tr><td><img src="/a.png"></td></tr><tr><td>a</td></tr></table>',
    '![](https://example.com/a.png)\n\na',
  ],
  [
    'a numbered paragraph of EUR-Lex',
    '<table><tr><td><p>(1)</p></td><td><p>a</p></td></tr></table>',
    '(1)\n\na',
  ],
  [
    'members of Doxygen',
    '<table class="memberdecls"><tr><td colspan="2"><h2>Members</h2></td></tr><tr><td>void&#160;</td><td><b>a</b> (int)</td></tr><tr><td>&#160;</td><td>Runs.</td></tr></table>',
    '## Members\n\nvoid\u00A0 **a** (int)\n\nRuns.',
  ],
  [
    'numbers of code (Asciidoctor)',
    '<div class="colist"><table><tr><td><b>1</b></td><td>a</td></tr><tr><td><b>2</b></td><td>b</td></tr></table></div>',
    '**1** a\n\n**2** b',
  ],
  [
    'a type of docutils',
    '<dl><dt><strong>a</strong><span class="classifier">int</span></dt><dd>b</dd></dl>',
    '**a**: int\n\nb',
  ],
  [
    'a table with an empty row',
    '<table><tr><td>a</td><td>b</td></tr><tr><td></td><td>&nbsp;</td></tr><tr><td>c</td><td>d</td></tr></table>',
    '| a | b |\n| --- | --- |\n| c | d |',
  ],
  [
    'data in a callout',
    '<div class="note"><table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d</td></tr></table></div>',
    '| a | b |\n| --- | --- |\n| c | d |',
  ],
  ['a column with a head', '<table><tr><th>a</th></tr><tr><td>b</td></tr></table>', '| a |\n| --- |\n| b |'],
  [
    'items of Word',
    '<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>&nbsp; </span></span>a</p><p style="mso-list:l1 level1 lfo2"><span style="mso-list:Ignore">3.<span>&nbsp; </span></span>b</p><p>c</p>',
    '- a\n3. b\n\nc',
  ],
  [
    'hidden sort keys',
    '<table><tr><th>a</th><th>b</th></tr><tr><td><span style="display:none">2024</span>May</td><td>c</td></tr></table>',
    '| a | b |\n| --- | --- |\n| May | c |',
  ],
])('block elements are right for %s', (_, html, expected) => {
  expect(toMarkdown(html)).toBe(expected)
})

it.each([
  [
    'Confluence',
    '<ul class="inline-task-list"><li class="checked"><p>a</p></li><li>b</li></ul>',
    '- [x] a\n- [ ] b',
  ],
  [
    'Tiptap',
    '<ul><li><label><input type="checkbox" checked></label><div><p>a</p></div></li></ul>',
    '- [x] a',
  ],
  [
    'Asciidoctor',
    '<ul><li><p><i class="fa fa-check-square-o"></i> a</p></li><li><p><i class="fa fa-square-o"></i> b</p></li></ul>',
    '- [x] a\n- [ ] b',
  ],
  ['code', '<ul><li><input type="checkbox"><pre>a</pre></li></ul>', '- [ ] \n  ```\n  a\n  ```'],
])('tasks of %s are written as tasks', (_, html, expected) => {
  expect(toMarkdown(html)).toBe(expected)
})

it.each([
  [
    'a skip link of MediaWiki',
    '<a class="mw-jump-link" href="#b">Zum Inhalt</a> <a href="#c">Jump to content</a> a',
    'a',
  ],
  ['a heading of a menu', '<h2 class="sr-only">Repository files navigation</h2><nav>a</nav>', 'a'],
  [
    'a permalink of Doxygen',
    '<h2><span class="permalink"><a href="#a">&#9670;&#160;</a></span>a()</h2>',
    '## a()',
  ],
  ['a link around a heading to itself', '<a href="#a"><div><h2>a</h2></div></a>', '## a'],
])('the Markdown omits %s', (_, html, expected) => {
  expect(toMarkdown(html)).toBe(expected)
})

it('a heading that is completely a link to itself is kept (MDN)', () => {
  const html =
    '<h2><a class="heading-anchor" href="#a">a</a></h2><h2>b <a class="heading-anchor" href="#b">link</a></h2>'
  expect(toMarkdown(html)).toBe('## a\n\n## b')
})

it('the cells of a table with only roles are separated', () => {
  const row = '<div role="row"><span role="cell">a</span><span role="cell">b</span></div>'
  expect(toMarkdown(`<div role="table">${row}</div>`)).toBe('a b')
})

it('references to footnotes are kept', () => {
  expect(toMarkdown('<p>a<a class="footnote-anchor" href="#n">1</a></p>')).toBe(
    'a[1](https://example.com/#n)',
  )
})

it('text for screen readers is separated from visible text', () => {
  expect(
    toMarkdown(
      '<p><span class="visually-hidden">Price</span><s>$2</s><span class="sr-only">Now</span>$1</p>',
    ),
  ).toBe('Price ~~$2~~ Now $1')
  expect(
    toMarkdown(
      '<p><del aria-hidden="true">$2</del> <span class="sr-only">Was $2.</span> <ins aria-hidden="true">$1</ins></p>',
    ),
  ).toBe('~~$2~~ <ins>$1</ins>')
  expect(toMarkdown('<b><span class="govuk-visually-hidden">Warning</span>You pay.</b>')).toBe(
    '**Warning You pay.**',
  )
  expect(toMarkdown('<p><span class="screen-reader-only">Note</span>Note</p>')).toBe('Note')
  expect(
    toMarkdown('<p>10 <span class="sr-only">minutes</span><span aria-hidden="true">min</span></p>'),
  ).toBe('10 min')
  expect(toMarkdown('<p><i aria-hidden="true">✓</i><span class="sr-only">Yes</span></p>')).toBe('*✓* Yes')
  expect(toMarkdown('<p>roots.<span>1<span style="display:none">A note.</span></span></p>')).toBe(
    'roots.1 A note.',
  )
  expect(toMarkdown('<p><a href="/a">a<span class="sr-only">(new tab)</span></a>.</p>')).toBe(
    '[a (new tab)](https://example.com/a).',
  )
})
