// Which words of a page are those of a reference text, as a reader would match them: long passages first, in order.

/** Passages of so many words are looked for first, then shorter ones between them. */
const LENGTHS = [6, 3, 1]
/** Two stretches without a passage in common are compared word by word up to this size. */
const MAX_TABLE = 400_000
/** A passage that is found out of order. */
const STRAY = 4

/** Returns, for each text of a list, which share of its words the reference holds, 0 to 1. */
export function alignedShares(texts, reference) {
  const found = texts.flat()
  const hits = new Uint8Array(found.length)
  align({ found, reference, hits }, [0, found.length, 0, reference.length], 0)
  const passages = new Set(reference.map((_, at) => passage(reference, at, STRAY)))
  let start = 0
  return texts.map((words) => {
    const stray = new Uint8Array(words.length)
    for (let at = 0; at + STRAY <= words.length; at++)
      if (passages.has(passage(words, at, STRAY))) stray.fill(1, at, at + STRAY)
    const inOrder = hits.subarray(start, (start += words.length))
    return words.length === 0 ? 0 : Math.max(sum(inOrder), sum(stray)) / words.length
  })
}

function align(texts, [fromFound, toFound, fromReference, toReference], depth) {
  if (fromFound >= toFound || fromReference >= toReference) return
  const length = LENGTHS[depth]
  if (length === undefined) return compare(texts, [fromFound, toFound, fromReference, toReference])
  const { found, reference, hits } = texts
  const ours = onlyPassages(found, fromFound, toFound, length)
  const theirs = onlyPassages(reference, fromReference, toReference, length)
  const pairs = []
  for (const [text, at] of theirs) if (ours.get(text) >= 0 && at >= 0) pairs.push([ours.get(text), at])
  let [ourEnd, theirEnd] = [fromFound, fromReference]
  for (const [our, their] of longestRise(pairs.toSorted(([one], [other]) => one - other))) {
    if (our < ourEnd || their < theirEnd) continue
    align(texts, [ourEnd, our, theirEnd, their], depth + 1)
    hits.fill(1, our, our + length)
    ourEnd = our + length
    theirEnd = their + length
  }
  align(texts, [ourEnd, toFound, theirEnd, toReference], depth + 1)
}

/** Passages by their text, with where they are, or -1 where there are several. */
function onlyPassages(words, from, to, length) {
  const places = new Map()
  for (let at = from; at + length <= to; at++) {
    const text = passage(words, at, length)
    places.set(text, places.has(text) ? -1 : at)
  }
  return places
}

function passage(words, at, length) {
  return words.slice(at, at + length).join(' ')
}

/** The longest part of the pairs whose second numbers rise. */
function longestRise(pairs) {
  const ends = []
  const before = []
  for (const [index, [, value]] of pairs.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[ends[middle]][1] < value) low = middle + 1
      else high = middle
    }
    before[index] = ends[low - 1]
    ends[low] = index
  }
  const rise = []
  for (let at = ends.at(-1); at !== undefined; at = before[at]) rise.unshift(pairs[at])
  return rise
}

/** Marks a longest common subsequence of two short stretches. */
function compare({ found, reference, hits }, [fromFound, toFound, fromReference, toReference]) {
  const width = toReference - fromReference + 1
  if ((toFound - fromFound) * width > MAX_TABLE) return
  const best = new Uint16Array((toFound - fromFound + 1) * width)
  const at = (our, their) => (our - fromFound) * width + their - fromReference
  for (let our = toFound - 1; our >= fromFound; our--)
    for (let their = toReference - 1; their >= fromReference; their--)
      best[at(our, their)] =
        found[our] === reference[their]
          ? best[at(our + 1, their + 1)] + 1
          : Math.max(best[at(our + 1, their)], best[at(our, their + 1)])
  for (let our = fromFound, their = fromReference; our < toFound && their < toReference;) {
    if (found[our] === reference[their]) {
      hits[our++] = 1
      their++
    } else if (best[at(our + 1, their)] >= best[at(our, their + 1)]) our++
    else their++
  }
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
