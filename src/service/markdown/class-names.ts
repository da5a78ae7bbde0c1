/** Classes that tools give to elements, and what an element with one of them is. Each name is a pattern of a whole class. */
export const CLASS_SIGNS = [
  // To edit a section, or back from a note to its number; in Dokka, after something was copied.
  {
    says: 'tool',
    tools: 'MediaWiki, DokuWiki, Dokka',
    names: [
      'mw-cite-backlink',
      String.raw`(?:mw-)?editsection\S*`,
      'secedit',
      'section-edit',
      'edit-section',
      'copy-popup-wrapper',
    ],
  },
  // Its text is the name of a picture in a font.
  {
    says: 'icon',
    tools: 'Google, Angular',
    names: [
      String.raw`material-icons\S*`,
      String.raw`material-symbols-\S+`,
      'google-symbols',
      'mat-ligature-font',
    ],
  },
  {
    says: 'forScreenReaders',
    tools: 'Bootstrap, WordPress, Amazon, Salesforce',
    names: [
      'sr-only',
      'a-offscreen',
      'screen-reader-(?:text|only)',
      'assistive-text',
      String.raw`(?:[\w-]+-)?visually-?hidden\S*`,
    ],
  },
  // Hidden at some widths. One that is shown at another width is not hidden (`SHOWN`).
  { says: 'hidden', tools: 'Bootstrap, Tailwind', names: ['d-none', 'hidden'] },
  // Shown only on paper, as a copy of text on the screen.
  {
    says: 'printed',
    tools: 'Jupyter Book, Bootstrap',
    names: ['onlyprint', 'only-print', 'print-only', String.raw`visible-print\S*`],
  },
  // From a heading to itself; links that skip to the content are equally useless.
  {
    says: 'permalink',
    tools: 'Sphinx, Docusaurus, AnchorJS, MediaWiki, GitHub',
    names: [
      'headerlink',
      'permalink',
      'hash-link',
      'anchorjs-link',
      'skip-?link',
      'mw-jump-link',
      String.raw`(?:(?!toc|nav|menu)[\w-]+-)?anchor(?:-link)?`,
    ],
  },
  // The numbers of inputs and outputs in notebooks.
  { says: 'prompt', tools: 'Jupyter', names: ['prompt', 'jp-(?:In|Out)putPrompt'] },
  // After code, with its language or to copy it.
  { says: 'toolbar', tools: 'Antora, Prism', names: ['source-toolbox', 'toolbar'] },
  // Code that is not in `pre`.
  {
    says: 'code',
    tools: 'Doxygen, Writerside, CodeMirror, W3Schools, Mermaid',
    names: ['fragment', 'code-block', 'cm-content', 'w3-code', 'mermaid'],
  },
  // Lines of code that only styles separate, and the bounds of a type in rustdoc.
  {
    says: 'codeLine',
    tools: 'CodeMirror, Shiki, Prism, highlight.js, Yuque, rustdoc',
    names: ['(?:cm-|code-|token-|highlight-|lake-preview-)?line', 'where'],
  },
  {
    says: 'lineNumbers',
    tools: 'Rouge, Pygments, Hexo, Chroma, highlight.js, Prism, Shiki, GitHub, YARD, Crayon',
    names: [
      'lineno',
      'linenos',
      'linenodiv',
      '(?:rouge-)?gutter',
      'hljs-ln-numbers',
      'line-numbers-(?:rows|wrapper)',
      'line-?number',
      'ln',
      'lnt',
      'lntd',
      'blob-num',
      'crayon-nums',
      'lines',
    ],
  },
  // A formula as it is shown, before the script that holds it.
  {
    says: 'shownFormula',
    tools: 'MathJax 2',
    names: ['MathJax(?:_Display|_SVG|_SVG_Display|_CHTML|_MathML)?', 'mjx-chtml'],
  },
  // Formulas in delimiters.
  {
    says: 'formula',
    tools: 'Sphinx, Pandoc, Arithmatex, Asciidoctor, Stack Exchange, GitHub',
    names: ['math', 'arithmatex', 'stemblock', 'math-container', 'js-(?:inline|display)-math'],
  },
  // Pictures of formulas, described by TeX.
  { says: 'formulaPicture', tools: 'WordPress, Sphinx, Moodle', names: ['latex', 'math', 'texrender'] },
  // Pictures that a page also has in another form: formulas, and pictures for dark pages.
  {
    says: 'repeated',
    tools: 'Wikipedia, Docusaurus, Tailwind, Starlight, Material for MkDocs',
    names: [
      String.raw`mwe-math\S*`,
      String.raw`themedComponent--dark\S*`,
      'dark:block',
      'light:sl-hidden',
      'only-dark',
    ],
  },
  // Tables, or elements around them, for callouts, lists and formulas.
  { says: 'placing', tools: 'Asciidoctor, LaTeXML', names: ['admonitionblock', 'hdlist', 'ltx_eqn_table'] },
  // Tables whose cells are parts of a line: the whole table in a declaration, else each row.
  { says: 'declaration', tools: 'Doxygen', names: ['memname'] },
  // A table whose cells are `div` too.
  { says: 'divisionTable', tools: 'javadoc', names: ['summary-table'] },
  { says: 'rows', tools: 'Doxygen, Asciidoctor', names: ['memberdecls', 'colist'] },
] as const

/** The classes of Bootstrap and Tailwind that show an element at some width; to show it for printing or in the dark does not count. */
const SHOWN = /(?<!print|dark):(?:block|flex|grid|inline|table|contents)|d-(?:sm|md|lg|xl|xxl)-(?!none)/

export type ClassMeaning = (typeof CLASS_SIGNS)[number]['says']

/** Each meaning is a bit. */
const BITS = Object.fromEntries(CLASS_SIGNS.map(({ says }, index) => [says, 1 << index])) as Record<
  ClassMeaning,
  number
>
const PATTERNS = CLASS_SIGNS.map(({ names }) => patternOf(names))
/** Most classes have no meaning, and are not asked about each. */
const ANY = patternOf(CLASS_SIGNS.flatMap(({ names }) => names))

function patternOf(names: readonly string[]): RegExp {
  return new RegExp(String.raw`(?:^|\s)(?:${names.join('|')})(?:\s|$)`)
}

/** Returns the meanings of a class as bits. */
export function meaningsOf(className: string): number {
  if (!ANY.test(className)) return 0
  const bits = PATTERNS.reduce((sum, pattern, index) => sum | (pattern.test(className) ? 1 << index : 0), 0)
  return SHOWN.test(className) ? bits & ~BITS.hidden : bits
}

export function hasMeaning(bits: number, meaning: ClassMeaning): boolean {
  return (bits & BITS[meaning]) !== 0
}
