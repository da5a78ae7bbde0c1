import { expect, it } from 'vitest'
import { shownRequest } from '../../src/plan/shown-request.ts'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'

it('hides a secret that a crawl shares with the one that it is like, and one of its own', () => {
  const headers = { Authorization: 'Bearer 12345' }
  const like = aResolvedCrawl({ request: { webhook: { url: 'https://a.example.com', headers } } })
  const own = aResolvedCrawl({ request: { url: 'https://user:secret@example.com/' } })
  expect(shownRequest({ ...like, like })).toEqual(shownRequest(like))
  expect(shownRequest({ ...own, like: aResolvedCrawl() })).toEqual(shownRequest(own))
  expect(JSON.stringify([shownRequest({ ...like, like }), shownRequest(own)])).not.toMatch(
    /12345|user:secret/,
  )
})
