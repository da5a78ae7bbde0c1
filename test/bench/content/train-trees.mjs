// Trains the trees that judge which blocks of a page are main content.
import { decodeHTML } from 'entities'
import { loadSource } from '../../../scripts/load-source.mjs'
import { alignedShares } from './align.mjs'
import { trainForest } from './forest.mjs'
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
  seed: 3,
}
/** The weight of long blocks and pages grows more slowly than their length. */
const DAMPING = 0.8
const LEAST_REFERENCE = 60
/** A block is content if at least this share of its words aligns with the reference text. */
const CONTENT_SHARE = 0.5
/** Leaves are written in thousandths of log odds. */
const UNIT = 1000

const { clearBlocks, createFeatures, FEATURES, joinStreamed, outlineOfContent, parsePage, UNCLEAR } =
  await loadSource({
    declared: 'service/main-content/declared-main.ts',
    features: 'service/main-content/block-features.ts',
    join: 'service/content/join-streamed.ts',
    main: 'service/main-content/main-content.ts',
    parse: 'service/page-tree/parse-page.ts',
  })

/**
 * Trains trees on pages of a benchmark. Returns the text of `forest.gen.ts`, and how much each feature contributes, as
 * pairs of a name and a share, largest first. The same pages and features give the same text.
 */
export function trainTrees(pages) {
  const forest = trainForest(gather(pages.map(describePage)), SETTINGS)
  const source = `// Written by test/bench/content/train.mjs: do not edit. forest.ts states the form of a tree.
// Features: ${FEATURES.join(', ')}
export const TREES: string = \`
${forest.map(written).join('\n')}
\`
`
  return { source, gains: gainsOf(forest) }
}

/** Describes the blocks of a page that the trees are asked about: their features, and whether they are content. */
function describePage({ html, reference }) {
  const tree = parsePage(joinStreamed(html().toString('utf8')))
  const { outline } = outlineOfContent(tree)
  const features = createFeatures(outline)
  const clear = clearBlocks(outline)
  const texts = outline.blocks.map(({ runs }) => words(decodeHTML(textOf(tree.html, runs))))
  const shares = alignedShares(texts, reference)
  const size = Math.max(LEAST_REFERENCE, reference.length)
  const weights = texts.map(({ length }) => (reference.length === 0 ? 0 : (length / size) ** DAMPING))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return outline.blocks.flatMap((block, index) => {
    if (clear[index] !== UNCLEAR) return []
    const row = Float32Array.from(features(block, index))
    const weight = weights[index] / Math.max(1, Math.sqrt(total))
    return [{ row, label: shares[index] >= CONTENT_SHARE ? 1 : 0, weight }]
  })
}

/** Returns the text of a block with a space between its elements: `<b>def</b> <i>turn</i>` is two words. */
function textOf(html, runs) {
  return runs
    .map(({ from, to }, index) => {
      const between = html.slice(runs[index - 1]?.to ?? from, from).replaceAll(/<[^>]*>/g, '')
      return (between === '' ? '' : ' ') + html.slice(from, to)
    })
    .join('')
}

function gather(described) {
  const blocks = described.flatMap((ofPage, page) => ofPage.map((block) => ({ ...block, page })))
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

function gainsOf(forest) {
  const gains = new Map()
  const add = ({ value, feature, gain, left, right }) => {
    if (value !== undefined) return
    gains.set(feature, (gains.get(feature) ?? 0) + gain)
    add(left)
    add(right)
  }
  for (const tree of forest) add(tree)
  const total = [...gains.values()].reduce((sum, gain) => sum + gain, 0)
  return [...gains]
    .toSorted(([, one], [, other]) => other - one)
    .map(([feature, gain]) => [FEATURES[feature], gain / total])
}
