import { expect, it } from 'vitest'
import { toMarkdown } from '../../support/to-markdown.ts'

const copy = '<button title="Copy">Copy</button>'
const mkdocs = (head: string, numbers: string): string =>
  `<div class="highlight"><table class="highlighttable"><tr><th colspan="2" class="filename">${head}</th></tr><tr><td class="linenos"><div class="linenodiv"><pre>${numbers}</pre></div></td><td class="code"><div><pre><code>a\nb</code></pre></div></td></tr></table></div>`

it.each([
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
  ['an element of another language', '<p>a <span class="lang">fr</span> b</p>', 'a fr b'],
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
  ['a cell that says a sign in words', '<p><svg></svg><span class="sr-only">Yes</span></p>', 'Yes'],
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
  ['a heading with a sign for a link', '<h2>Next <a href="#n">🔗\uFE0F</a></h2>', '## Next'],
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
    'an older element of code',
    '<xmp><b>a</b></xmp><listing>\nb</listing>',
    '```\n<b>a</b>\n```\n\n```\nb\n```',
  ],
  [
    'an image of AMP',
    '<amp-img src="/a.png" alt="A" width="1"></amp-img>',
    '![A](https://example.com/a.png)',
  ],
])('%s', (_, html, expected) => {
  expect(toMarkdown(html)).toBe(expected)
})
