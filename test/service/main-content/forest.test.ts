import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { FEATURES } from '../../../src/service/main-content/block-features.ts'
import { TREES } from '../../../src/service/main-content/forest.gen.ts'
import { askForest, parseForest } from '../../../src/service/main-content/forest.ts'
import { trainForest } from '../../bench/content/forest.mjs'

it('a forest adds up the values of its trees', () => {
  const forest = parseForest('0<0.5 -100 1<3 20 300\n7\n')
  expect(askForest(forest, Float64Array.of(0, 5))).toBe(-93)
  expect(askForest(forest, Float64Array.of(0.5, 2))).toBe(27)
  expect(askForest(forest, Float64Array.of(0.5, 3))).toBe(307)
})

it('the forest was trained with the current features', () => {
  const folder = path.join(import.meta.dirname, '../../../src/service/main-content')
  const [, trained] =
    /^\/\/ Features: (.*)$/m.exec(readFileSync(path.join(folder, 'forest.gen.ts'), 'utf8')) ?? []
  expect(trained?.split(', ')).toEqual(FEATURES)
  const asked = [...TREES.matchAll(/(\d+)</g)].map(([, feature]) => Number(feature))
  expect(Math.max(...asked)).toBeLessThan(FEATURES.length)
})

describe('training a forest', () => {
  const settings = {
    trees: 5,
    leaves: 4,
    rate: 0.3,
    smoothing: 1,
    minRows: 2,
    minPages: 2,
    featureShare: 0.7,
    pageShare: 0.8,
  }
  const rows = Float32Array.from({ length: 300 }, (_, index) => (index * 7919) % 101)
  const labels = Float32Array.from({ length: 100 }, (_, index) => ((rows[3 * index] ?? 0) > 50 ? 1 : 0))
  const data = {
    rows,
    width: 3,
    labels,
    weights: new Float64Array(100).fill(1),
    pages: Int32Array.from({ length: 100 }, (_, index) => index % 10),
  }

  it('gives the same trees for the same seed and other trees for another seed', () => {
    const train = (seed: number): string => JSON.stringify(trainForest(data, { ...settings, seed }))
    expect(train(1)).toBe(train(1))
    expect(train(1)).not.toBe(train(2))
  })
})
