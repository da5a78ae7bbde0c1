import { expect, it } from 'vitest'
import { toMarkdown } from '../../support/to-markdown.ts'

it.each([
  [
    'Sphinx, with a number',
    '<div class="math"><span class="eqno">(1)<a class="headerlink" href="#e">¶</a></span>\\[a &lt; b_1 * c\\]</div>',
    '$$a < b_1 * c \\tag{1}$$',
  ],
  ['Asciidoctor', '<div class="stemblock"><div class="content">\\[x_1\\]</div></div>', '$$x_1$$'],
  ['Stack Exchange', '<p>a <span class="math-container">$x_1*y*z$</span></p>', 'a $x_1*y*z$'],
  [
    'GitHub',
    '<p><math-renderer class="js-display-math">$$\\sum_{i} a\\\\b$$</math-renderer></p>',
    '$$\\sum_{i} a\\\\b$$',
  ],
  ['Gemini', '<span class="math-inline" data-math="x^2"><span class="katex-html">x2</span></span>', '$x^2$'],
  ['WordPress', '<img src="/latex.php?latex=x" alt="x_1" class="latex">', '$x_1$'],
  [
    'a page with MathJax',
    '<p>Of \\(E = m*c*2\\), \\(n\\) and $f_{1} * g_{2}$: \\[\\alpha_{1}\\] $$h_{1}*h_{2}$$</p>',
    'Of $E = m*c*2$, $n$ and $f_{1} * g_{2}$: $$\\alpha_{1}$$ $$h_{1}*h_{2}$$',
  ],
  ['two formulas in one element', '<p class="math">\\(a\\) and \\(b\\)</p>', '$a$ and $b$'],
  [
    'a cell of Wikipedia',
    '<table><tr><td><span style="display: none"><math alttext="y"><mi>y</mi></math></span></td><td>b</td></tr></table>',
    '| $y$ | b |\n| --- | --- |',
  ],
  ['a cell', '<table><tr><td>\\(|x|\\)</td><td>b</td></tr></table>', '| $\\|x\\|$ | b |\n| --- | --- |'],
])('a formula of %s is kept', (_, html, expected) => {
  expect(toMarkdown(html)).toBe(expected)
})

it.each([
  ['<mover><mi>a</mi><mo>~</mo></mover>', '$\\tilde{a}$'],
  ['<mover><mi>θ</mi><mo>^</mo></mover>', '$\\hat{θ}$'],
  ['<mover><mi>v</mi><mo>→</mo></mover>', '$\\vec{v}$'],
  ['<munder><mi>n</mi><mi>a</mi></munder>', '$\\underset{a}{n}$'],
  ['<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>', '${n \\atop k}$'],
])('%s is written with the TeX command', (math, expected) => {
  expect(toMarkdown(`<p><math>${math}</math></p>`)).toBe(expected)
})

it.each([
  ['Use \\( and \\) to group', 'Use \\\\( and \\\\) to group'],
  ['s/\\(a\\)\\(b\\)/x/', 's/\\\\(a\\\\)\\\\(b\\\\)/x/'],
  ['from $5 to $10 *now*', 'from $5 to $10 \\*now\\*'],
  ['$$ • Italian • $$$', '$$ • Italian • $$$'],
])('other text is not taken as a formula: %s', (text, expected) => {
  expect(toMarkdown(`<p>${text}</p>`)).toBe(expected)
})
