import { expect, it } from 'vitest'
import { canonicalOf } from '../../../src/service/http/link-header.ts'

it.each([
  ['</y>; rel="canonical"', '/y'],
  ['<y>;rel=canonical', '/a/y'],
  ['<https://e.org/y>; rel=Canonical', 'https://e.org/y'],
  ['</feed>; rel="alternate"; title="a, <b>; rel=canonical", </y>; REL="shortlink canonical"', '/y'],
  ['</x>; title="say \\"rel=canonical\\""; rel=next , </y> ; rel = "canonical"', '/y'],
  ['</x>; rel=next; rel=canonical, </y>; rel=canonical, </z>; rel=canonical', '/y'],
  ['</x>; rel=canonical; anchor="/other", </y>; rel=canonical', '/y'],
  ['<javascript:1>; rel=canonical, </y>; rel=canonical', '/y'],
  ['</x,y>; rel=canonical', '/x,y'],
  ['</x>; title="open; rel=canonical', undefined],
  ['</x>; rel="canonicals"', undefined],
  ['</x>; rev=canonical', undefined],
  ['', undefined],
])('canonicalOf finds the canonical link in %s', (link, expected) => {
  expect(canonicalOf(link, 'https://e.com/a/b')?.replace('https://e.com', '')).toBe(expected)
})

it.each(['<', '<>', '<>;', '<>"', '<>;a="\\', 'a', '<>;a=', '<> a ', ',<>;rel="', '<>;a=b '])(
  'canonicalOf takes linear time for a header that repeats %s',
  (piece) => {
    // Takes minutes where the work is not linear in the length.
    expect(canonicalOf(`<>;${piece.repeat(1_000_000 / piece.length)}`, 'https://e.com/')).toBeUndefined()
  },
)
