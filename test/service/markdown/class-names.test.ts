import { expect, it } from 'vitest'
import { CLASS_SIGNS, type ClassMeaning } from '../../../src/service/markdown/class-names.ts'
import { toMarkdown } from '../../support/to-markdown.ts'

type Example = readonly [html: string, markdown: string]

/** A page with an element of a class, by what the class says, and its Markdown. */
const pages: Readonly<Record<ClassMeaning, (className: string) => Example>> = {
  tool: (name) => [`<p>Text<span class="${name}">[edit]</span></p>`, 'Text'],
  icon: (name) => [`<p>Text <i class="${name}">home</i></p>`, 'Text'],
  forScreenReaders: (name) => [`<p>one<span class="${name}">two</span>three</p>`, 'one two three'],
  hidden: (name) => [`<p>Text</p><div class="${name}">more</div>`, 'Text'],
  printed: (name) => [`<p>Text</p><div class="${name}">more</div>`, 'Text'],
  permalink: (name) => [`<h2 id="a">Name<a class="${name}" href="#a">link</a></h2>`, '## Name'],
  prompt: (name) => [`<div class="${name}">In [1]:</div><p>Text</p>`, 'Text'],
  toolbar: (name) => [`<pre>code</pre><div class="${name}">Copy</div>`, '```\ncode\n```'],
  code: (name) =>
    name === 'w3-code' || name === 'mermaid'
      ? [`<div class="${name}" data-lang="x">a</div>`, '```x\na\n```']
      : [`<div class="${name}"><div class="line">a</div></div>`, '```\na\n```'],
  codeLine: (name) => [
    `<pre><span class="${name}">a</span><span class="${name}">b</span></pre>`,
    '```\na\nb\n```',
  ],
  lineNumbers: (name) => [`<pre><span class="${name}">1</span>a</pre>`, '```\na\n```'],
  shownFormula: (name) => [
    `<p><span class="${name}">x2</span><script type="math/tex">x^2</script></p>`,
    '$x^2$',
  ],
  formula: (name) => [String.raw`<p><span class="${name}">\(x^2\)</span></p>`, '$x^2$'],
  formulaPicture: (name) => [`<p><img class="${name}" src="/x.png" alt="x^2"></p>`, '$x^2$'],
  repeated: (name) => [`<p>Text <img class="${name}" src="/x.png" alt="x"></p>`, 'Text'],
  placing: (name) => [
    `<div class="${name}"><table><tr><td>Note</td><td>Text</td></tr><tr><td>a</td><td>b</td></tr></table></div>`,
    'Note\n\nText\n\na\n\nb',
  ],
  declaration: (name) => [
    `<table class="${name}"><tr><td>int f</td><td>(</td><td>int a</td></tr><tr><td>)</td></tr></table>`,
    'int f ( int a )',
  ],
  divisionTable: (name) => [
    `<div class="${name}"><div>Name</div><div class="col-last">Text</div><div>a</div><div class="col-last">b</div></div>`,
    '| Name | Text |\n| --- | --- |\n| a | b |',
  ],
  rows: (name) => [
    `<table class="${name}"><tr><td>int</td><td>a</td></tr><tr><td>int</td><td>b</td></tr></table>`,
    'int a\n\nint b',
  ],
}

/** Classes for the patterns that are no class themselves. */
const examples: Readonly<Record<string, string>> = {
  [String.raw`(?:mw-)?editsection\S*`]: 'mw-editsection-like',
  [String.raw`material-icons\S*`]: 'material-icons-outlined',
  [String.raw`material-symbols-\S+`]: 'material-symbols-rounded',
  'screen-reader-(?:text|only)': 'screen-reader-text',
  [String.raw`(?:[\w-]+-)?visually-?hidden\S*`]: 'u-visuallyhidden',
  [String.raw`visible-print\S*`]: 'visible-print-block',
  'skip-?link': 'skip-link',
  [String.raw`(?:(?!toc|nav|menu)[\w-]+-)?anchor(?:-link)?`]: 'heading-anchor',
  'jp-(?:In|Out)putPrompt': 'jp-InputPrompt',
  '(?:cm-|code-|token-|highlight-|lake-preview-)?line': 'token-line',
  '(?:rouge-)?gutter': 'rouge-gutter',
  'line-numbers-(?:rows|wrapper)': 'line-numbers-rows',
  'line-?number': 'line-number',
  'MathJax(?:_Display|_SVG|_SVG_Display|_CHTML|_MathML)?': 'MathJax_SVG',
  'js-(?:inline|display)-math': 'js-inline-math',
  [String.raw`mwe-math\S*`]: 'mwe-math-fallback-image-inline',
  [String.raw`themedComponent--dark\S*`]: 'themedComponent--dark_xIcU',
}

const signs = CLASS_SIGNS.flatMap(({ says, names }) => names.map((name) => ({ says, name })))

it.each(signs)('an element of the class $name is read as $says', ({ says, name }) => {
  const className = examples[name] ?? name
  expect(className).toMatch(new RegExp(`^(?:${name})$`))
  const [html, markdown] = pages[says](className)
  expect(toMarkdown(html)).toBe(markdown)
})

it('keeps a long text in an element that its class shows only on paper: some pages say so of their content', () => {
  const text = 'All of the page is in here. '.repeat(100).trim()
  expect(toMarkdown(`<h1>A</h1><div class="print-only"><p>${text}</p></div>`)).toBe(`# A\n\n${text}`)
})
