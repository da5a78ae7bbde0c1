/** After this many trees, an answer that is clear enough (in thousandths of log odds) is final. */
const FIRST_TREES = 30
const CLEAR_ANSWER = 2500

/** Decision trees whose answers are added up. Nodes are numbers; each is followed by its first branch. */
export type Forest = Readonly<ReturnType<typeof parseForest>>

/**
 * Parses the trees in `forest.gen.ts`: one in a line, each node before its branches. `7<0.5` is a node whose first branch
 * follows and counts if feature 7 is below 0.5; the other branch follows that one. A number alone is a leaf's answer.
 */
export function parseForest(text: string) {
  const lines = text.trim().split('\n')
  const nodes = lines.map((line) => line.trim().split(' '))
  const count = nodes.reduce((sum, { length }) => sum + length, 0)
  const forest = {
    roots: new Int32Array(lines.length),
    /** The number of the feature that a node looks at; -1 for a leaf. */
    features: new Int16Array(count),
    /** Below its bound a node leads to the next node, else to `others`. A leaf has its answer here. */
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

/** Adds the node at `at` with its branches. Returns the place of the node after them. */
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

/** Adds up answers about a row of features, in thousandths of log odds. Stops early if the first trees leave no doubt. */
export function askForest({ roots, features, bounds, others }: Forest, row: ArrayLike<number>): number {
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
