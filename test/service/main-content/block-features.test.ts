import { describe, expect, it } from 'vitest'
import { createFeatures, FEATURES } from '../../../src/service/main-content/block-features.ts'
import { Outline } from '../../../src/service/main-content/outline.ts'
import { parsePage } from '../../../src/service/page-tree/parse-page.ts'

/** Returns features of the block that starts with a text. */
function features(html: string, start: string): (name: string) => number {
  const tree = parsePage(html)
  const outline = new Outline(tree)
  const index = outline.blocks.findIndex(({ text }) => text.trim().startsWith(start))
  const block = outline.blocks[index]
  if (block === undefined) throw new Error(`no block starts with ${start}`)
  const row = createFeatures(outline)(block, index)
  return (name) => {
    if (!FEATURES.includes(name)) throw new Error(`no feature ${name}`)
    return row[FEATURES.indexOf(name)] ?? Number.NaN
  }
}

/** Returns the texts of the blocks of a page. */
function blocks(html: string): string[] {
  const tree = parsePage(html)
  return new Outline(tree).blocks.map(({ text }) => text.trim())
}

/** A text of 15 words that ends with a full stop. */
const TEXT = 'Two people need most of a day to make a pot by hand from clay.'

describe('the blocks of text', () => {
  it.each([
    ['a<b>b</b> <a href=x>c</a><br>d', ['abcd']],
    ['<p>a<p>b', ['a', 'b']],
    ['a<div>b<p>c</p>d</div>e', ['a', 'b', 'c', 'd', 'e']],
    ['<table><tr><td>a<td>b</table>', ['a', 'b']],
    ['<p>a<img src=x>b', ['ab']],
    ['<p>a<!-- b -->c', ['ac']],
    ['<p> &nbsp; </p><p>\n</p>', ['']],
    ['<p>caf&eacute; &amp; &#x7aaf;', ['café & 窯']],
    ['a<nav>b</nav>c', ['a', 'c']],
    ['<p>a<script>b</script>c', ['a', 'c']],
    ['<ul role="navigation"><li>a</ul><select><option>b</select><p>c', ['c']],
    ['<title>a</title><noscript>b</noscript><svg><text>c</text></svg>d', ['d']],
  ])('of the page %s are %j', (html, expected) => {
    expect(blocks(html)).toEqual(expected)
  })
})

describe('the features of a block', () => {
  it.each([
    ['<p>Le caf&eacute;, &#x7aaf;&#x306e;', { words: 3, letters: 8 }],
    ['<p>Tea, 2 cups &amp; more.', { words: 4, letters: 11, stops: 1, isSentence: 1, linkShare: 0 }],
    ['<p>Tea. More <a href=x>here now', { words: 4, letters: 14, stops: 1, isSentence: 0, linkShare: 0.5 }],
    ['<p>Tea v1.2 "at last."', { words: 5, letters: 10, stops: 1, isSentence: 1 }],
    ['<p>茶は熱い。', { words: 2, letters: 4, stops: 1, isSentence: 1 }],
    ['<h3>Tea <b>pots', { words: 2, level: 3, element: 10, isSentence: 0 }],
    ['<li>Tea', { level: 0, element: 1 }],
    ['<address>Tea', { element: -1 }],
  ])('describe the text of %s: %j', (html, expected) => {
    const feature = features(html, html.replace(/<[^>]*>/, '').slice(0, 3))
    for (const [name, value] of Object.entries(expected)) expect([name, feature(name)]).toEqual([name, value])
  })

  it('count the prices and dates on the page', () => {
    const feature = features('<p>Tea<p>$ 5<p>in 2024<p>at 12:30<p>1800<p>4 €<p>£ 3, 2020', 'Tea')
    expect([feature('pagePrices'), feature('pageDates')]).toEqual([3, 3])
  })

  it('count the elements and keywords on the page', () => {
    const html = `<article><p>Tea<p>Add to cart<p><img src=x><p>Share this<p>Follow us<p>${TEXT}</article>`
    const feature = features(html, 'Tea')
    const names = ['pageArticles', 'pageParagraphs', 'pageImages', 'pageTexts', 'pageBlocks']
    expect(names.map(feature)).toEqual([1, 6, 1, 1, 5])
    expect(['shop', 'share', 'related'].map((name) => feature(`page text ${name}`))).toEqual([1, 2, 0])
  })

  it('find the nearest element with a class of a group, and its share of the text', () => {
    const html = `<div id="comments"><div class="postBody card"><p>Tea <b>pots</b></p></div><p>Two more</p></div><p>6 other words of the page`
    const feature = features(html, 'Tea')
    expect(feature('class content: levels up')).toBe(1)
    expect(feature('class comments: levels up')).toBe(2)
    expect(feature('class related: levels up')).toBe(30)
    expect(feature('class content: share')).toBe(0.2)
    expect(feature('class comments: share')).toBe(0.4)
    expect(feature('class card: share')).toBe(0.2)
    expect(feature('class side: share')).toBe(0)
  })

  it.each(['hidden', 'aria-hidden="true"', 'style="display: none"', 'class="popup"'])(
    'detect that an element around the block is hidden: %s',
    (attribute) => {
      expect(features(`<div ${attribute}><p>Tea`, 'Tea')('class hidden: levels up')).toBe(1)
    },
  )

  it('find the nearest element of a tag group, by tag or role', () => {
    const feature = features('<div role=dialog><section><p>Tea</p></section></div><p>More tea', 'Tea')
    expect(feature('tag dialog: levels up')).toBe(2)
    expect(feature('tag section: share')).toBe(1 / 3)
    expect(feature('tag form: levels up')).toBe(30)
  })

  it('describe the rows of similar elements around the block', () => {
    const item = (text: string): string =>
      `<li class="item x"><p>${text}</p><p><a href=x>Buy</a> $ 5</p></li>`
    const list = `<ul>${item('Tea')}${item('Lid')}${item('Cup')}<li class="last">Sold in 2024</li></ul>`
    const feature = features(`<div>${list}</div><p>Other words here, seven more of them</p>`, 'Tea')
    const row = (name: string): number => feature(`inner row: ${name}`)
    expect(row('count')).toBe(3)
    expect(row('words')).toBe(4)
    expect(row('share')).toBe(12 / 19)
    expect(row('linkShare')).toBe(3 / 12)
    expect(row('prices')).toBe(1)
    expect(row('dates')).toBe(1 / 3)
    expect(row('blocks')).toBe(7 / 3)
    expect(feature('outer row: count')).toBe(3)
    expect(features('<ul><li>Tea<li>Lid</ul>', 'Tea')('inner row: count')).toBe(-1)
  })

  it('describe the enclosing elements from small to large', () => {
    const feature = features(
      `<main><section><div><p>Tea</p></div><p>${TEXT}</p></section><p><a href=x>More</a>.</p></main>`,
      'Tea',
    )
    expect(feature('around: words')).toBe(16)
    expect(feature('around: texts')).toBe(1)
    expect(feature('around: wordsPerBlock')).toBe(8)
    expect(feature('around2: words')).toBe(17)
    expect(feature('around2: linkShare')).toBe(1 / 17)
    expect(feature('around2: stops')).toBe(2 / 17)
    expect(feature('around3: words')).toBe(-1)
    expect(feature('quarter: words')).toBe(1)
    expect(feature('half: words')).toBe(1)
  })

  it('sum up the similar blocks of the page at any depth', () => {
    const post = `<div class="post"><p>Tea <a href=x>pot</a></p></div>`
    const feature = features(`<div class="a">${post}<div>${post}</div></div>${post}<p>Two words`, 'Tea')
    expect(feature('look: count')).toBe(3)
    expect(feature('look: share')).toBe(6 / 8)
    expect(feature('look: linkShare')).toBe(0.5)
    expect(feature('outer look: count')).toBe(2)
  })

  it('describe the blocks before and after the block', () => {
    const feature = features(`<h1>Pots</h1><p>${TEXT}</p><h2>Replies here</h2><p>Tea</p><p>Cup</p>`, 'Tea')
    expect(feature('place')).toBe(3 / 5)
    expect(feature('before')).toBe(3)
    expect(feature('wordPlace')).toBe(18 / 20)
    expect(feature('textsBefore')).toBe(1)
    expect(feature('fromTitle')).toBe(3)
    expect(feature('wordsFromTitle')).toBe(18)
    expect(feature('fromHeading')).toBe(1)
    expect(feature('wordsFromHeading')).toBe(2)
    expect(feature('headingLevel')).toBe(2)
    expect(feature('headingSaysComments')).toBe(1)
    expect(feature('kinOfNext')).toBe(1)
    expect(feature('within 5: texts')).toBe(1 / 5)
  })

  it('have default values without a title, a heading or a next block', () => {
    const feature = features('<p>Tea', 'Tea')
    expect(['fromTitle', 'fromHeading', 'headingLevel', 'kinOfNext'].map(feature)).toEqual([-999, -1, 0, -1])
  })
})

it('a feature counts each type that a page declares', () => {
  const json = '{"@graph":[{"@type" : ["NewsArticle"]},{"@type":"Person"},{"@type":"Thing"}]}'
  const head = `<meta property="og:type" content="article"><script type="application/ld+json">${json}</script>`
  const comment = '<p itemscope itemtype="https://schema.org/Comment">'
  const of = features(`${head}${`${comment}${TEXT}`.repeat(3)}`, 'Two people')
  expect(
    ['article', 'person', 'comment', 'product', 'open graph'].map((type) => of(`page type ${type}`)),
  ).toEqual([1, 1, 3, 0, 1])
})
