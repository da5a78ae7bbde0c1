const PREFIXED = /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*)([A-Za-z][\w+#.-]*)/
const NO_LANGUAGE = new Set([
  'default',
  'none',
  'text',
  'plain',
  'plaintext',
  'nohighlight',
  'block',
  'wrapper',
  'container',
])
/** Names of highlighters, which are not languages. */
const SAME_AS = new Map([
  ['python3', 'python'],
  ['ipython', 'python'],
  ['ipython3', 'python'],
  ['py3', 'python'],
])
/** Languages that documentation tools write as a bare class: rustdoc, pandoc, highlight.js, SyntaxHighlighter. */
const BARE = new Set(
  (
    'rust python py javascript js typescript ts java kotlin c cpp csharp go ruby php swift scala bash sh shell console json ' +
    'yaml toml xml html css scss sql diff ini dockerfile makefile haskell ocaml perl lua r julia elixir erlang clojure'
  ).split(' '),
)

/** Returns the language that the class of a code block, or of the element around it, names; undefined for none. */
function codeLanguage(className: string): string | undefined {
  const prefixed = PREFIXED.exec(className)?.[1]?.toLowerCase()
  if (prefixed !== undefined)
    return NO_LANGUAGE.has(prefixed) ? undefined : (SAME_AS.get(prefixed) ?? prefixed)
  return className.split(/\s+/).find((word) => BARE.has(word))
}

/** Returns the language that an element names by an attribute or its class. */
export function languageOf(attribute: (name: string) => string | undefined): string | undefined {
  const named = attribute('data-lang') ?? attribute('data-language') ?? attribute('lang')
  if (named !== undefined && /^[A-Za-z][\w+#.-]{0,30}$/.test(named)) return named.toLowerCase()
  return codeLanguage(attribute('class') ?? '')
}

/** Returns the language that a wrapper names for the block inside; bare words mean other things there. */
export function wrapperLanguage(className: string): string | undefined {
  const hexo = /^highlight (?!highlight-|language-)([a-z][\w+#-]*)$/.exec(className)?.[1]
  if (hexo !== undefined) return NO_LANGUAGE.has(hexo) ? undefined : hexo
  if (!className.includes('highlight-') && !className.includes('language-')) return undefined
  return codeLanguage(className.replaceAll(/(?:^|\s)(?!highlight-|language-)\S+/g, ' '))
}
