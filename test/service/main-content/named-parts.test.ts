import { describe, expect, it } from 'vitest'
import { mainContentOf } from '../../support/main-content-of.ts'
import { page, paragraph } from '../../support/potter-pages.ts'

const POST = `<div class="post"><h2>The pot</h2><div class="entry">${paragraph('pot')}${paragraph('lid')}</div></div>`
const OPINION = '<p>I have bought three of them so far, and each one broke in the first winter, sadly.</p>'

describe('parts of a page that their names tell from its content', () => {
  it.each([
    ['comments', `<div class="comments-area">${OPINION}</div>`],
    ['comments of a theme', `<ol class="commentlist"><li>${OPINION}</li></ol>`],
    ['a tool for comments', `<div id="disqus_thread">${OPINION}</div>`],
    ['reviews of a shop', `<div class="tab product-reviews">${OPINION}</div>`],
    ['the reviews of WooCommerce', `<div id="reviews" class="woocommerce-Reviews">${OPINION}</div>`],
    ['a column', `<div id="sidebar">${OPINION}</div>`],
    ['a dialog', `<div role="dialog">${OPINION.repeat(3)}</div>`],
    ['a tooltip', `<span role="tooltip">${OPINION}</span>`],
    ['what only screen readers read', `<div class="sr-only">${OPINION}</div>`],
    ['what only phones show', `<div class="elementor-hidden-desktop">${OPINION}</div>`],
    ['what only small screens show', `<div class="d-lg-none">${OPINION}</div>`],
  ])('are left out after prose: %s', (_name, part) => {
    const html = mainContentOf(page(`<div class="wrap">${POST}${part}</div>`))
    expect(html).toContain('The pot is made by hand')
    expect(html).not.toContain('first winter')
  })

  it.each(['message-user', 'postprofile', 'cAuthorPane ipsClearfix', 'user-info'])(
    'are left out next to the posts of a forum: %s',
    (name) => {
      const writer = `<div class="${name}"><h4>kilnfan</h4><p>Member since the spring of 2011 and the owner of seven kilns in the north.</p></div>`
      const html = mainContentOf(page(`<div class="wrap">${POST}${writer}${POST}</div>`))
      expect(html).toContain('The pot is made by hand')
      expect(html).not.toContain('seven kilns')
    },
  )

  it('are kept where a page has little else', () => {
    const all = Array.from({ length: 8 }, (_, n) => `<div class="review">${paragraph(`kiln ${n}`)}</div>`)
    expect(mainContentOf(page(`<h1>Reviews</h1><div class="reviews">${all.join('')}</div>`))).toContain(
      'kiln 3',
    )
  })

  it('are kept where a dialog holds most of the prose', () => {
    const html = mainContentOf(page(`<p>Sign in to see all.</p><div role="dialog">${POST}</div>`))
    expect(html).toContain('The pot is made by hand')
  })

  it('are kept where the name is the id of a section', () => {
    const section = `<div id="comments"><h3>Comments</h3>${paragraph('glaze')}</div>`
    const html = mainContentOf(
      page(`<div class="wrap"><div class="entry">${paragraph('pot')}${section}</div></div>`),
    )
    expect(html).toContain('glaze')
  })
})
