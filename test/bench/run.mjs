// npm run bench [-- NAME ... [--option value ...]]: the measurements, each beside its peers. They report; no test asserts a
// time. What follows the names belongs to the measurement; without a name all are taken that need nothing more, of which
// the crawls last most of an hour.
const all = ['validate', 'apply', 'output', 'frontier', 'scale', 'shared', 'crawl']
const known = [...all, 'changes', 'content', 'costs', 'lsp', 'many', 'markdown', 'memory']
const words = process.argv.slice(2)
const rest = words.findIndex((word) => !known.includes(word))
const names = rest === -1 ? words : words.slice(0, rest)
// Most of an hour is no answer to a question.
if (words.includes('--help')) {
  console.log(
    `npm run bench [-- NAME ... [--option value ...]], of ${known.join(', ')}. docs/contributing.md says more.`,
  )
  process.exit()
}
if (names.length === 0 && words.length > 0 && !words[0].startsWith('--'))
  throw new Error(`There is no measurement "${words[0]}"; there are ${known.join(', ')}.`)
for (const name of names.length > 0 ? names : all) await import(`./${name}.mjs`)
