import { describe, expect, it } from 'vitest'
import { mainContentOf } from '../../support/main-content-of.ts'
import { ARTICLE, page } from '../../support/potter-pages.ts'

const MENU = '<a href="/">Home</a>'

describe('the main content of a page with little text', () => {
  it.each([
    `<nav>${MENU}</nav>`,
    `<header>${MENU}</header>`,
    `<aside>${MENU}</aside>`,
    `<div class="big sidebar">${MENU}</div>`,
    `<div id="cookie">${MENU}</div>`,
    `<div role="Navigation">${MENU}</div>`,
    `<table class="navfooter"><tr><td>${MENU}</table>`,
    `<div class="edit-this-page"><p>${MENU}</p></div>`,
    `<div class="post-navigation">${MENU}</div>`,
  ])('does not contain %s', (element) => {
    const html = mainContentOf(page(`${element}<p>A synonym.</p>`))
    expect(html).toContain('A synonym.')
    expect(html).not.toContain('Home')
  })

  it.each(['related products', 'upsells', 'product-recommendations', 'jp-relatedposts'])(
    'does not contain a list of other pages next to its title: %s',
    (name) => {
      const list = `<div class="${name}"><h2>More</h2><a href="/cup">Cup</a></div>`
      expect(mainContentOf(page(`<h1>Teapot</h1><p>A synonym.</p>${list}`))).not.toContain('Cup')
      expect(mainContentOf(page(list))).toContain('Cup')
      expect(mainContentOf(page(`<div class="${name}"><h1>Cups</h1><a href="/cup">Cup</a></div>`))).toContain(
        'Cup',
      )
    },
  )

  it.each([
    `<div class="sidebars">${MENU}</div>`,
    `<div id="cookies">${MENU}</div>`,
    `<div class="sidebar"><div><p id="main">A cup</p>${MENU}</div></div>`,
    `<p id="main" class="sidebar">${MENU}</p>`,
    `<header><h1>Teapots</h1>${MENU}</header>`,
    `<div class="top"><h1>Teapots</h1>${MENU}</div>`,
  ])('contains %s', (element) => {
    expect(mainContentOf(page(`${element}<p>A synonym.</p>`))).toContain('Home')
  })

  it.each([
    ['a sidebar with the title', `<div class="sidebar"><h1>Teapots</h1>${MENU}</div>`],
    ['a header with one of two titles', `<header><h1>Teapots</h1>${MENU}</header><h1>Lids</h1>`],
    ['an unseen element with the id main', `<div class="sidebar">${MENU}<script id="main"></script></div>`],
  ])('does not contain a menu in %s', (_, element) => {
    expect(mainContentOf(page(`${element}<p>A synonym.</p>`))).not.toContain('Home')
  })

  it('contains a header with the title and text next to it', () => {
    const header =
      '<div id="header"><nav><a href="/">Manual</a></nav><h1>git-stage(1)</h1><h2>NAME</h2><p>git-stage - Add contents</p></div>'
    const html = mainContentOf(page(`${header}<div id="content"><p>A synonym.</p></div>`))
    expect(html).toMatch(/git-stage\(1\).*NAME.*Add contents.*A synonym/s)
    expect(html).not.toContain('Manual')
  })

  it.each(['#pots', 'https://example.com/guide#pots'])(
    'contains a heading that links to itself with the class header: %s',
    (href) => {
      const heading = `<h2><a class="header" href="${href}">Pots</a></h2>`
      expect(mainContentOf(page(heading), { url: 'https://example.com/guide' })).toContain('Pots')
      expect(mainContentOf(page(heading.replace('pots', '').replace('#', '/')))).not.toContain('Pots')
    },
  )

  it('does not use an excluded title as the title of the page', () => {
    const body = '<h1>Potters</h1><header><h2>Pots</h2></header><p>A synonym.</p>'
    expect(mainContentOf(page(body), { exclude: ['h1'] })).toBe(
      page('<p>A synonym.</p>').replace(/<head>.*<\/head>/, ''),
    )
  })
})

it('is chosen by names on a page of more than 50,000 elements', () => {
  const html = mainContentOf(page(`<nav>${MENU}</nav>${ARTICLE}${'<p>A cup<i>.</i>'.repeat(30_000)}`))
  expect(html.match(/A cup/g)).toHaveLength(30_000)
  expect(html).not.toContain('Home')
})
