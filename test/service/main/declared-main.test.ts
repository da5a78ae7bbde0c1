import { describe, expect, it } from 'vitest'
import { clearBlocks, INSIDE, UNCLEAR } from '../../../src/service/main/declared-main.ts'
import { declaredOutline } from '../../../src/service/main/find-main-content.ts'

const text = `<p>${'It takes two people most of a day to make a pot by hand and to fire it. '.repeat(12)}</p>`

/** What is clear of the last block of a page's main element. */
function clearOfLast(inner: string): number | undefined {
  const outline = declaredOutline(`<main>${text}${inner}</main>`, () => false)
  return outline === undefined ? undefined : clearBlocks(outline).at(-1)
}

describe('what a page that declares its main element makes clear', () => {
  it.each(['', 'card form', 'related comments', 'hidden'])(
    'is content where it is code, called "%s"',
    (name) => {
      expect(clearOfLast(`<div class="${name}"><pre>turn --slow</pre></div>`)).toBe(INSIDE)
    },
  )

  it.each(['impl-items', 'tag option', 'product', 'section-header'])(
    'is content where it is documentation with code, and called "%s"',
    (name) => {
      expect(clearOfLast(`<pre>turn</pre><div class="${name}"><p>Turns the pot.</p></div>`)).toBe(INSIDE)
      expect(clearOfLast(`<div class="${name}"><p>Turns the pot.</p></div>`)).toBe(UNCLEAR)
    },
  )

  it('is doubtful beside code too, where it is called like what no page is for', () => {
    for (const name of ['related', 'share', 'comments', 'advert'])
      expect(clearOfLast(`<pre>turn</pre><div class="${name}"><p>Turn it too.</p></div>`)).toBe(UNCLEAR)
  })

  it('is doubtful where much of a page with code is linked', () => {
    const links =
      '<p><a href="/pots">All of the pots, bowls, plates and cups that were ever made here</a></p>'
    expect(clearOfLast(`<pre>turn</pre>${links.repeat(8)}<div class="card"><p>Turn it.</p></div>`)).toBe(
      UNCLEAR,
    )
  })
})
