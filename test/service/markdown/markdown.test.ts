import { describe, expect, it } from 'vitest'
import { toMarkdown as markdown } from '../../support/to-markdown.ts'

it('private-use characters are kept, and white space of any kind is trimmed', () => {
  expect(markdown('<p>\uE5B0 a \uE5B2 b</p>')).toBe('\uE5B0 a \uE5B2 b')
  expect(markdown('<p>\u2003a b\u3000</p>')).toBe('a b')
})

it('unknown elements with similar names are not treated as known ones', () => {
  expect(markdown('<p>a <bode>b</bode> <dode>c</dode></p><qre>d</qre>')).toBe('a b c\n\nd')
})

describe('code blocks', () => {
  it.each([
    ['<pre>\nx</pre>', 'x'],
    ['<pre>&#10;x</pre>', 'x'],
    ['<pre>\n\n\nx</pre>', '\n\nx'],
    ['<pre>\r\n\r\nx</pre>', '\nx'],
    ['<pre><code>\nx</code></pre>', '\nx'],
    ['<pre><!-- c -->\nx</pre>', '\nx'],
    ['<pre>  \n x</pre>', '  \n x'],
    ['<pre><br>x</pre>', '\nx'],
    ['<pre><div><pre>\n\nx</pre></div></pre>', '\nx'],
    ['<pre>\nx\n\n</pre>', 'x'],
  ])('keep the blank first lines that a browser shows for %j', (html, code) => {
    expect(markdown(html)).toBe(`\`\`\`\n${code}\n\`\`\``)
  })

  it('keep indentation in separate elements, and have the language of the wrapper', () => {
    const html =
      '<div class="highlight-python notranslate"><div class="highlight"><pre><span></span><span class="k">def</span> f():\n' +
      '<span class="w">    </span><a href="/r">return</a> 1 &lt; 2\n</pre></div></div>'
    expect(markdown(html)).toBe('```python\ndef f():\n    return 1 < 2\n```')
  })

  it('get the language from pre, code or data attributes', () => {
    expect(markdown('<pre class="rust item"><code>fn f()</code></pre>')).toBe('```rust\nfn f()\n```')
    expect(markdown('<pre><code class="hljs language-js">x</code></pre>')).toBe('```js\nx\n```')
    expect(markdown('<pre><code data-lang="go">x</code></pre>')).toBe('```go\nx\n```')
    expect(markdown('<pre class="programlisting">x</pre>')).toBe('```\nx\n```')
  })

  it.each([
    [
      'Rouge',
      '<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2</pre></td><td class="rouge-code"><pre>def x\nend</pre></td></tr></tbody></table></code></pre></div></div>',
      '```ruby\ndef x\nend\n```',
    ],
    [
      'Pygments',
      '<div class="highlight-python"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre><span class="normal">1</span></pre></div></td><td class="code"><div class="highlight"><pre><span></span>import x</pre></div></td></tr></table></div>',
      '```python\nimport x\n```',
    ],
    [
      'numbers that only their place marks',
      '<pre><div><div><span>1</span><div><b>npm</b> ci</div></div><div><span>2</span><div>npm test</div></div></div></pre>',
      '```\nnpm ci\nnpm test\n```',
    ],
    [
      'values that are not consecutive numbers',
      '<pre><div><span>1</span></div><div><span>3</span><div>x</div></div></pre>',
      '```\n1\n3\nx\n```',
    ],
    ['a number after a line break', '<pre><b>x<br>1</b><code>y</code></pre>', '```\nx\n1y\n```'],
    [
      'marked lines without line breaks',
      '<pre><code><span class="line">cd <b>a</b></span><span class="line">ls</span>\n<span class="line">pwd</span></code></pre>',
      '```\ncd a\nls\npwd\n```',
    ],
    [
      'Pygments in the line',
      '<pre><span class="linenos">1</span>a\n<span class="linenos">2</span>b</pre>',
      '```\na\nb\n```',
    ],
    [
      'Hexo',
      '<figure class="highlight js"><table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br></pre></td><td class="code"><pre><span class="line">var a</span><br><span class="line">b</span><br></pre></td></tr></table></figure>',
      '```js\nvar a\nb\n```',
    ],
  ])('of %s have no line numbers', (_, html, expected) => {
    expect(markdown(html)).toBe(expected)
  })

  it('keep text that is not a line number, whatever its class is', () => {
    expect(markdown('<pre><span class="gutter">a</span>1</pre>')).toBe('```\na1\n```')
  })

  it('end lines at elements and breaks', () => {
    expect(markdown('<pre><code><div>a</div><div>b</div>c<br>d</code></pre>')).toBe('```\na\nb\nc\nd\n```')
  })
})

describe('links', () => {
  it('around a heading become a heading with a link', () => {
    expect(markdown('<a href="/c"><div><img src="i.png" alt="i"></div><h3>Card</h3><p>text</p></a>')).toBe(
      '![i](https://example.com/i.png)\n\n### [Card](https://example.com/c)\n\ntext',
    )
  })

  it('around blocks stay on one line', () => {
    expect(markdown('<a href="/d"><div>one</div><div>two</div></a>')).toMatch(
      /^\[ ?one +two ?\]\(https:\/\/example.com\/d\)$/,
    )
  })

  it('in links end the outer link, as in browsers', () => {
    expect(markdown('<a href="/a">one <a href="/b">two</a> three</a>')).toBe(
      '[one](https://example.com/a) [two](https://example.com/b) three',
    )
    expect(markdown('<a href="/a"><h2>Cup</h2><a href="/b">red</a></a>')).toBe(
      '## [Cup](https://example.com/a)\n\n[red](https://example.com/b)',
    )
  })

  it('have a title if it differs from their text', () => {
    expect(markdown('<a href="/a" title="Cup">Cup</a> <a href="/b" title="More">Cup</a>')).toBe(
      '[Cup](https://example.com/a) [Cup](https://example.com/b "More")',
    )
  })

  it('of a heading to itself are omitted', () => {
    expect(markdown('<h2 id=t>Title<a class="headerlink" href="#t">¶</a></h2>')).toBe('## Title')
  })
})

describe('text', () => {
  it.each([
    ['* a', '\\* a'],
    ['a * b_c_ _d_ [x] ~y~', 'a \\* b_c\\_ \\_d\\_ \\[x] \\~y\\~'],
    ['&amp;<span>am<span>p;x</span></span>', '\\&amp;x'],
    ['&amp;<span>#</span><span>3</span>8; x', '\\&#38; x'],
    ['<span>1</span><span>2</span>3. x', '123\\. x'],
    ['<span>12345</span><span>67890</span>. x', '1234567890. x'],
    ['<script><!-- write("<script src=a></script>") //--></script>x', 'x'],
    ['&amp;amp; &amp; x &lt; y &lt;b>', '\\&amp; & x < y \\<b>'],
    ['1. a', '1\\. a'],
    ['<span>1</span>. a', '1\\. a'],
    ['a<b>&lt;b></b>c', 'a\\<**b**>c'],
    ['a&amp;<span>amp;</span>', 'a\\&amp;'],
    ['- a', '\\- a'],
    ['# a', '\\# a'],
    ['&gt; a', '\\> a'],
    ['a<br>===', 'a  \n\\==='],
    ['a   b\n\tc', 'a b c'],
    ['<em>*</em>', '*\\**'],
    ['a&nbsp;<br>&nbsp;b', 'a\u00A0  \n\u00A0b'],
  ])('in %s becomes %s', (html, expected) => {
    expect(markdown(`<p>${html}</p>`)).toBe(expected)
  })

  it('that consists only of no-break spaces creates no block', () => {
    expect(markdown('<p>a</p><p>&nbsp;</p><h2>&nbsp;</h2><p>b</p>')).toBe('a\n\nb')
    expect(markdown('<table><tr><th>a<th>b<tr><td>&nbsp;<td>c</table>')).toBe(
      '| a | b |\n| --- | --- |\n| | c |',
    )
  })

  it('of other documents in the page is omitted', () => {
    expect(markdown('<p>a</p><iframe src="javascript:x()"><a href="/b">b</a></iframe><p>c</p>')).toBe(
      'a\n\nc',
    )
  })
})

describe('blocks', () => {
  it.each([
    ['<h2><img src=/i.png><p>Weight</p></h2>', '## ![](https://example.com/i.png) Weight'],
    ['<h2>Title<p>in March</p></h2>', '## Title\n\nin March'],
    ['<h2>a<div>b</div></h2>', '## a b'],
    ['<h2>C #</h2>', '## C \\#'],
    ['<ul><li>a<hr>b</ul><hr>', '- a\n\n  ___\n\n  b\n\n---'],
    ['<ul><li><p>a</p><ul><li>b</ul><li><p>c</p></ul>', '- a\n  - b\n- c'],
    ['<ul><li>a</ul><ul><li>b</ul>', '- a\n\n* b'],
    ['<ul><li>a<ol start=3><li>b</ol></ul>', '- a\n\n  3. b'],
    ['<ol start=7><li>a<li value=12>b</ol>', '7. a\n12. b'],
    ['<blockquote><p>a</p><ul><li>b</ul></blockquote>c', '> a\n>\n> - b\n\nc'],
    ['<ul><li><pre>x\n\ny</pre></ul>', '- ```\n  x\n\n  y\n  ```'],
    ['<pre>a\n````\nb</pre>', '`````\na\n````\nb\n`````'],
    ['<pre>say("```")</pre>', '```\nsay("```")\n```'],
    ['<pre>\n\n  a\n\n</pre>', '```\n\n  a\n```'],
    [
      '<table><tr><th align=right>a<th style="text-align: center">b<tr><td>1<td>2</table>',
      '| a | b |\n| ---: | :---: |\n| 1 | 2 |',
    ],
    ['<table><tr><td>a<table><tr><td>b<td>c</table></table>', 'a\n\n| b | c |\n| --- | --- |'],
    ['<table role=presentation><tr>a<tr><td>b<td>c</table>', 'a\n\nb\n\nc'],
    ['<a href=/x><table><tr>a<tr><td>b<td>c</table></a>', '[a b c](https://example.com/x)'],
    ['<table><caption>Cups</caption><tr><th>a<th>b</table>', 'Cups\n\n| a | b |\n| --- | --- |'],
  ])('in %s become %s', (html, expected) => {
    expect(markdown(html)).toBe(expected)
  })

  it('grow at most with the page when nested', () => {
    const html = `${'<ul><li>'.repeat(380)}${'<p>x</p>'.repeat(2000)}`
    expect(markdown(html).length).toBeLessThan(html.length * 2 + 200_000)
    expect(markdown(html).split('x')).toHaveLength(2001)
  })
})

it('skip links to the content are omitted', () => {
  expect(
    markdown('<a class="skip" href="#main">Skip to content</a><p>text <a href="/skip">skip it</a></p>'),
  ).toBe('text [skip it](https://example.com/skip)')
})

describe('links and images', () => {
  const at = (path: string): string => `https://example.com/${path}`
  it.each([
    ['<p>a <a href=/x><svg></svg></a>b', 'a b'],
    ['<a href=/y aria-label="Home"><svg></svg></a>', `[Home](${at('y')})`],
    ['<h2><a href="/q#kiln" aria-label="Kiln permalink"><svg></svg></a>Kiln</h2>', '## Kiln'],
    ['<p>Kiln<a href="#kiln" title="Anchor link"></a></p>', 'Kiln'],
    ['<a href=/z title="A &lt;b>"></a>', `[A \\<b>](${at('z')})`],
    ['<a href=/w><img src=/i.png></a>', `[![](${at('i.png')})](${at('w')})`],
    ['<a href="javascript:x()">text</a>', 'text'],
    ['<map><area href=/q alt=Q><area href="javascript:x()" alt=no></map>', `[Q](${at('q')})`],
    ['<iframe src=/v title=Film>x</iframe>', `[Film](${at('v')})`],
    ['<video src=/m.mp4>none</video>', `<${at('m.mp4')}>`],
    ['<video title=M><source src=/m.webm><source src=/m.mp4></video>', `[M](${at('m.webm')})`],
    ['<p>a<address>b<br>c</address>', 'a\n\nb  \nc'],
    ['<img alt=A>', 'A'],
    ['<img alt=A src="">', 'A'],
    ['<img alt=B data-src=/b.png>', `![B](${at('b.png')})`],
    ['<img alt=C src="data:image/gif;base64,AA" data-original=/c.png>', `![C](${at('c.png')})`],
    ['<img alt=D src=/img/blank.gif data-lazy-src=/d.png>', `![D](${at('d.png')})`],
    ['<img alt=E src="data:," srcset="/e.png 1x, /f.png 2x">', `![E](${at('f.png')})`],
    [
      '<img alt=G src=/spacer.gif><noscript><img class=x src="/g.png?a&amp;b"></noscript>',
      `![G](${at('g.png?a&b')})`,
    ],
    ['<img alt=H src=/h.png data-src=/other.png>', `![H](${at('h.png')})`],
    ['<img alt=I src=/Blank.GIF data-src=/i.png>', `![I](${at('i.png')})`],
    ['<img alt=J src=/blank.gif>', `![J](${at('blank.gif')})`],
    ['<img alt=K src=/blank.gif srcset="/k.png 1x">', `![K](${at('k.png')})`],
  ])('in %s become %s', (html, expected) => {
    expect(markdown(html)).toBe(expected)
  })
})

describe('formulas', () => {
  const math = (attributes: string): string =>
    `<math${attributes}><semantics><mrow><msub><mi>x</mi><mn>1</mn></msub></mrow><annotation encoding="application/x-tex">x_1 &lt; \\frac{a}{b}</annotation></semantics></math>`
  it.each([
    [`<p>a ${math('')} b</p>`, 'a $x_1 < \\frac{a}{b}$ b'],
    [`<p>${math(' display="block"')}</p>`, '$$x_1 < \\frac{a}{b}$$'],
    ['<p>a <math alttext="y*z"><mi>y</mi></math></p>', 'a $y*z$'],
    ['<p>a <math><mi>x</mi><mo>+</mo><mn>1</mn></math> b</p>', 'a x+1 b'],
    [
      `<span class="katex"><span class="katex-mathml">${math('')}</span><span class="katex-html" aria-hidden="true"><span>x1</span></span></span>`,
      '$x_1 < \\frac{a}{b}$',
    ],
    [
      `<span class="MathJax_Preview">x</span><span class="MathJax"><nobr aria-hidden="true">x1</nobr><span class="MJX_Assistive_MathML">${math('')}</span></span>`,
      '$x_1 < \\frac{a}{b}$',
    ],
  ])('in %s become TeX, once', (html, expected) => {
    expect(markdown(html)).toBe(expected)
  })
})

describe('formulas without TeX', () => {
  it.each([
    ['<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>', '$\\frac{1}{2}$'],
    ['<math><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mi>b</mi></mfrac></math>', '$\\frac{a+1}{b}$'],
    ['<math><msup><mn>10</mn><mn>2</mn></msup></math>', '$10^{2}$'],
    ['<math><msup><mrow><mi>x</mi><mi>y</mi></mrow><mn>3</mn></msup></math>', '${xy}^{3}$'],
    ['<math><msub><mi>x</mi><mn>1</mn></msub></math>', '$x_{1}$'],
    ['<math><msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup></math>', '$∫_{0}^{1}$'],
    ['<math display=block><munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover></math>', '$$∑_{i}^{n}$$'],
    ['<math><msqrt><mn>2</mn></msqrt><mroot><mi>x</mi><mn>3</mn></mroot></math>', '$\\sqrt{2}\\sqrt[3]{x}$'],
    ['<math><mover><mi>x</mi><mo>¯</mo></mover></math>', '$\\bar{x}$'],
    ['<math><mi>sin</mi><msup><mi>x</mi><mn>2</mn></msup></math>', '$\\mathrm{sin}x^{2}$'],
    ['<math><msup><mtext>50%</mtext><mi>n</mi></msup></math>', '$\\text{50\\%}^{n}$'],
    ['<math><constructor>a</constructor></math>', 'a'],
    [
      '<math><mtable><mtr><mtd>1</mtd><mtd>2</mtd></mtr><mtr><mtd>3</mtd><mtd>4</mtd></mtr></mtable></math>',
      '$\\begin{matrix} 1 & 2 \\\\ 3 & 4 \\end{matrix}$',
    ],
  ])('in %s keep their structure', (html, expected) => {
    expect(markdown(html)).toBe(expected)
  })
})

describe('formulas in scripts', () => {
  const tex = '<script type="math/tex">a^2 < b</script>'
  it.each([
    [`<p>So <span class="MathJax_Preview">x</span>${tex} holds.</p>`, 'So $a^2 < b$ holds.'],
    ['<p><script type="math/tex; mode=display">\\frac{1}{2}</script></p>', '$$\\frac{1}{2}$$'],
    ['<p><script type="math/tex">% <![CDATA[\na < b %]]></script></p>', '$a < b$'],
    [
      '<p><script type="math/mml"><math><mfrac><mn>1</mn><mn>2</mn></mfrac></math></script></p>',
      '$\\frac{1}{2}$',
    ],
    [
      '<p><script type="math/mml"><math display="block"><msup><mi>a</mi><mn>2</mn></msup></math></script></p>',
      '$$a^{2}$$',
    ],
    ['<p><script type="math/asciimath">a/b</script></p>', '`a/b`'],
    ['<p><script type="math/mml">no formula</script>x</p>', 'x'],
    ['<p><script type="text/x-math">a</script>x</p>', 'x'],
    [`<p>a <span class="MathJax">a<sup>2</sup></span>${tex}</p>`, 'a $a^2 < b$'],
    [`<div class="MathJax_Display"><span class="MathJax">a</span></div>${tex}`, '$a^2 < b$'],
    ['<p>a<script type="text/javascript">b</script></p>', 'a'],
  ])('in %s are shown once', (html, expected) => {
    expect(markdown(html)).toBe(expected)
  })
})

describe('text for editors', () => {
  it.each([
    ['<h2>History<span class=mw-editsection>[<a href="/w?action=edit">edit</a>]</span></h2>', '## History'],
    [
      '<div class=mw-heading><h2>Life</h2><span class=mw-editsection>[<a href=/e>edit</a>]</span></div>',
      '## Life',
    ],
    ['<h3><span class=editsection>[<a href=/e>edit</a>]</span> Uses</h3>', '### Uses'],
    ['<h2>Plan <a href="/wiki?id=plan&amp;do=edit">Edit</a></h2>', '## Plan'],
    ['<h2>How to edit</h2>', '## How to edit'],
    ['<p>a</p><iframe src=https://t.example/ns style="display: none;visibility:hidden"></iframe>', 'a'],
    ['<p>a</p><iframe src=https://t.example/p width=1 height=1></iframe>', 'a'],
    ['<p>a</p><iframe src=https://t.example/p style="width:0px"></iframe>', 'a'],
    ['<p>a</p><iframe hidden src=https://t.example/p></iframe>', 'a'],
    ['<p>a</p><div style="display:none"><iframe src=https://t.example/p></iframe></div>', 'a'],
    [
      '<div style="height:0px;padding:50% 0 0"><iframe src=https://v.example/e title=Film></iframe></div>',
      '[Film](https://v.example/e)',
    ],
    [
      '<iframe src=https://v.example/e title=Film style="width:1px;min-width:100%"></iframe>',
      '[Film](https://v.example/e)',
    ],
    [
      '<iframe src=https://v.example/e title=Film style="width:100%;height:10em"></iframe>',
      '[Film](https://v.example/e)',
    ],
  ])('is omitted: %s', (html, expected) => {
    expect(markdown(html)).toBe(expected)
  })
})

it("code of GitHub has a language, and a block's own language comes first", () => {
  const code = (className: string): string => markdown(`<div class="${className}"><pre>x</pre></div>`)
  expect(code('highlight highlight-source-python')).toBe('```python\nx\n```')
  expect(code('highlight language-toml')).toBe('```toml\nx\n```')
  expect(code('highlight js')).toBe('```js\nx\n```')
  const wrapped = '<div class="highlight-box"><pre><code class="language-sh">x</code></pre></div>'
  expect(markdown(wrapped)).toBe('```sh\nx\n```')
})

it('declarative shadow roots are written, and other templates are not', () => {
  expect(
    markdown(
      '<x-card><template shadowrootmode="open"><h2>Title</h2><slot></slot></template><p>Light</p></x-card>',
    ),
  ).toBe('## Title\n\nLight')
  expect(markdown('<x-a><template shadowrootmode=closed>a</template></x-a><template>b</template>')).toBe('a')
})

describe('other elements', () => {
  it('include nested lists and checkboxes', () => {
    expect(
      markdown(
        '<ul><li>a<ol><li>b<li>c</ol><li><input type=checkbox checked> d<li><input type=checkbox> e</ul>',
      ),
    ).toBe('- a\n  1. b\n  2. c\n- [x] d\n- [ ] e')
  })

  it('include tables with escaped pipes', () => {
    expect(markdown('<table><tr><th>a<th>b<tr><td>1|2<td><code>x</code></table>')).toBe(
      '| a | b |\n| --- | --- |\n| 1\\|2 | `x` |',
    )
  })

  it('include definition lists and details as text', () => {
    expect(markdown('<dl><dt>term<dd>meaning</dl><details><summary>s</summary><p>d</details>')).toBe(
      'term\n\nmeaning\n\ns\n\nd',
    )
  })

  it('omit embedded images, drawings and empty headings', () => {
    expect(
      markdown(
        '<p><img alt="pic" src="data:image/png;base64,AAAA"></p><h2><span></span></h2><svg><title>t</title></svg>',
      ),
    ).toBe('![pic](<Base64-Image-Removed>)')
  })
})

it('a page of any length is converted in the same way', () => {
  const part =
    '<h2>Part 😀</h2><p>some <b>bold 😀 text</b> and <a href="/x">a link</a></p><pre><code>a  b</code></pre>'
  const once = markdown(part)
  expect(markdown(part.repeat(20_000))).toBe(Array(20_000).fill(once).join('\n\n'))
})

it('the Markdown has no white space at its ends, and keeps every letter there', () => {
  expect(markdown('<p>&nbsp;à la carte&#8195;</p>')).toBe('à la carte')
  expect(markdown('<p>voilà</p>')).toBe('voilà')
  expect(markdown('<p>&#x3000;始</p>')).toBe('始')
})
