/** The classes that tools give to elements, as the words of a pattern, by their meanings. */
const CLASSES = {
  /** In wikis, to edit a section, or back from a note to its number; in Dokka, after something was copied. */
  tool: String.raw`mw-cite-backlink|(?:mw-)?editsection\S*|secedit|section-edit|edit-section|copy-popup-wrapper`,
  /** Its text is the name of a picture in a font: Google, Angular. */
  icon: String.raw`material-icons\S*|material-symbols-\S+|google-symbols|mat-ligature-font`,
  forScreenReaders: String.raw`sr-only|a-offscreen|screen-reader-(?:text|only)|assistive-text|(?:[\w-]+-)?visually-?hidden\S*`,
  /** Hidden at some widths, by Bootstrap and Tailwind. One that is shown at another width is not hidden (`SHOWN`). */
  hidden: 'd-none|hidden',
  /** Shown only on paper, as a copy of text on the screen: Jupyter Book, Bootstrap. */
  printed: String.raw`onlyprint|only-print|print-only|visible-print\S*`,
  /** From a heading to itself; links that skip to the content are equally useless. */
  permalink: String.raw`headerlink|permalink|hash-link|anchorjs-link|skip-?link|mw-jump-link|(?:(?!toc|nav|menu)[\w-]+-)?anchor(?:-link)?`,
  /** The numbers of inputs and outputs in notebooks. */
  prompt: 'prompt|jp-(?:In|Out)putPrompt',
  /** After code, with its language or to copy it: Antora, Prism. */
  toolbar: 'source-toolbox|toolbar',
  /** Code that is not in `pre`: Doxygen, Writerside, CodeMirror, W3Schools, Mermaid. */
  code: 'fragment|code-block|cm-content|w3-code|mermaid',
  /** Lines of code that only styles separate, and the bounds of a type in rustdoc. */
  codeLine: '(?:cm-|code-|token-|highlight-|lake-preview-)?line|where',
  /** Rouge, Pygments, Hexo, Chroma, highlight.js, Prism, Shiki, GitHub, YARD. */
  lineNumbers:
    'lineno|linenos|linenodiv|(?:rouge-)?gutter|hljs-ln-numbers|line-numbers-(?:rows|wrapper)|line-?number|ln|lnt|lntd|blob-num|' +
    'crayon-nums|lines',
  /** A formula as MathJax 2 shows it, before the script that holds it. */
  shownFormula: 'MathJax(?:_Display|_SVG|_SVG_Display|_CHTML|_MathML)?|mjx-chtml',
  /** Formulas in delimiters: Sphinx, Pandoc, Arithmatex, Asciidoctor, Stack Exchange, GitHub. */
  formula: 'math|arithmatex|stemblock|math-container|js-(?:inline|display)-math',
  /** Pictures of formulas, described by TeX: WordPress, Sphinx, Moodle. */
  formulaPicture: 'latex|math|texrender',
  /** Pictures that a page also has in another form: formulas of Wikipedia, and pictures for dark pages. */
  repeated: String.raw`mwe-math\S*|themedComponent--dark\S*|dark:block|light:sl-hidden|only-dark`,
  /** Tables, or elements around them, for callouts, lists and formulas: Asciidoctor, LaTeXML. */
  placing: 'admonitionblock|hdlist|ltx_eqn_table',
  /** Tables whose cells are parts of a line: the whole table in a declaration of Doxygen, else each row. */
  declaration: 'memname',
  /** A table of javadoc, whose cells are `div` too. */
  divisionTable: 'summary-table',
  rows: 'memberdecls|colist',
}

/** The classes of Bootstrap and Tailwind that show an element at some width; to show it for printing or in the dark does not count. */
const SHOWN = /(?<!print|dark):(?:block|flex|grid|inline|table|contents)|d-(?:sm|md|lg|xl|xxl)-(?!none)/

export type ClassMeaning = keyof typeof CLASSES

/** Each meaning is a bit. */
const BITS = Object.fromEntries(
  Object.keys(CLASSES).map((meaning, index) => [meaning, 1 << index]),
) as Record<ClassMeaning, number>
const PATTERNS = Object.values(CLASSES).map(patternOf)
/** Most classes have no meaning, and are not asked about each. */
const ANY = patternOf(Object.values(CLASSES).join('|'))

function patternOf(words: string): RegExp {
  return new RegExp(String.raw`(?:^|\s)(?:${words})(?:\s|$)`)
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
