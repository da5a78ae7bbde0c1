// Gradient boosting of small decision trees on binned features (Friedman 2001; leaf-wise as LightGBM grows them).

const BINS = 64

/** Makes numbers from a seed, the same on every run (mulberry32). */
function seeded(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The bounds between bins of one feature: so many values lie in each, as far as values differ. */
function boundsOf(values) {
  const sorted = Float32Array.from(values).sort()
  const bounds = []
  for (let bin = 1; bin < BINS; bin++) {
    const bound = sorted[Math.floor((bin * sorted.length) / BINS)]
    if (bound > (bounds.at(-1) ?? sorted[0])) bounds.push(bound)
  }
  return bounds
}

function binOf(bounds, value) {
  let low = 0
  let high = bounds.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (bounds[middle] <= value) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Trains trees that tell blocks of content from others. `rows` holds the features one block after another; a block whose
 * feature is below a node's bound goes left. Returns the trees as nested nodes `{ feature, bound, left, right, gain }` or
 * leaves `{ value }`, whose sum over all trees is the log odds.
 */
export function trainForest({ rows, width, labels, weights, pages }, settings) {
  const { trees, leaves, rate, smoothing, minRows, minPages, featureShare, pageShare, seed, onTree } =
    settings
  const count = labels.length
  const random = seeded(seed)
  const bounds = []
  const bins = []
  for (let feature = 0; feature < width; feature++) {
    const values = new Float32Array(count)
    for (let row = 0; row < count; row++) values[row] = rows[row * width + feature]
    bounds.push(boundsOf(values))
    bins.push(Uint8Array.from(values, (value) => binOf(bounds[feature], value)))
  }
  const scores = new Float64Array(count)
  const slopes = new Float64Array(count)
  const curves = new Float64Array(count)
  const pageCount = pages.reduce((most, page) => Math.max(most, page), 0) + 1
  const forest = []
  for (let tree = 0; tree < trees; tree++) {
    for (let row = 0; row < count; row++) {
      const odds = 1 / (1 + Math.exp(-scores[row]))
      slopes[row] = weights[row] * (odds - labels[row])
      curves[row] = weights[row] * odds * (1 - odds)
    }
    const isIn = Array.from({ length: pageCount }, () => random() < pageShare)
    const sample = Uint32Array.from(
      Array.from({ length: count }, (_, row) => row).filter((row) => isIn[pages[row]]),
    )
    const features = [...bins.keys()].filter(() => random() < featureShare)
    const grown = growTree(
      { sample, features, bins, bounds, slopes, curves, pages },
      { leaves, smoothing, minRows, minPages },
    )
    shrink(grown, rate)
    forest.push(grown)
    for (let row = 0; row < count; row++) scores[row] += valueOf(grown, rows, row * width)
    onTree?.(tree, forest)
  }
  return forest
}

/** Returns a tree's answer for the row of features that begins at `from`. */
export function valueOf(tree, rows, from) {
  let node = tree
  while (node.value === undefined) node = rows[from + node.feature] < node.bound ? node.left : node.right
  return node.value
}

function shrink(node, rate) {
  if (node.value === undefined) for (const child of [node.left, node.right]) shrink(child, rate)
  else node.value *= rate
}

function growTree(data, limits) {
  const root = openLeaf(data, data.sample, histograms(data, data.sample), limits)
  const open = [root]
  for (let leaves = 1; leaves < limits.leaves; leaves++) {
    let best
    for (const leaf of open)
      if (leaf.split !== undefined && (best === undefined || leaf.split.gain > best.split.gain)) best = leaf
    if (best === undefined) break
    open.splice(open.indexOf(best), 1, ...divide(data, best, limits))
  }
  for (const leaf of open) {
    leaf.node.value = -leaf.slope / (leaf.curve + limits.smoothing)
  }
  return root.node
}

function divide(data, { node, rows, histogram, split }, limits) {
  const bins = data.bins[split.feature]
  const left = rows.filter((row) => bins[row] < split.bin)
  const right = rows.filter((row) => bins[row] >= split.bin)
  const isLeftSmaller = left.length <= right.length
  const small = histograms(data, isLeftSmaller ? left : right)
  // The larger side is what the smaller one leaves of both.
  const large = histogram
  for (let at = 0; at < large.length; at++) large[at] -= small[at]
  const sides = [
    openLeaf(data, left, isLeftSmaller ? small : large, limits),
    openLeaf(data, right, isLeftSmaller ? large : small, limits),
  ]
  Object.assign(node, {
    feature: split.feature,
    bound: data.bounds[split.feature][split.bin - 1],
    gain: split.gain,
    left: sides[0].node,
    right: sides[1].node,
  })
  return sides
}

/** For each feature and bin: slopes, curves and rows. */
function histograms({ features, bins, slopes, curves }, rows) {
  const sums = new Float64Array(features.length * BINS * 3)
  for (const [index, feature] of features.entries()) {
    const binned = bins[feature]
    const from = index * BINS * 3
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]
      const place = from + binned[row] * 3
      sums[place] += slopes[row]
      sums[place + 1] += curves[row]
      sums[place + 2]++
    }
  }
  return sums
}

function openLeaf(data, rows, histogram, limits) {
  let slope = 0
  let curve = 0
  for (const row of rows) {
    slope += data.slopes[row]
    curve += data.curves[row]
  }
  const leaf = { node: {}, rows, histogram, slope, curve, split: undefined }
  if (rows.length >= 2 * limits.minRows) leaf.split = bestSplit(data, leaf, limits)
  return leaf
}

function bestSplit(data, { rows, histogram, slope, curve }, limits) {
  const splits = []
  const { smoothing, minRows } = limits
  const parent = slope ** 2 / (curve + smoothing)
  for (const [index, feature] of data.features.entries()) {
    let [leftSlope, leftCurve, leftRows] = [0, 0, 0]
    let best
    for (let bin = 1; bin <= data.bounds[feature].length; bin++) {
      const place = (index * BINS + bin - 1) * 3
      leftSlope += histogram[place]
      leftCurve += histogram[place + 1]
      leftRows += histogram[place + 2]
      if (leftRows < minRows || rows.length - leftRows < minRows) continue
      const gain =
        leftSlope ** 2 / (leftCurve + smoothing) +
        (slope - leftSlope) ** 2 / (curve - leftCurve + smoothing) -
        parent
      if (gain > 1e-6 && (best === undefined || gain > best.gain)) best = { feature, bin, gain }
    }
    if (best !== undefined) splits.push(best)
  }
  // A leaf must cover many pages: a split that holds for a few of them does not generalize.
  return splits
    .toSorted((one, other) => other.gain - one.gain)
    .slice(0, 5)
    .find((split) => isOfManyPages(data, rows, split, limits.minPages))
}

function isOfManyPages({ bins, pages }, rows, { feature, bin }, least) {
  const sides = [new Set(), new Set()]
  for (const row of rows) {
    const side = sides[bins[feature][row] < bin ? 0 : 1]
    if (side.size < least) side.add(pages[row])
  }
  return sides.every(({ size }) => size >= least)
}
