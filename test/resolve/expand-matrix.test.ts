import { describe, expect, it } from 'vitest'
import { countCombinations, expandMatrix } from '../../src/resolve/expand-matrix.ts'
import type { MatrixSpec } from '../../src/validate/crawl-spec.ts'

function values(matrix: Partial<MatrixSpec>): unknown[] {
  return expandMatrix({ axes: {}, include: [], exclude: [], ...matrix }).map((cell) => cell.values)
}

describe('expandMatrix', () => {
  it('combines the axes in their order, the last one fastest', () => {
    expect(values({ axes: { b: [1, 2], a: ['x', 'y'] } })).toEqual([
      { b: 1, a: 'x' },
      { b: 1, a: 'y' },
      { b: 2, a: 'x' },
      { b: 2, a: 'y' },
    ])
  })

  it('excludes every combination that an entry matches, even partly', () => {
    expect(values({ axes: { a: [1, 2], b: ['x', 'y'] }, exclude: [{ a: 1, b: 'x' }, { a: 2 }] })).toEqual([
      { a: 1, b: 'y' },
    ])
  })

  // The example of GitHub's documentation of `include`, whose rules these are.
  it('adds include entries to matching cells, and as separate cells otherwise', () => {
    expect(
      values({
        axes: { fruit: ['apple', 'pear'], animal: ['cat', 'dog'] },
        include: [
          { color: 'green' },
          { color: 'pink', animal: 'cat' },
          { fruit: 'apple', shape: 'circle' },
          { fruit: 'banana' },
          { fruit: 'banana', animal: 'cat' },
        ],
      }),
    ).toEqual([
      { fruit: 'apple', animal: 'cat', color: 'pink', shape: 'circle' },
      { fruit: 'apple', animal: 'dog', color: 'green', shape: 'circle' },
      { fruit: 'pear', animal: 'cat', color: 'pink' },
      { fruit: 'pear', animal: 'dog', color: 'green' },
      { fruit: 'banana' },
      { fruit: 'banana', animal: 'cat' },
    ])
  })

  it('applies exclude before include', () => {
    expect(values({ axes: { a: [1] }, exclude: [{ a: 1 }], include: [{ a: 1 }] })).toEqual([{ a: 1 }])
  })

  it('distinguishes 1 and "1"', () => {
    expect(values({ axes: { a: [1, '1'] }, exclude: [{ a: '1' }] })).toEqual([{ a: 1 }])
  })

  it('gives the request of an include entry to the cells that it reaches', () => {
    const cells = expandMatrix({
      axes: { a: [1, 2] },
      exclude: [],
      include: [{ a: 2, request: { limit: 5 } }, { request: { delay: 1 } }],
    })
    expect(cells.map(({ overlays }) => overlays.map(({ pointer }) => pointer))).toEqual([
      ['/matrix/include/1/request'],
      ['/matrix/include/0/request', '/matrix/include/1/request'],
    ])
  })
})

it('countCombinations counts without creating the combinations', () => {
  const axis = Array.from({ length: 1000 }, (_, index) => index)
  expect(countCombinations({ axes: { a: axis, b: axis, c: axis }, include: [], exclude: [] })).toBe(1e9)
})
