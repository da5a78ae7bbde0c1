// Main content compared with WCXB (Web Content Extraction Benchmark): word F1 by type of page.
//   npm run bench -- content DIR [--worst N] [--in-process | --two-fold]
// DIR is a checkout of the benchmark. Only its pages for development are read. They are served on this machine and crawled.
// With `--in-process` they are read without a crawl, which takes a tenth of the time.
//
// The trees that judge main content were trained on all of these pages. `--two-fold` measures pages outside of the training
// set: it trains trees on each half of the pages and asks them about the other half. Its F1 is the one to improve. The test
// pages of the benchmark do not help, because 27 % of them are also pages for development.
import { parseArgs } from 'node:util'
import { readPages } from './content/pages.mjs'
import { markdownWords, scoreWords } from './content/word-score.mjs'

const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: {
    worst: { type: 'string', default: '0' },
    'in-process': { type: 'boolean', default: false },
    'two-fold': { type: 'boolean', default: false },
  },
})

const GOALS = {
  all: 0.88,
  article: 0.94,
  documentation: 0.95,
  service: 0.86,
  forum: 0.82,
  collection: 0.75,
  listing: 0.74,
  product: 0.68,
}
/** A page with less is as good as lost. */
const LOST = 0.3

function printTable(pages) {
  console.log(`${'type'.padEnd(14)} pages     F1   goal  precision  recall  below ${LOST}`)
  for (const [type, goal] of Object.entries(GOALS)) {
    const scores = pages.filter((page) => type === 'all' || page.type === type).map(({ score }) => score)
    if (scores.length === 0) continue
    const mean = (figure) => scores.reduce((sum, score) => sum + score[figure], 0) / scores.length
    const lost = scores.filter(({ f1 }) => f1 < LOST).length
    const figures = [mean('f1'), goal, mean('precision'), mean('recall')].map((figure) => figure.toFixed(3))
    const [f1, bar, precision, recall] = figures
    console.log(
      `${type.padEnd(14)} ${String(scores.length).padStart(5)}  ${f1}  ${bar}      ${precision}   ${recall}  ${String(lost).padStart(9)}`,
    )
  }
}

function printWorst(pages, count) {
  const worst = pages.toSorted((one, other) => one.score.f1 - other.score.f1).slice(0, count)
  for (const { name, type, score } of worst)
    console.log(
      `${name}  ${type.padEnd(14)} ${score.f1.toFixed(3)}  precision ${score.precision.toFixed(3)}  recall ${score.recall.toFixed(3)}`,
    )
}

const [directory] = positionals
if (directory === undefined) throw new Error('Say where the benchmark is: npm run bench -- content DIR')
const pages = readPages(directory)
const reader = values['two-fold'] ? 'two-fold' : values['in-process'] ? 'read-pages' : 'crawl-pages'
const { readMarkdown } = await import(`./content/${reader}.mjs`)
const markdown = await readMarkdown(pages)
const scored = pages.map((page) => ({
  ...page,
  score: scoreWords(markdownWords(markdown.get(page.name) ?? ''), page.reference),
}))
printTable(scored)
printWorst(scored, Number(values.worst))
