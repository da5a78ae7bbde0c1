import { describe, expect, it } from 'vitest'
import { mainContentOf } from '../../support/main-content-of.ts'
import { page, paragraph } from '../../support/potter-pages.ts'

const POST = `<div class="post"><h2>The pot</h2><div class="entry">${paragraph('pot')}${paragraph('lid')}</div></div>`
const OPINION = '<p>I have bought three of them so far, and each one broke in the first winter, sadly.</p>'

describe('parts of a page with names that set them apart from its content', () => {
  it.each([
    ['comments', `<div class="comments-area">${OPINION}</div>`],
    ['comments of a theme', `<ol class="commentlist"><li>${OPINION}</li></ol>`],
    ['comments under an id', `<div id="commentsContainer">${OPINION}</div>`],
    ['a widget of WordPress', `<ul><li class="widget widget_rss"><h3>News</h3>${OPINION}</li></ul>`],
    ['a comment widget', `<div id="disqus_thread">${OPINION}</div>`],
    ['reviews of a shop', `<div class="tab product-reviews">${OPINION}</div>`],
    ['the reviews of WooCommerce', `<div id="reviews" class="woocommerce-Reviews">${OPINION}</div>`],
    ['a sidebar', `<div id="sidebar">${OPINION}</div>`],
    ['a dialog', `<div role="dialog">${OPINION.repeat(3)}</div>`],
    [
      'a dialog of Bootstrap',
      `<div class="modal fade"><div class="modal-dialog">${OPINION.repeat(3)}</div></div>`,
    ],
    [
      'data of the page',
      `<div style="display: none" itemscope itemtype="http://schema.org/NewsArticle"><p itemprop="description">${OPINION}</p></div>`,
    ],
    ['a tooltip', `<span role="tooltip">${OPINION}</span>`],
    ['text for screen readers only', `<div class="sr-only">${OPINION}</div>`],
    ['text that only phones show', `<div class="elementor-hidden-desktop">${OPINION}</div>`],
    ['text that only small screens show', `<div class="d-lg-none">${OPINION}</div>`],
  ])('are left out after prose: %s', (_name, part) => {
    const html = mainContentOf(page(`<div class="wrap">${POST}${part}</div>`))
    expect(html).toContain('The pot is made by hand')
    expect(html).not.toContain('first winter')
  })

  it('are left out after an article if they lead to the stories before and after', () => {
    const text = ['pot', 'lid', 'foot', 'rim'].map((topic) => paragraph(topic)).join('')
    const others = ['three', 'four'].map(
      (n) => `<div><a href="/${n}"><h5>The pot of ${n} kilns</h5></a>${OPINION.replace('three', n)}</div>`,
    )
    const html = mainContentOf(
      page(
        `<div class="wrap"><h1>Pots</h1><div class="entry">${text}</div><div class="row next-prev">${others.join('')}</div></div>`,
      ),
    )
    expect(html).toContain('The rim is made by hand')
    expect(html).not.toContain('first winter')
  })

  it.each([
    ['a box that a click shows', `<div class="popover">${OPINION}</div>`],
    [
      'a box that a script shows at a place',
      `<aside style="position:absolute;visibility:hidden" aria-hidden="true">${OPINION}</aside>`,
    ],
    [
      'what reads the text aloud',
      '<div class="x-text-to-speech-wrapper"><div>New: You can now listen to articles.</div><p>This audio is made by a tool since the first winter.</p></div>',
    ],
  ])('are left out between the paragraphs of a text: %s', (_name, part) => {
    const text = `${paragraph('pot')}${part}${paragraph('lid')}${paragraph('foot')}`
    const html = mainContentOf(page(`<div class="wrap"><h1>Pots</h1><div class="entry">${text}</div></div>`))
    expect(html).toContain('The foot is made by hand')
    expect(html).not.toContain('first winter')
  })

  it('are left out after a long text, under the id of comments', () => {
    const posts = ['ann', 'bob', 'cy'].map(
      (name) => `<li><div class="date">${name} Posted: Oct.28 at 4:22 pm</div>${paragraph(name)}</li>`,
    )
    const comments = `<div id="comments"><ul>${posts.join('')}</ul></div>`
    const long = ['pot', 'lid', 'foot', 'spout'].map(paragraph).join('')
    const content = (text: string): string =>
      mainContentOf(page(`<div class="wrap"><h1>Pots</h1>${text}${comments}</div>`))
    expect(content(long)).toContain('The spout is made by hand')
    expect(content(long)).not.toContain('The bob is made by hand')
    expect(content(paragraph('pot'))).toContain('The bob is made by hand')
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

  it.each(['author-bio', 'about-the-author', 'post-author-box', 'td_author_box author_info'])(
    'are left out at the end of an article: %s',
    (name) => {
      const author = `<div class="${name}"><h4>About the author</h4><p>Ann Lee has made pots for ten years and sells them in the north, in seven shops.</p></div>`
      expect(mainContentOf(page(`<div class="wrap">${POST}${author}</div>`))).not.toContain('seven shops')
      expect(mainContentOf(page(`<div class="wrap">${author}${POST}</div>`))).toContain('made by hand')
    },
  )

  it.each(['signature', 'forum-signature'])('are left out below the post of a forum: %s', (name) => {
    const post = `<div class="post"><div class="entry">${paragraph('pot')}</div><div class="${name}">my seven kilns</div></div>`
    const html = mainContentOf(page(`<div class="wrap">${post}${post}</div>`))
    expect(html).not.toContain('seven kilns')
    const manual = `<div class="method"><h3>turn</h3><div class="signature">turn(pot)</div>${paragraph('pot')}</div>`
    expect(mainContentOf(page(`<div class="wrap">${manual}${manual}</div>`))).toContain('turn(pot)')
  })

  it('are kept if the page has little other text', () => {
    const all = Array.from({ length: 8 }, (_, n) => `<div class="review">${paragraph(`kiln ${n}`)}</div>`)
    expect(mainContentOf(page(`<h1>Reviews</h1><div class="reviews">${all.join('')}</div>`))).toContain(
      'kiln 3',
    )
  })

  it('are kept if they are the answer to a question', () => {
    const answer = `<div hidden itemscope itemtype="https://schema.org/Answer"><p itemprop="text">${paragraph('kiln')}</p></div>`
    expect(mainContentOf(page(`<div class="wrap">${POST}<h3>How hot?</h3>${answer}</div>`))).toContain('kiln')
  })

  it('are kept if a dialog contains most of the prose', () => {
    const html = mainContentOf(page(`<p>Sign in to see all.</p><div role="dialog">${POST}</div>`))
    expect(html).toContain('The pot is made by hand')
  })

  const ASKS = '<p>We use cookies to give you the best visit. By going on you agree to all of this.</p>'

  it.each([
    ['cookie-notice visible', POST],
    ['cc-window cc-floating', '<h1>A pot</h1><p>The pot is made by hand.</p>'],
    ['cookieConsent', '<h1>A pot</h1><p>The pot is made by hand.</p>'],
    ['site gdpr-popup', POST],
  ])('are left out if they ask about cookies: %s', (name, text) => {
    const html = mainContentOf(page(`<div class="${name}">${ASKS}</div><div class="wrap">${text}</div>`))
    expect(html).toContain('The pot is made by hand')
    expect(html).not.toContain('We use cookies')
  })

  it('are left out if an id at the top says that they ask about cookies', () => {
    const html = mainContentOf(page(`<div id="cookie-banner">${ASKS}</div><div class="wrap">${POST}</div>`))
    expect(html).not.toContain('We use cookies')
  })

  it('are kept if they are an article about cookies', () => {
    const section = `<div class="section" id="cookie-notice"><h3>The notice</h3>${paragraph('glaze')}</div>`
    const html = mainContentOf(page(`<div class="a"><div class="b"><div>${POST}${section}</div></div></div>`))
    expect(html).toContain('glaze')
    expect(mainContentOf(page(`<div class="cookie-recipes">${POST}</div>`))).toContain(
      'The pot is made by hand',
    )
  })

  it('are kept in a reference', () => {
    const footer =
      '<footer>Documentation generated by <a href="https://github.com/jsdoc/jsdoc">JSDoc 4.0</a></footer>'
    const html = mainContentOf(
      page(`<div id="main">${POST}<div class="comments">${OPINION}</div></div>${footer}`),
    )
    expect(html).toContain('first winter')
  })

  it('are kept if the name is the id of a section', () => {
    const section = `<div id="comments"><h3>Comments</h3>${paragraph('glaze')}</div>`
    const html = mainContentOf(
      page(`<div class="wrap"><div class="entry">${paragraph('pot')}${section}</div></div>`),
    )
    expect(html).toContain('glaze')
  })
})
