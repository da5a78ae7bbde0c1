import { describe, expect, it } from 'vitest'
import { mainContentOf } from '../../support/main-content-of.ts'
import { lampPage, lampParagraph } from '../../support/lamp-pages.ts'

const others = (count: number) =>
  Array.from({ length: count }, (_, n) => `<li><a href="/o${n}">GONE other story ${n}</a></li>`).join('')
const places = Array.from({ length: 5 }, (_, n) => `<li><a href="#p${n}">GONE part ${n}</a></li>`).join('')
const cells = Array.from(
  { length: 4 },
  (_, n) =>
    `<tr><td><a href="/t/${n}">GONE question ${n} of somebody</a></td><td>${n}</td><td>May 2024</td></tr>`,
).join('')

describe('a part after the text, inside or outside of a main element, is left out by its names', () => {
  it.each([
    [
      'contents of Docusaurus',
      `<div class="tableOfContents_bqdL thin-scrollbar theme-doc-toc-desktop"><ul class="table-of-contents">${places}</ul></div>`,
    ],
    [
      'contents of Sphinx',
      `<div class="contents topic" id="contents"><p class="topic-title">Contents</p><ul>${places}</ul></div>`,
    ],
    ['contents of Docsy', `<div class="td-toc"><ul>${places}</ul></div>`],
    ['contents of Hugo', `<div class="toc"><h3>On this page</h3><ul>${places}</ul></div>`],
    ['contents of WordPress', `<div id="ez-toc-container"><p>GONE Contents</p><ul>${places}</ul></div>`],
    [
      'topics of Discourse',
      `<div id="related-topics" class="more-topics__list"><h3>Related topics</h3><table class="topic-list">${cells}</table></div>`,
    ],
    [
      'posts of WordPress',
      `<div class="jp-relatedposts" id="jp-relatedposts"><h3>Related</h3><ul>${others(3)}</ul></div>`,
    ],
    ['posts of YARPP', `<div class="yarpp yarpp-related"><h3>Related posts:</h3><ol>${others(4)}</ol></div>`],
    [
      'articles of Zendesk',
      `<section class="related-articles"><h3>Related articles</h3><ul>${others(5)}</ul></section>`,
    ],
    [
      'recently viewed articles of Zendesk',
      `<section class="recent-articles"><h3>Recently viewed articles</h3><ul>${others(3)}</ul></section>`,
    ],
    [
      'articles of Intercom',
      `<section class="jsx-62724fba150252e0 my-6"><h3>Related Articles</h3>${others(4).replaceAll('li>', 'div>')}</section>`,
    ],
    ['articles without an enclosing element', `<h3>You may also like</h3><ul>${others(4)}</ul>`],
    [
      'a box of Wikipedia',
      `<table class="navbox"><tr><th>GONE Lamps</th><td><a href="/a">GONE Argand</a> · <a href="/b">Betty</a></td></tr></table>`,
    ],
    [
      'categories of Wikipedia',
      `<div id="catlinks" class="catlinks"><a href="/c">GONE Lamps</a> <a href="/d">Oil</a></div>`,
    ],
    [
      'a question of ReadMe',
      '<div class="PageThumbs"><div class="PageThumbs-helpful">Did this page GONE help you?<button>Yes</button><button>No</button></div></div>',
    ],
    [
      'a question of Docsy',
      '<div class="d-print-none"><h2 class="feedback--title">GONE Feedback</h2><p class="feedback--question">Was this page helpful?</p><button class="btn feedback--answer">Yes</button><button class="btn feedback--answer">No</button></div>',
    ],
    [
      'a question of Zendesk',
      '<div class="article-votes"><span class="article-votes-question">Was this article helpful?</span><div><button>Yes</button><button>No</button></div><small>3 out of 5 found this helpful GONE</small></div>',
    ],
    [
      'a question of Intercom',
      '<div class="intercom-reaction-picker"><div>Did this answer your question?</div><button>😞</button><button>😐</button></div>',
    ],
    [
      'a question of MkDocs',
      '<form class="md-feedback"><fieldset><legend>GONE Was this page helpful?</legend><button>Yes</button></fieldset></form>',
    ],
    [
      'a link of Docusaurus',
      '<div class="theme-doc-footer"><a class="theme-edit-this-page" href="https://git.example/edit/a.md">GONE Edit this page</a></div>',
    ],
    [
      'a link of VitePress',
      '<div class="edit-link"><a class="edit-link-button" href="https://git.example/edit/a.md">GONE Edit this page on GitHub</a></div>',
    ],
    [
      'a link without names',
      '<div><a href="https://git.example/edit/a.md">Suggest edits to this GONE page</a></div>',
    ],
    [
      'buttons of Jetpack',
      '<div class="sharedaddy sd-sharing-enabled"><h3>GONE Share this:</h3><ul><li><a href="/x">Twitter</a></li><li><a href="/f">Facebook</a></li></ul></div>',
    ],
    [
      'buttons of AddToAny',
      '<div class="addtoany_share_save_container"><a href="/x">GONE Facebook</a><a href="/y">X</a></div>',
    ],
  ])('%s', (_name, after) => {
    for (const isMain of [true, false]) {
      const html = mainContentOf(lampPage({ after, isMain }))
      expect(html).not.toMatch(/GONE|helpful|answer your/)
      expect(html).toContain('four small screws')
    }
  })
})

describe('a part of a news site between paragraphs is left out', () => {
  it.each([
    [
      'a box of a paywall',
      '<div class="paywall"><div class="subscription-block"><h2>GONE RESERVED FOR SUBSCRIBERS</h2><p>Subscribe now to read the latest news in your town.</p><ul><li>Exclusive articles by our best writers, each week.</li></ul><a href="/subscribe">Subscribe</a></div></div>',
    ],
    [
      'a box to register',
      '<div class="registration-wall"><h3>GONE Keep reading for free</h3><p>Register or sign in to go on.</p><button>Sign in</button></div>',
    ],
    [
      'a newsletter',
      '<div class="newsletter-signup"><h3>GONE The morning letter</h3><p>Sign up for our newsletter.</p></div>',
    ],
    [
      'a placeholder that waits for consent',
      '<div class="embed-placeholder consent-required"><h3>External content GONE</h3><p>Your privacy settings prevent the loading of all external content.</p><button>Change</button></div>',
    ],
    [
      'a placeholder of Complianz',
      '<div class="cmplz-blocked-content-container"><div class="cmplz-blocked-content-notice">GONE Click to accept marketing cookies and enable this content</div></div>',
    ],
    [
      'a line to another story',
      '<p><strong>Read also: <a href="/n/1">GONE singer gave up the stage</a></strong></p>',
    ],
    ['a line in German', '<p>Lesen Sie auch: <a href="/n/1">GONE Sänger geht von der Bühne</a></p>'],
    [
      'a line in French',
      '<p><strong>À lire aussi :</strong> <a href="/n/1">GONE le chanteur quitte la scène</a></p>',
    ],
    ['a line in Spanish', '<p>Lea también: <a href="/n/1">GONE el cantante deja la escena</a></p>'],
    [
      'the labels of a player',
      '<div class="video-js"><button>GONE Play</button><span>Mute</span><div>Loaded: 0%</div><div>1x</div></div>',
    ],
  ])('%s', (_name, between) => {
    for (const isMain of [true, false]) {
      const html = mainContentOf(lampPage({ between, isMain }))
      expect(html).not.toContain('GONE')
      expect(html).toContain('four small screws')
    }
  })

  it('a list of headlines after a short article', () => {
    expect(mainContentOf(lampPage({ after: `<ul class="list01">${others(30)}</ul>` }))).not.toContain('GONE')
  })
})

describe('a part with such names is kept if they mean something else', () => {
  const text = (n: number) => `<p>KEPT. ${lampParagraph(n).slice(3)}`

  it.each([
    [
      'an index is a list of links',
      `<div class="toc"><ul>${Array.from({ length: 30 }, (_, n) => `<li><a href="/c${n}">KEPT chapter ${n} of the book</a></li>`).join('')}</ul></div>`,
    ],
    ['the article is about paywalls', `<section class="paywall">${text(1)}${text(2)}</section>`],
    ['a section tells how to share files', `<section class="share">${text(3)}</section>`],
    ['a section is about feedback', `<section id="feedback"><h2>Feedback</h2>${text(1)}${text(4)}</section>`],
    [
      'the text says how to subscribe',
      `<section id="subscribe"><h2>Subscribe to events</h2>${text(1)}${text(2)}${text(3)}${text(4)}</section>`,
    ],
    ['the text ends with its sources', `<h2>Sources</h2><ul>${others(6).replaceAll('GONE', 'KEPT')}</ul>`],
    [
      'a manual names other pages',
      '<h2>See also</h2><ul><li><a href="/w">KEPT wicks</a></li><li><a href="/o">Oils</a></li><li><a href="/g">Glass of lamps</a></li></ul>',
    ],
  ])('%s', (_name, between) => {
    expect(mainContentOf(lampPage({ between, isMain: true }))).toContain('KEPT')
  })
})
