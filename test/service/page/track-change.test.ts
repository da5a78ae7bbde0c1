import { describe, expect, it } from 'vitest'
import { trackChange } from '../../../src/service/page/make-document.ts'

const seen = { isGone: false, isLinked: true }
const format = { type: 'changeTracking' } as const
const withDiff = { ...format, modes: ['git-diff' as const] }

function before(markdown: string): { markdown: string; scrapedAt: string } {
  return { markdown, scrapedAt: '2026-01-02T03:04:05.000Z' }
}

describe('trackChange', () => {
  it('classifies a page as new, same, changed or removed', () => {
    expect(trackChange('a', undefined, format, seen)).toEqual({
      previousScrapeAt: null,
      changeStatus: 'new',
      visibility: 'visible',
    })
    expect(trackChange('a\n\nb ', before('a b'), format, seen)).toEqual({
      previousScrapeAt: '2026-01-02T03:04:05.000Z',
      changeStatus: 'same',
      visibility: 'visible',
    })
    expect(trackChange('b', before('a'), format, { ...seen, isLinked: false })).toMatchObject({
      changeStatus: 'changed',
      visibility: 'hidden',
    })
    expect(trackChange('gone', before('a'), format, { ...seen, isGone: true })).toMatchObject({
      changeStatus: 'removed',
    })
    expect(trackChange('b', before('a'), format, seen)).not.toHaveProperty('diff')
  })

  it('shows changes like git, with three lines around them', () => {
    const old = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14', '15', '16']
    const now = old.with(1, 'two').toSpliced(15, 1, 'sixteen', 'more')
    const { diff } = trackChange(now.join('\n'), before(old.join('\n')), withDiff, seen)
    expect(diff?.text).toBe(
      '@@ -1,5 +1,5 @@\n 1\n-2\n+two\n 3\n 4\n 5\n@@ -13,4 +13,5 @@\n 13\n 14\n 15\n-16\n+sixteen\n+more\n',
    )
    expect(diff?.json.files).toMatchObject([
      {
        additions: 3,
        deletions: 2,
        chunks: [
          { oldStart: 1, newLines: 5 },
          { oldStart: 13, newLines: 5 },
        ],
      },
    ])
  })

  it('joins changes that are close together', () => {
    const { diff } = trackChange('a\n1\n2\n3\nb', before('x\n1\n2\n3\ny'), withDiff, seen)
    expect(diff?.json.files[0]?.chunks).toHaveLength(1)
  })
})
