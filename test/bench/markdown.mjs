// npm run bench -- markdown: how many small pages each converter turns into Markdown that a renderer of CommonMark shows as
// the page is, by what they are about. The pages and what counts as shown are in test/support/markdown-cases.ts and
// markdown-blocks.ts; test/service/markdown/peers.test.ts asks the same.
import { loadSource } from '../../scripts/load-source.mjs'

const { cases, createConverters, scoresOf } = await loadSource({
  compare: '../test/support/compare-markdown.ts',
})
const scores = scoresOf(createConverters())
const names = Object.keys(Object.values(scores)[0] ?? {})
const line = (...cells) => console.log(`| ${cells.join(' | ')} |`)
line('about', 'pages', ...names)
line('---', '---', ...names.map(() => '---'))
for (const [group, counts] of Object.entries(scores))
  line(group, cases[group].length, ...names.map((name) => counts[name]))
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0)
line(
  'all',
  sum(Object.values(cases).map(({ length }) => length)),
  ...names.map((name) => sum(Object.values(scores).map((counts) => counts[name]))),
)
