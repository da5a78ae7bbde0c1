import { expect, it } from 'vitest'
import { keepNeighbors } from '../../../src/service/main-content/keep-neighbors.ts'
import { Outline } from '../../../src/service/main-content/outline.ts'
import { parsePage } from '../../../src/service/page-tree/parse-page.ts'
import { mainContentOf } from '../../support/main-content-of.ts'
import { page, paragraph, TOPICS } from '../../support/potter-pages.ts'

const [one, two] = [TOPICS.slice(0, 2), TOPICS.slice(2)].map((topics) => topics.map(paragraph).join(''))
const text = '<p>A pot is turned on a wheel and dried in the sun.</p>'
const label = '<div class="tooltip">Copy</div>'

it.each([
  ['after a label', `${text}${label}<pre>turn</pre>${text}`, 1],
  ['next to other code', `${text}<pre>turn</pre>${label}<pre>dry</pre>${text}`, 1],
  ['after other text', `${text}<p>Four words are none.</p><pre>turn</pre>${text}`, 0],
  ['at the end', `${text}<pre>turn</pre>`, 0],
])('keeps code only between kept texts, after a label or next to code: %s', (_, html, isKept) => {
  const tree = parsePage(html)
  const outline = new Outline(tree)
  const { blocks } = outline
  const kept = Uint8Array.from(blocks, (block) => Number(block.text.startsWith('A pot')))
  const judgements = { chances: new Int32Array(blocks.length), clear: new Uint8Array(blocks.length) }
  keepNeighbors(outline, judgements, kept)
  expect(kept[blocks.findIndex((block) => block.text === 'turn')]).toBe(isKept)
})

it('keeps an example in a textarea (pkg.go.dev) and no other field', () => {
  const fields = '<textarea class="exampleCode code">kiln.Fire()</textarea><textarea>Your message</textarea>'
  const html = mainContentOf(page(`<main><h1>Teapots</h1>${one}${fields}${two}<button>Run</button></main>`))
  expect(html).toContain('kiln.Fire()')
  expect(html).not.toContain('Your message')
})
