// Trains the trees that tell main content from the rest, and writes them to src/service/main-content/forest.gen.ts.
//   node test/bench/content/train.mjs DIR
// DIR is a checkout of WCXB (CC BY 4.0). Only its pages for development are read. The same pages and features give the same
// bytes. Prints how much each feature contributes.
//
// `npm run bench -- content DIR --two-fold` measures the features and settings on pages outside of the training set.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { readPages } from './pages.mjs'
import { trainTrees } from './train-trees.mjs'

const [directory] = process.argv.slice(2)
if (directory === undefined) throw new Error('usage: node test/bench/content/train.mjs DIR')
const { source, gains } = trainTrees(readPages(directory))
writeFileSync(path.join(import.meta.dirname, '../../../src/service/main-content/forest.gen.ts'), source)
for (const [feature, share] of gains) console.log(`${(100 * share).toFixed(2).padStart(6)} %  ${feature}`)
