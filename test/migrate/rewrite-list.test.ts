import { describe, expect, it } from 'vitest'
import { rewriteList, type ListEdit } from '../../src/migrate/rewrite/rewrite-text.ts'

function edited(list: string, edit: Partial<ListEdit>): string | undefined {
  return rewriteList(list, { document: 0, base: '/paths' }, { drop: [], add: [], ...edit })
}

describe('a list of texts', () => {
  it.each<[string, Partial<ListEdit>, string | undefined]>([
    [
      'paths:\n  - a\n  - b # two\nlimit: 5\n',
      { add: ['c', 'd'] },
      'paths:\n  - a\n  - b # two\n  - c\n  - d\nlimit: 5\n',
    ],
    ['paths:\n  - a\n  - b', { add: ['c'] }, 'paths:\n  - a\n  - b\n  - c'],
    ['paths:\r\n- a\r\n- b\r\n', { add: ['c'] }, 'paths:\r\n- a\r\n- b\r\n- c\r\n'],
    ['paths: [a, b] # two\n', { add: ['c', 'd e'] }, 'paths: [a, b, c, "d e"] # two\n'],
    ['{"paths":["a"]}', { add: ['b'] }, '{"paths":["a", "b"]}'],
    ['paths:\n  - a\n  - b\n  - c\n', { drop: [0, 2] }, 'paths:\n  - b\n'],
    ['paths:\n  - a\n  - b\n', { drop: [0], add: ['c'] }, 'paths:\n  - b\n  - c\n'],
    ['paths: [a, b]\n', { drop: [0, 1], add: ['c'] }, 'paths: [c]\n'],
    ['paths:\n  - a\n', { drop: [0] }, 'paths: []\n'],
    // A line of its own for the dash: only what has to be inserted needs to know how the others begin.
    ['paths:\n  -\n    a\n  - b\n', { add: ['c'] }, 'paths:\n  -\n    a\n  - b\n  - c\n'],
    ['paths:\n  - b\n  -\n    a\n', { add: ['c'] }, undefined],
    ['paths:\n  - b\n  -\n    a\n', { drop: [0] }, 'paths:\n  -\n    a\n'],
    ['paths: []\n', { add: ['a'] }, undefined],
    ['paths: a\n', { add: ['a'] }, undefined],
  ])('is rewritten: %j with %j', (text, edit, expected) => {
    expect(edited(text, edit)).toBe(expected)
  })
})
