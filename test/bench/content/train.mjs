// Trains the trees that tell main content from the rest, and writes them to src/service/main/forest.gen.ts.
//   node test/bench/content/train.mjs DIR [--half first|second]
// DIR is a checkout of WCXB (CC BY 4.0), of which only the pages for development are read. With one half of them, `npm run
// bench -- content DIR --half` with the other says how good the trees are on pages that they have not seen: what is to be kept
// has to be better either way round. What is delivered is trained on all of them. The same pages and the same features give
// the same trees.
//
// A page becomes blocks with features (src/service/main/block-features.ts). A block is content when at least half of its
// words align with the ground truth. Blocks weigh by their words and pages alike, so that a long page teaches no more than
// a short one. No leaf stands for blocks of fewer than 8 pages: what the trees know holds of many sites.
import { decodeHTML } from 'entities'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { alignedShares } from './align.mjs'
import { loadSource } from '../../../scripts/load-source.mjs'
import { trainForest } from './forest.mjs'
import { readPages } from './pages.mjs'
import { words } from './word-score.mjs'

const SETTINGS = {
  trees: 120,
  leaves: 16,
  rate: 0.2,
  smoothing: 5,
  minRows: 60,
  minPages: 8,
  featureShare: 0.7,
  pageShare: 0.8,
  seed: 1,
}
/** Of long blocks and pages the weight grows more slowly than their length. */
const DAMPING = 0.8
const LEAST_REFERENCE = 60
/** Leaves are written in thousandths of log odds. */
const UNIT = 1000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { half: { type: 'string' } },
})
const [directory] = positionals
if (directory === undefined)
  throw new Error('Say where the benchmark is: node test/bench/content/train.mjs DIR')
const {
  BlockFeatures,
  clearBlocks,
  countOutline,
  declaredOutline,
  FEATURES,
  joinStreamed,
  outlineOf,
  UNCLEAR,
} = await loadSource({
  declared: 'service/main/declared-main.ts',
  features: 'service/main/block-features.ts',
  find: 'service/main/find-main-content.ts',
  join: 'service/html/join-streamed.ts',
  reader: 'service/main/outline-reader.ts',
})

function outlineToJudge(text) {
  const declared = declaredOutline(text, () => false)
  if (declared === undefined) return outlineOf(text, () => false).outline
  countOutline(text, declared)
  return declared
}

/** The blocks that the trees will be asked about. */
function describePage({ html, reference }) {
  const text = joinStreamed(html().toString('utf8'))
  const outline = outlineToJudge(text)
  const features = new BlockFeatures(outline)
  const clear = clearBlocks(outline)
  const rows = outline.blocks.map((_, index) => {
    features.describe(index)
    return Float32Array.from(features.row)
  })
  const isAsked = outline.blocks.map((_, index) => clear[index] === UNCLEAR)
  const texts = outline.blocks.map(({ runs }) => words(decodeHTML(textOf(text, runs))))
  const shares = alignedShares(texts, reference)
  const size = Math.max(LEAST_REFERENCE, reference.length)
  const weights = texts.map(({ length }) => (reference.length === 0 ? 0 : (length / size) ** DAMPING))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const only = (list) => list.filter((_, index) => isAsked[index])
  return {
    rows: only(rows),
    shares: only([...shares]),
    weights: only(weights.map((weight) => weight / Math.max(1, Math.sqrt(total)))),
  }
}

/** The text of a block, with the space between its elements: `<b>def</b> <i>turn</i>` is two words. */
function textOf(html, runs) {
  let text = ''
  for (let index = 0; index < runs.length; index += 2) {
    const between = html.slice(runs[index - 1] ?? runs[0], runs[index]).replaceAll(/<[^>]*>/g, '')
    text += (between === '' ? '' : ' ') + html.slice(runs[index], runs[index + 1])
  }
  return text
}

function gather(described) {
  const blocks = described.flatMap(({ rows, shares, weights }, page) =>
    rows.map((row, index) => ({ row, page, label: shares[index] >= 0.5 ? 1 : 0, weight: weights[index] })),
  )
  const width = FEATURES.length
  const rows = new Float32Array(blocks.length * width)
  for (const [index, { row }] of blocks.entries()) rows.set(row, index * width)
  const mean = blocks.reduce((sum, { weight }) => sum + weight, 0) / blocks.length
  return {
    rows,
    width,
    labels: Float32Array.from(blocks, ({ label }) => label),
    weights: Float64Array.from(blocks, ({ weight }) => weight / mean),
    pages: Int32Array.from(blocks, ({ page }) => page),
  }
}

function written({ value, feature, bound, left, right }) {
  if (value !== undefined) return String(Math.round(value * UNIT))
  return `${feature}<${Number(bound.toPrecision(5))} ${written(left)} ${written(right)}`
}

/** How much each feature does, most first. */
function explain(forest) {
  const gains = new Map()
  const look = ({ value, feature, gain, left, right }) => {
    if (value !== undefined) return
    gains.set(feature, (gains.get(feature) ?? 0) + gain)
    look(left)
    look(right)
  }
  for (const tree of forest) look(tree)
  const total = [...gains.values()].reduce((sum, gain) => sum + gain, 0)
  for (const [feature, gain] of [...gains].toSorted(([, one], [, other]) => other - one))
    console.log(`${((100 * gain) / total).toFixed(2).padStart(6)} %  ${FEATURES[feature]}`)
}

const forest = trainForest(gather(readPages(directory, values.half).map(describePage)), SETTINGS)
writeFileSync(
  path.join(import.meta.dirname, '../../../src/service/main/forest.gen.ts'),
  `// Written by test/bench/content/train.mjs: do not edit. Its form is told in forest.ts, its features in block-features.ts.
// A text and not this text, which declarations for programs would repeat.
export const TREES: string = \`
${forest.map(written).join('\n')}
\`
`,
)
explain(forest)
