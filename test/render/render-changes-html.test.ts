import { expect, it } from 'vitest'
import { renderChangesHtml } from '../../src/render/render-changes-html.ts'

const page = (url: string) => ({ url, hash: 'a', status: 200 })
const none = {
  added: [],
  removed: [],
  moved: [],
  failing: [],
  notReached: [],
  unlinked: [],
  unchanged: 0,
  settings: [],
}

function html(before: string | undefined, after: string): string {
  const job = { job: 'j', at: '2026-11-25T10:00:00.000Z' }
  const changes = { ...none, crawl: 'docs', before: job, after: job, changed: [page('https://a.test/<b>')] }
  const textsOf = () => ({ before, after })
  return renderChangesHtml([{ name: 'docs', changes }], { environment: 'local', textsOf })
}

it('shows removed lines next to added ones, with three unchanged lines around them', () => {
  const text = html('1\n2\n3\n4\n5\nold\n6', '1\n2\n3\n4\n5\nnew\nmore\n6')
  expect(text).toContain('<tr><td class="removed">old</td><td class="added">new</td></tr>')
  expect(text).toContain('<tr><td></td><td class="added">more</td></tr>')
  expect(text.match(/<tr class="same">/g)).toHaveLength(4)
  expect(text.match(/<tr class="gap">/g)).toHaveLength(1)
})

it('escapes text from a site', () => {
  const text = html('<script>alert(1)</script>', '&')
  expect(text).not.toContain('<script>')
  expect(text).toContain('https://a.test/&lt;b&gt;')
})

it('marks the words of a long line that differ', () => {
  const text = html(`${'a '.repeat(200)}one end`, `${'a '.repeat(200)}two <end`)
  expect(text).toContain('a <mark>one end</mark></td>')
  expect(text).toContain('a <mark>two &lt;end</mark></td>')
  expect(html(`${'a '.repeat(200)}b`, `x ${'a '.repeat(200)}b`)).toContain(
    '<td class="added"><mark>x </mark>a a ',
  )
})

it('keeps tabs and direction marks of the page', () => {
  expect(html('\tif \u200fx', '\tif y')).toContain('<td class="removed">\tif \u200fx</td>')
})

it('says that a service no longer has a text', () => {
  expect(html(undefined, 'x')).toContain('The service no longer has the text of both jobs.')
})
