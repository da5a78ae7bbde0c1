import { describe, expect, it } from 'vitest'
import { toMarkdown } from '../../support/to-markdown.ts'

const code = (text: string, language = ''): string => `\`\`\`${language}\n${text}\n\`\`\``
const at = (path: string): string => `https://example.com/${path}`

describe('a bug that users reported for other converters', () => {
  it.each([
    [
      'text that a style strikes through (MarkItDown)',
      '<p>Now <span style="text-decoration: line-through;">9 €</span> 5 € <span style="text-decoration-line: line-through">x</span></p>',
      'Now ~~9 €~~ 5 € ~~x~~',
    ],
    [
      'spans that a style makes blocks (Trafilatura)',
      '<p><span style="display:block">First</span><span style="display: block">Second</span><span style="display:inline-block">third</span></p>',
      'First\n\nSecond\n\nthird',
    ],
    [
      'block spans in a heading and in a link',
      '<h2><span style="display:block">a</span>b</h2><a href="/x"><span style="display:block">c</span>d</a>',
      `## a b\n\n[c d](${at('x')})`,
    ],
    [
      'a rule at the start of a heading (html-to-markdown)',
      '<h4><hr>More posts</h4><p>x</p><h4>a<hr>b</h4>',
      '#### More posts\n\nx\n\n#### a\n\n---\n\nb',
    ],
    [
      'lines that a style keeps',
      '<div style="white-space: pre-wrap">First <b>line</b>\nSecond line\n</div><p>a\nb</p>',
      'First **line**  \nSecond line\n\na b',
    ],
    ['text for browsers without canvas (mdream)', '<p>a</p><canvas>No canvas.</canvas><p>b</p>', 'a\n\nb'],
    [
      'pipes in the addresses of a table (MarkItDown)',
      '<table><tr><th>A<th>B<tr><td><a href="https://a.example/x|y" title="b|c">1|2</a><td><img src=/p|q.png>',
      `| A | B |\n| --- | --- |\n| [1\\|2](https://a.example/x\\|y "b\\|c") | ![](${at('p\\|q.png')}) |`,
    ],
    [
      'bold and italic text by its style (Google Docs)',
      '<h2><span style="font-weight:700">a</span></h2><p><span style="font-weight:700; font-style: italic">b</span><span style="font-weight:400;font-style:normal"> c</span> <span style="font-weight: bold"><b>d</b></span>',
      '## a\n\n***b*** c **d**',
    ],
    [
      'a list that counts down',
      '<ol reversed><li>c<ul><li>x</ul><li>b<li>a</ol><ol reversed start=2><li>e<li>d<li>z</ol>',
      '3. c\n   - x\n2. b\n1. a\n\n2) e\n1) d\n0) z',
    ],
    [
      'a hidden column',
      '<table><tr><th>Name<th style="display:none">Id<th>Size<tr><td>a<td style="display: none">7<td>1</table>',
      '| Name | Size |\n| --- | --- |\n| a | 1 |',
    ],
    [
      'an essay in a table for layout (Defuddle)',
      '<table><tr><td><img src="/n.gif"></td><td>July<br><br>a<br><br>b<br><br>c</td></tr></table>',
      `![](${at('n.gif')})\n\nJuly  \n  \na  \n  \nb  \n  \nc`,
    ],
    [
      'headings by their role',
      '<div role="heading" aria-level="3">a</div><div role="heading">b</div><div role="heading" aria-level="x">c</div>',
      '### a\n\n## b\n\n## c',
    ],
    [
      'a heading by its role in a cell',
      '<table><tr><th>a<th>b<tr><td><div role="heading" aria-level="2">c</div>d<td>e</table>',
      '| a | b |\n| --- | --- |\n| c<br>d | e |',
    ],
    [
      'a named slot that the page fills',
      '<x-a><template shadowrootmode="open"><slot name="t">No</slot><slot name="u">Yes</slot></template><p slot="t">Real</p></x-a>',
      'Yes\n\nReal',
    ],
    [
      'lines of Yuque (Turndown)',
      '<pre><span class="lake-preview-line"><span>cd a</span></span><span class="lake-preview-line"><span>ls</span></span></pre>',
      code('cd a\nls'),
    ],
    [
      'lines of WeChat (Maoxian)',
      '<pre data-lang="js"><code><span>let a</span></code><code><span>let b</span></code></pre>',
      code('let a\nlet b', 'js'),
    ],
    ['code elements next to each other', '<pre><code>a</code><code>b</code></pre>', code('ab')],
    [
      'a head of code in the code (Defuddle)',
      '<pre><code class="language-bash"><div class="head"><span>bash</span><button>Copy</button></div><div>ls\npwd</div></code></pre>',
      code('ls\npwd', 'bash'),
    ],
    [
      'code that begins with a button',
      '<pre><div><button>+</button>{ "a": 1 }</div></pre>',
      code('{ "a": 1 }'),
    ],
    [
      'indices before and after a symbol',
      '<p><math><mmultiscripts><mi>X</mi><mn>1</mn><none/><mprescripts/><mn>3</mn><mn>4</mn></mmultiscripts></math></p>',
      '${}_{3}^{4}X_{1}$',
    ],
    [
      'a formula of MathJax 4',
      '<p>a <mjx-container><mjx-math data-latex="x^2" aria-hidden="true"><mjx-msup data-latex="x^2"></mjx-msup></mjx-math></mjx-container></p>',
      'a $x^2$',
    ],
    [
      'a block of MathJax 4, drawn',
      '<mjx-container jax="SVG" display="true"><svg><g data-latex="\\sum_i"><path d="M0 0"/></g></svg></mjx-container>',
      '$$\\sum_i$$',
    ],
    [
      'a formula of MathJax with a copy in MathML',
      '<p><mjx-container><mjx-math data-latex="x"></mjx-math><mjx-assistive-mml><math><mi>x</mi></math></mjx-assistive-mml></mjx-container></p>',
      'x',
    ],
    [
      'formulas as pictures of CodeCogs',
      '<p><img src="https://latex.codecogs.com/svg.image?%5Cfrac%7Ba%7D%7Bb%7D"> <img src="https://latex.codecogs.com/gif.latex?\\inline&space;x&space;=&space;1"></p>',
      '$\\frac{a}{b}$ $x = 1$',
    ],
    [
      'a picture of CodeCogs whose address cannot be decoded',
      '<p><img alt="A" src="https://latex.codecogs.com/svg.image?%5"></p>',
      '![A](https://latex.codecogs.com/svg.image?%5)',
    ],
  ])('does not occur here: %s', (_name, html, expected) => {
    expect(toMarkdown(html)).toBe(expected)
  })
})
