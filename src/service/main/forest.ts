/** After this many trees, an answer that is clear enough (in thousandths of log odds) is final. */
const FIRST_TREES = 30
const CLEAR_ANSWER = 2500

/** Trees whose answers are added up. */
export interface Forest {
  /** Where each tree begins. */
  readonly roots: Int32Array
  /** What a node asks of: a feature by number, or -1 where it is a leaf. */
  readonly features: Int16Array
  /** Below it a node leads to the node behind it, else to `others`; of a leaf, its answer. */
  readonly bounds: Float64Array
  readonly others: Int32Array
}

/**
 * Reads trees as `forest.gen.ts` has them, one a line, each node before what stands below it: `7<0.5` leads to the next node
 * where feature 7 is below 0.5, and else to the one behind all that hangs there; a number alone is a leaf's answer.
 */
export function parseForest(text: string): Forest {
  const lines = text.trim().split('\n')
  const nodes = lines.map((line) => line.trim().split(' '))
  const count = nodes.reduce((sum, { length }) => sum + length, 0)
  const forest = {
    roots: new Int32Array(lines.length),
    features: new Int16Array(count),
    bounds: new Float64Array(count),
    others: new Int32Array(count),
  }
  let at = 0
  for (const [index, words] of nodes.entries()) {
    forest.roots[index] = at
    placeNode(forest, words, at, at)
    at += words.length
  }
  return forest
}

/** Places the node at `at` and all below it; the answer is where the next one stands. */
function placeNode(forest: Forest, words: readonly string[], root: number, at: number): number {
  const [first = '', bound] = (words[at - root] ?? '').split('<')
  if (bound === undefined) {
    forest.features[at] = -1
    forest.bounds[at] = Number(first)
    return at + 1
  }
  forest.features[at] = Number(first)
  forest.bounds[at] = Number(bound)
  const other = placeNode(forest, words, root, at + 1)
  forest.others[at] = other
  return placeNode(forest, words, root, other)
}

/**
 * Adds up the trees' answers about a row of features. The first trees say most: if they leave no doubt, the others are not
 * asked.
 */
export function askForest({ roots, features, bounds, others }: Forest, row: Float64Array): number {
  let sum = 0
  for (let tree = 0; tree < roots.length; tree++) {
    if (tree === FIRST_TREES && Math.abs(sum) > CLEAR_ANSWER) break
    let at = roots[tree] ?? 0
    for (let feature = features[at] ?? -1; feature >= 0; feature = features[at] ?? -1)
      at = (row[feature] ?? 0) < (bounds[at] ?? 0) ? at + 1 : (others[at] ?? 0)
    sum += bounds[at] ?? 0
  }
  return sum
}
