import { describe, expect, it } from 'vitest'
import { mainContentOf } from '../../support/main-content-of.ts'
import { ARTICLE, ARTICLE_TEXTS, page, paragraph } from '../../support/potter-pages.ts'

const links = (count: number): string =>
  Array.from({ length: count }, (_, n) => `<div><a href="/p/${n}">GONE A kiln of clay ${n}</a></div>`).join(
    '',
  )

const PLACES: readonly (readonly [string, (body: string) => string])[] = [
  ['a plain main element', (body) => `<main><h1>The teapot</h1>${body}</main>`],
  ['an article', (body) => `<div><article><h1>The teapot</h1>${body}</article></div>`],
  ['divisions', (body) => `<div class="container"><div class="row"><h1>The teapot</h1>${body}</div></div>`],
]

const BOXES: readonly (readonly [string, string])[] = [
  ['links under a heading without a class', `<div><h3>You may like</h3>${links(3)}</div>`],
  ['links under a heading in German', `<div><h3>Das könnte Sie auch interessieren</h3>${links(3)}</div>`],
  ['links under a label in French', `<p><b>Lire aussi :</b></p><div>${links(2)}</div>`],
  ['links under a heading in Spanish', `<aside><h4>Noticias relacionadas</h4>${links(2)}</aside>`],
  ['the place of an advert', '<div><h3>Advertisement</h3></div>'],
  ['the place of an advert in Turkish', '<div><span>REKLAM</span></div>'],
  ['the place of an advert in Japanese', '<div><p>広告</p></div>'],
  ['a line above an advert', '<div>Story continues below advertisement</div>'],
  [
    'a stand-in for a video in German',
    '<div><h3>Empfohlener redaktioneller Inhalt</h3><p>GONE An dieser Stelle finden Sie einen externen Inhalt von YouTube.</p><p>Ich bin damit einverstanden, dass mir Inhalte von YouTube angezeigt werden.</p></div>',
  ],
  [
    'a stand-in for a post',
    '<div><p>GONE To view this post you need to accept cookies of its site.</p><button>GONE Accept</button></div>',
  ],
  [
    'a stand-in in French',
    '<div><p>GONE Pour afficher ce contenu, vous devez accepter les cookies.</p></div>',
  ],
  ['a word about comments', '<h3>Keine Kommentare</h3>'],
  ['a request to share', '<h2>Diesen Artikel teilen</h2>'],
  ['a link back in German', '<p><a href="/blog">Zurück zur Übersicht</a></p>'],
  ['links under a label', `<div><p>You may like</p>${links(3)}</div>`],
  ['links under a label in an element', `<div><div>More from GONE Potters</div>${links(4)}</div>`],
  [
    'a list of two links',
    '<div><span>Read more</span><ul><li><a href="/1">GONE Ten kilns of the north</a></li><li><a href="/2">Glazes of it</a></li></ul></div>',
  ],
  [
    'a list after a label',
    '<p>Recommended:</p><ul><li><a href="/1">GONE Ten kilns of the north</a></li></ul>',
  ],
  [
    'a request to subscribe with a link in it',
    '<p>Thanks for reading! <a href="/s">Subscribe</a> for free, GONE, and support my work.</p>',
  ],
  [
    'a request to subscribe with a link after it',
    '<div><p><b>GONE Enjoyed this?</b> Subscribe to our newsletter and find the next one in your inbox.</p><a href="/s">Subscribe now</a></div>',
  ],
  [
    'a request to subscribe with a heading and a button',
    '<div><h3>GONE Our letters</h3><p>Sign up for our newsletter.</p><div><button>Sign up</button></div></div>',
  ],
  [
    'a promise of mail',
    '<section><h2>GONE See how we can help</h2><p>Tips and news, delivered monthly to your inbox.</p></section>',
  ],
  ['a count of reactions', '<div><img src="/a.png" alt=""><a>9 Likes</a></div>'],
  [
    'links that pass the page on',
    '<ul><li><a href="https://social.example/sharer.php?u=https%3A%2F%2Fexample.com%2F">GONE One</a></li><li><a href="https://x.example/intent/tweet?text=A&url=B">GONE Two</a></li><li><a href="mailto:?subject=A">GONE Mail</a></li></ul>',
  ],
  [
    'icons that pass the page on',
    '<ul><li><a href="https://social.example/sharer/sharer.php?u=A" aria-label="GONE Share"><i class="icon"></i></a></li><li><a href="mailto:?subject=A" title="GONE Mail"><img src="/m.png" alt="GONE"></a></li></ul>',
  ],
  ['a link back', '<a href="/blog">← GONE Blog</a>'],
  [
    'a request to subscribe in German',
    '<div><p>GONE Abonnieren Sie unseren Newsletter, er kommt einmal im Monat.</p><a href="/s">Jetzt abonnieren</a></div>',
  ],
]

describe.each(PLACES)('at the edge of a text in %s', (_, write) => {
  it.each(BOXES)('%s is left out', (_name, box) => {
    for (const body of [ARTICLE + box, box + ARTICLE]) {
      const html = mainContentOf(page(write(body)))
      for (const text of ARTICLE_TEXTS) expect(html).toContain(text)
      expect(html).not.toMatch(
        /GONE|9 Likes|Advertisement|REKLAM|広告|continues|Kommentare|teilen|Zurück|interessieren|Lire|relacionadas/,
      )
    }
  })
})

describe.each(PLACES)('before a text in %s', (_, write) => {
  it.each([
    [
      'a list',
      '<ul><li><a href="/">GONE Home</a></li><li><a href="/pots">Posts</a></li><li>The teapot</li></ul>',
    ],
    ['a line', '<div><a href="/">GONE Home</a> » <a href="/pots">Posts</a> » The teapot</div>'],
  ])('a trail of pages as %s is left out', (_name, trail) => {
    const html = mainContentOf(page(write(trail + ARTICLE)))
    for (const text of ARTICLE_TEXTS) expect(html).toContain(text)
    expect(html).not.toContain('GONE')
  })
})

it.each([
  ['a label without links', '<p>You may like</p><ul><li>A kiln of clay</li><li>A kiln of stone</li></ul>'],
  [
    'links that begin with the start page, after a text',
    '<ul><li><a href="/">A kiln of clay</a></li><li><a href="/2">B</a></li></ul>',
  ],
  ['a link to a page about sharing', '<p><a href="/share/?lang=en">A kiln of clay</a></p>'],
  ['text about newsletters', '<p>To subscribe to the newsletter, open Account and tick A kiln of clay.</p>'],
  [
    'a link to a sign-up page',
    '<p>A kiln of clay is yours once you <a href="/s">sign up</a> for an account.</p>',
  ],
  [
    'the text after a label of links',
    `<p>Related</p><ul><li><a href="/1">Ten</a></li></ul><p>A kiln of clay</p>`,
  ],
])('keeps %s', (_name, part) => {
  const html = mainContentOf(page(`<main><h1>The teapot</h1>${ARTICLE}${part}${paragraph('cup')}</main>`))
  expect(html).toContain('kiln of clay')
})

it('leaves out a label of other pages without a list', () => {
  const html = mainContentOf(page(`<div class="c"><h1>The teapot</h1>${ARTICLE}<div>MORE NEWS</div></div>`))
  expect(html).toContain(ARTICLE_TEXTS[0])
  expect(html).not.toContain('MORE NEWS')
})

it('leaves out a link at the beginning that skips the menu', () => {
  const skip = '<a href="#article" title="to the content">GONE Skip</a>'
  const html = mainContentOf(page(`${skip}<div class="c"><h1 id="article">The teapot</h1>${ARTICLE}</div>`))
  expect(html).toContain(ARTICLE_TEXTS[0])
  expect(html).not.toContain('GONE')
})

it.each([
  [
    'a button to like the page',
    'https://www.facebook.com/plugins/like.php?href=https%3A%2F%2Fa.example%2Fpot',
  ],
  ['a button to pass the page on', 'https://platform.twitter.com/widgets/tweet_button.html?url=/pot'],
  ['a button of a site', '/parts/social-buttons.html'],
  ['an advert of a network', 'https://g.doubleclick.net/pagead/ads?client=1'],
  ['an advert of a site', '/themes/2012/ads/leaderboard.html'],
  ['an advert from its own host', 'https://ads.example.com/box'],
])('leaves out a frame with %s', (_name, address) => {
  const body = (frame: string): string =>
    `<div><h1>The teapot</h1>${ARTICLE}${frame}${paragraph('clay')}</div>`
  expect(mainContentOf(page(body(`<iframe src="${address}"></iframe>`)))).not.toContain('iframe')
  const film = `<iframe src="https://films.example/embed/how-ads-like-a-button?ad=/ads/"></iframe>`
  expect(mainContentOf(page(body(film)))).toContain('iframe')
})
