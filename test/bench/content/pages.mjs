import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { words } from './word-score.mjs'

/** Returns the pages of a benchmark's split for development. `isFirst` divides them into halves. */
export function readPages(directory) {
  const dev = path.join(directory, 'dev')
  return readdirSync(path.join(dev, 'ground-truth'))
    .toSorted()
    .map((file) => {
      const { _internal, ground_truth } = JSON.parse(
        readFileSync(path.join(dev, 'ground-truth', file), 'utf8'),
      )
      const name = path.basename(file, '.json')
      const type = _internal?.page_type?.primary ?? 'article'
      return {
        name,
        isFirst: isInFirstHalf(name),
        type: type === 'category' ? 'collection' : type,
        reference: words(ground_truth.main_content ?? ''),
        html: () => gunzipSync(readFileSync(path.join(dev, 'html', `${name}.html.gz`))),
      }
    })
}

function isInFirstHalf(name) {
  return (createHash('sha256').update(name).digest()[0] & 1) === 0
}
