import { afterEach, beforeEach, expect, it } from 'vitest'
import { findCommentPlace, keepComment } from '../../src/cli/comment/comment.ts'
import { type ForgeServer, startForgeServer } from '../support/forge-server.ts'

let forge: ForgeServer
let other: ForgeServer

beforeEach(async () => {
  forge = await startForgeServer()
  other = await startForgeServer()
})
afterEach(async () => {
  await forge.close()
  await other.close()
})

it('the next page of comments is not requested from another server', async () => {
  for (const body of ['a', 'b', 'c']) forge.add(body, { id: 7, type: 'User' })
  forge.nextAt = new URL(other.githubApi).origin
  const found = findCommentPlace(
    {
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: forge.githubApi,
      GITHUB_REPOSITORY: 'owner/name',
      GITHUB_TOKEN: forge.token,
    },
    () => ({ pull_request: { number: 7 } }),
  )
  if (!found.ok) throw new Error(found.message)
  const wish = { mark: '<!-- plan -->', text: 'one' }
  const kept = await keepComment(found.place, wish, { userAgent: 'crawlform/test', proxy: {} })
  expect(kept.outcome).toBe('created')
  expect(other.requests).toEqual([])
  expect(forge.requests.map(({ method }) => method)).toEqual(['GET', 'POST'])
})
