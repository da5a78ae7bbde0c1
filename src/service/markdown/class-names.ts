/** Returns the pattern of classes with one of these words. */
function anyOf(words: string): RegExp {
  return new RegExp(String.raw`(?:^|\s)(?:${words})(?:\s|$)`)
}

/** The classes that tools give to elements, by their meanings. */
const CLASSES = {
  /** In wikis, to edit a section, or back from a note to its number; in Dokka, after something was copied. */
  tool: anyOf(
    String.raw`mw-cite-backlink|(?:mw-)?editsection\S*|secedit|section-edit|edit-section|copy-popup-wrapper`,
  ),
  /** Its text is the name of a picture in a font: Google, Angular. */
  icon: anyOf(String.raw`material-icons\S*|material-symbols-\S+|google-symbols|mat-ligature-font`),
  forScreenReaders: anyOf(
    String.raw`sr-only|a-offscreen|screen-reader-(?:text|only)|assistive-text|(?:[\w-]+-)?visually-?hidden\S*`,
  ),
  /** Hidden at all widths, by Bootstrap and Tailwind; to show it for printing or in the dark does not count. */
  hidden:
    /^(?![^]*(?:(?<!print|dark):(?:block|flex|grid|inline|table|contents)|d-(?:sm|md|lg|xl|xxl)-(?!none)))(?:[^]*\s)?(?:d-none|hidden)(?:\s|$)/,
  /** Shown only on paper, as a copy of text on the screen: Jupyter Book, Bootstrap. */
  printed: anyOf(String.raw`onlyprint|only-print|print-only|visible-print\S*`),
  /** From a heading to itself; links that skip to the content are equally useless. */
  permalink: anyOf(
    String.raw`headerlink|permalink|hash-link|anchorjs-link|skip-?link|mw-jump-link|(?:(?!toc|nav|menu)[\w-]+-)?anchor(?:-link)?`,
  ),
  /** The numbers of inputs and outputs in notebooks. */
  prompt: anyOf('prompt|jp-(?:In|Out)putPrompt'),
  /** After code, with its language or to copy it: Antora, Prism. */
  toolbar: anyOf('source-toolbox|toolbar'),
  /** Code that is not in `pre`: Doxygen, Writerside, CodeMirror, W3Schools, Mermaid. */
  code: anyOf('fragment|code-block|cm-content|w3-code|mermaid'),
  /** Lines of code that only styles separate, and the bounds of a type in rustdoc. */
  codeLine: anyOf('(?:cm-|code-|token-|highlight-|lake-preview-)?line|where'),
  /** Rouge, Pygments, Hexo, Chroma, highlight.js, Prism, Shiki, GitHub, YARD. */
  lineNumbers: anyOf(
    'lineno|linenos|linenodiv|(?:rouge-)?gutter|hljs-ln-numbers|line-numbers-(?:rows|wrapper)|line-?number|ln|lnt|lntd|blob-num|' +
      'crayon-nums|lines',
  ),
  /** A formula as MathJax 2 shows it, before the script that holds it. */
  shownFormula: anyOf('MathJax(?:_Display|_SVG|_SVG_Display|_CHTML|_MathML)?|mjx-chtml'),
  /** Formulas in delimiters: Sphinx, Pandoc, Arithmatex, Asciidoctor, Stack Exchange, GitHub. */
  formula: anyOf('math|arithmatex|stemblock|math-container|js-(?:inline|display)-math'),
  /** Pictures of formulas, described by TeX: WordPress, Sphinx, Moodle. */
  formulaPicture: anyOf('latex|math|texrender'),
  /** Pictures that a page also has in another form: formulas of Wikipedia, and pictures for dark pages. */
  repeated: anyOf(String.raw`mwe-math\S*|themedComponent--dark\S*|dark:block|light:sl-hidden|only-dark`),
  /** Tables, or elements around them, for callouts, lists and formulas: Asciidoctor, LaTeXML. */
  placing: anyOf('admonitionblock|hdlist|ltx_eqn_table'),
  /** Tables whose cells are parts of a line: the whole table in a declaration of Doxygen, else each row. */
  declaration: anyOf('memname'),
  /** A table of javadoc, whose cells are `div` too. */
  divisionTable: anyOf('summary-table'),
  rows: anyOf('memberdecls|colist'),
}

export type ClassMeaning = keyof typeof CLASSES

const MEANINGS = Object.entries(CLASSES) as [ClassMeaning, RegExp][]

export function meaningsOf(className: string): ReadonlySet<ClassMeaning> {
  return new Set(MEANINGS.flatMap(([meaning, pattern]) => (pattern.test(className) ? meaning : [])))
}
