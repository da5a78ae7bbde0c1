import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { factsOfHtml, factsOfMarkdown, keptShare } from '../../support/page-facts.ts'
import { readPage } from '../../support/read-page.ts'

/**
 * Pages in the styles of common documentation tools: their Markdown is compared word by word, link by link with the kept
 * HTML. Adding a page to the folder adds a case; its `.md` is written on the first run.
 */
const FOLDER = join(import.meta.dirname, '../../fixtures/service/page')
/** Left out on purpose: links of headings to themselves, buttons that copy. */
const LEFT_OUT = 'a.headerlink, a.anchor, a.doc-anchor, a.id_link, #copy-path, svg'

describe.each(readdirSync(FOLDER).filter((name) => name.endsWith('.html')))('%s', (name) => {
  const url = `https://docs.example.com/book/${name}`
  const page = readPage(readFileSync(join(FOLDER, name), 'utf8'), { url })

  it('has the recorded Markdown', async () => {
    await expect(`${page.markdown}\n`).toMatchFileSnapshot(join(FOLDER, name.replace('.html', '.md')))
  })

  it('keeps every word, link, heading and line of code', () => {
    const kept = keptShare(factsOfHtml(page.html, LEFT_OUT), factsOfMarkdown(page.markdown))
    expect(kept).toEqual({ words: 1, links: 1, headings: 1, code: 1 })
  })
})

it('the measure notices words, links, headings and code that are lost', () => {
  const facts = factsOfHtml('<h1>a</h1><p>b <a href="https://e.com/">c</a></p><pre>d</pre>', 'svg')
  expect(keptShare(facts, factsOfMarkdown('b'))).toEqual({ words: 0.25, links: 0, headings: 0, code: 0 })
})
