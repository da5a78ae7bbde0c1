import { expect, it } from 'vitest'
import { mainContentOf } from '../../support/main-content-of.ts'

const prose = `<p>${'We bake this bread every week, and the kitchen smells of it until the evening. '.repeat(6)}</p>`
const teasers = Array.from(
  { length: 9 },
  (_, index) => `<li><a href="/${index}">Soup ${index}</a></li>`,
).join('')
const box = (inner: string): string =>
  `<div class="wprm-recipe-template print-none"><div class="wprm-block-text-none">${inner}</div></div>`
const page = (data: string, recipe: string): string =>
  `<head>${data}</head><body><main><h1>Bread</h1>${prose}${box(recipe)}<form><button>Rate</button></form></main><aside><ul>${teasers}</ul></aside></body>`
const items =
  '<ul><li><input type="checkbox" id="i"><label>▢ </label>¼&#32;cup&#32;<b>olive oil</b></li><li>2 tsp salt</li><li>flour</li></ul>'
const json = (recipe: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@graph': [{ '@type': 'WebSite', name: 'Soup 1' }, recipe] })}</script>`

it('keeps the ingredients and steps that a page declares in JSON-LD', () => {
  const data = json({
    '@type': 'Recipe',
    recipeIngredient: ['1/4 cup olive oil', '2 tsp salt', 'flour'],
    recipeInstructions: [{ '@type': 'HowToSection', itemListElement: [{ text: 'Knead &amp; rest.' }] }],
  })
  const main = mainContentOf(page(data, `${items}<span class="hidden-xs">Knead &amp; rest.</span>`))
  for (const text of ['olive oil', '2 tsp salt', 'flour', 'Knead']) expect(main).toContain(text)
  expect(main).not.toContain('Soup 1')
})

it('keeps declared ingredients that begin with a sign for screen readers', () => {
  const sign = '<label><span class="sr-only screen-reader-text">&#9634; </span></label>'
  const recipe = `<ul><li>${sign}<span>2 tsp</span> <span>salt</span></li><li>${sign}flour</li></ul>`
  const main = mainContentOf(
    page(json({ '@type': 'Recipe', recipeIngredient: ['2 tsp salt', 'flour'] }), recipe),
  )
  for (const text of ['2 tsp', 'flour']) expect(main).toContain(text)
})

it('reads recipe steps that are one text with lines or tags', () => {
  const data = json({ '@type': 'Recipe', recipeInstructions: '<p>Knead.</p>\nBake well.\n\nCool.' })
  const main = mainContentOf(page(data, '<div>Knead.</div><div>Bake well.</div><div>Cool.</div>'))
  for (const text of ['Knead.', 'Bake well.', 'Cool.']) expect(main).toContain(text)
})

it('keeps the ingredients that a page declares in microdata', () => {
  const recipe = '<span itemprop="recipeIngredient">4 æg</span><span itemprop="ingredients">salt</span>'
  const main = mainContentOf(page('', recipe))
  for (const text of ['4 æg', 'salt']) expect(main).toContain(text)
})

it.each(['{"recipeIngredient": ["salt"', '"recipeIngredient"', '[[{"recipeIngredient": null}]]'])(
  'reads a page with the invalid data %s as a page without data',
  (data) => {
    const html = page(`<script type="application/ld+json">${data}</script>`, '<span>salt</span>')
    expect(mainContentOf(html)).toContain('Bread')
  },
)

const offer = (price: unknown): unknown => ({ '@type': 'Product', offers: { '@type': 'Offer', price } })

it.each([
  [1299, '<span>1.299,00 €</span>', '1.299,00'],
  ['12.50', '<span>Kr</span> <span>12,50</span>', '12,50'],
  [899, '<b>899 zł</b>', '899'],
  ['3.9', '$3.90', '$3.90'],
])('keeps the declared price %s of a product as the page shows it', (price, shown, expected) => {
  const buttons = `<form><label>Colour</label><select><option>Red</option></select></form>`
  const html = page(json(offer(price)), `${buttons}<div class="price-none print">${shown}</div>`)
  expect(mainContentOf(html)).toContain(expected)
})

it.each(['<meta itemprop="price" content="12.5">', '<meta property="product:price:amount" content="12.50">'])(
  'keeps the price that the page declares with %s',
  (data) => {
    const html = page(data, '<form><label>Colour</label></form><div class="price-none print">12,50 €</div>')
    expect(mainContentOf(html)).toContain('12,50')
  },
)

it('leaves out the prices in a list of products', () => {
  const data = `<script type="application/ld+json">${JSON.stringify([11, 12, 13].map(offer))}</script>`
  const cards = [11, 12, 13].map(
    (price) => `<div class="card related"><a href="/${price}">Pot</a><p>$${price}</p></div>`,
  )
  expect(mainContentOf(page(data, cards.join('')))).not.toContain('$12')
})

it('keeps all text with a declared price that it keeps without one', () => {
  const lots = Array.from(
    { length: 40 },
    (_, at) => `<div class="card"><a href="/${at}">Lot ${at}</a> sold</div>`,
  ).join('')
  const html = (data: string): string =>
    `<head>${data}</head><body><div>${lots}</div><div class="card">$4,000</div></body>`
  expect(mainContentOf(html(json(offer(4000))))).toContain(mainContentOf(html('')))
})
