import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readHtml } from '../../../src/service/content/read-html.ts'
import { LinkCache } from '../../../src/service/link/resolve-link.ts'
import { BlockFeatures, FEATURES } from '../../../src/service/main/block-features.ts'
import { outlineOf } from '../../../src/service/main/find-main-content.ts'
import { textOf } from '../../../src/service/main/outline-reader.ts'
import { referenceBlocks, type ReferenceBlock } from '../../support/reference-features.ts'

/** The whole page with every element closed. */
function balanced(html: string): string {
  return readHtml(html, {
    url: 'https://example.com/',
    cache: new LinkCache(),
    wantContent: true,
    wantHtml: true,
    wantMarkdown: false,
    onlyMainContent: false,
    exclude: undefined,
  }).html
}

/** What the reader says of the blocks, as far as the reference says it too. */
/** What is the same for all blocks of a page, and counted by element. */
const OF_PAGES = ['pageImages', 'pageParagraphs', 'pageArticles']
const TOLD = FEATURES.filter((name) => !OF_PAGES.includes(name))

function fastBlocks(html: string): ReferenceBlock[] {
  const { outline } = outlineOf(html, () => false)
  const features = new BlockFeatures(outline)
  return outline.blocks.map(({ runs }, index) => {
    features.describe(index)
    const named = TOLD.map((name) => [name, features.row[FEATURES.indexOf(name)]] as const)
    return { text: textOf(html, runs), features: Object.fromEntries(named) }
  })
}

function expectSame(html: string): void {
  const page = balanced(html)
  const expected = referenceBlocks(page).map(({ text, features }) => ({
    text,
    features: Object.fromEntries(TOLD.map((name) => [name, features[name]])),
  }))
  expect(fastBlocks(page)).toEqual(expected)
}

const TEXTS = [
  'Home', 'Read more', 'The kettle boils at 100 degrees, as of 2024.', 'You may also like', '$ 12.50 & free', '©', ' ', '\n',
  '<a class="btn" href="/x">See all</a>', '<p class="byline">By Ann</p>', '<dl><dt>Weight</dt><dd>2 kg, or more!</dd></dl>',
  '<ul><li class="item">One.</li><li class="item"><a href="/y">Two</a></li><li>3</li><li class="item">$ 4</li></ul>',
  'A long sentence that has more than a dozen words in it, so that it reads as a text of its own.', '12:30 by Ann', '茶は熱い。',
] // prettier-ignore
const NAMES = 'div span b ul h1 h2 section article main header aside table tr td pre code nav footer'.split(
  ' ',
)
const ATTRIBUTES = [
  '', ' class="relatedPosts"', ' class="side bar"', ' id="comments"', ' class="card" id="c"', ' role="main"', ' hidden',
  ' style="display: none"', ' aria-hidden="true"', ' role="navigation"', ' href="/x"', ' class="entry-content widget"',
] // prettier-ignore

const page = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    fc.constantFrom(...TEXTS),
    fc
      .tuple(
        fc.constantFrom(...NAMES),
        fc.constantFrom(...ATTRIBUTES),
        fc.array(tie('node'), { maxLength: 5 }),
      )
      .map(([name, attributes, children]) => `<${name}${attributes}>${children.join('')}</${name}>`),
  ),
})).node

describe('features of blocks', () => {
  it('are those that a tree of the page gives, on any page', () => {
    fc.assert(
      fc.property(fc.array(page, { maxLength: 8 }), (parts) => expectSame(`<body>${parts.join('')}</body>`)),
      { numRuns: 60 },
    )
  })

  const folder = join(import.meta.dirname, '../../fixtures/service/page')
  it.each(readdirSync(folder).filter((name) => name.endsWith('.html')))('are those of a tree: %s', (name) => {
    expectSame(readFileSync(join(folder, name), 'utf8'))
  })
})
