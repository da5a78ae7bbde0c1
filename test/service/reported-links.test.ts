import { describe, expect, it } from 'vitest'
import { ReportedLinks } from '../../src/service/engine/reported-links.ts'

describe('reported links', () => {
  it('are told of once, and again only from nearer the start', () => {
    const reported = new ReportedLinks()
    expect(reported.fresh(['/a', '/b'], 3)).toEqual(['/a', '/b'])
    expect(reported.fresh(['/b', '/c'], 3)).toEqual(['/c'])
    expect(reported.fresh(['/a', '/b', '/c'], 4)).toEqual([])
    expect(reported.fresh(['/a', '/b'], 2)).toEqual(['/a', '/b'])
    expect(reported.fresh(['/a', '/b'], 2)).toEqual([])
  })

  it('are remembered while they keep coming, however many others come', () => {
    const reported = new ReportedLinks()
    for (let page = 0; page < 2000; page++) {
      const others = Array.from({ length: 50 }, (_, index) => `/${page}/${index}`)
      expect(reported.fresh(['/home', ...others], 1)).toHaveLength(page === 0 ? 51 : 50)
    }
  })
})
