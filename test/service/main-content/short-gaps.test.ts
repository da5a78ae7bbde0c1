import { describe, expect, it } from 'vitest'
import { mainContentOf } from '../../support/main-content-of.ts'
import { lampPage } from '../../support/lamp-pages.ts'

const link = (n: number) => `<a href="/x${n}">Another lamp of the year ${n}</a>`

describe('a short part between two paragraphs of one element', () => {
  it.each([
    [
      'a callout of Zendesk',
      '<div class="callout callout--info"><h4 class="callout__title">Note</h4><p>KEPT</p></div>',
    ],
    [
      'a warning of Confluence',
      '<div class="confluence-information-macro confluence-information-macro-warning"><span class="aui-icon"></span><div class="confluence-information-macro-body"><p>KEPT now.</p></div></div>',
    ],
    [
      'an alert of Docsy',
      '<div class="alert alert-warning" role="alert"><h4 class="alert-heading">Warning</h4>KEPT</div>',
    ],
    [
      'a callout of Intercom',
      '<div class="intercom-interblocks-callout" style="background-color:#e3e7fa80"><div class="intercom-interblocks-paragraph"><p>KEPT</p></div></div>',
    ],
    [
      'an admonition of Docusaurus',
      '<div class="theme-admonition theme-admonition-tip alert alert--success"><div class="admonitionHeading_G">tip</div><div class="admonitionContent_B"><p>KEPT</p></div></div>',
    ],
    [
      'an admonition of MkDocs',
      '<div class="admonition note"><p class="admonition-title">Note</p><p>KEPT</p></div>',
    ],
    [
      'a block of VitePress',
      '<div class="warning custom-block"><p class="custom-block-title">Warning</p><p>KEPT</p></div>',
    ],
    ['a hint of GitBook', '<div class="hint hint-info"><svg></svg><div><p>KEPT</p></div></div>'],
    ['a panel of a help page', '<div class="panel"><b>Tip</b><div>KEPT</div></div>'],
    [
      'cards',
      '<div class="card-group"><a class="card" href="/1"><h3>One</h3><div>KEPT about it.</div></a><a class="card" href="/2"><h3>Two</h3><div>About another.</div></a></div>',
    ],
    [
      'rows of key and value',
      '<div class="spec"><div class="row"><span class="label">Height</span><span class="value">KEPT</span></div><div class="row"><span>Weight</span><span>2 kg</span></div></div>',
    ],
    ['details', '<details><summary>How long?</summary><p>KEPT</p></details>'],
    [
      'a question in a button',
      '<div class="faq-item"><button class="faq-question" aria-expanded="false">How long does it burn?</button><div class="faq-answer" hidden><p>KEPT</p></div></div>',
    ],
    [
      'an accordion',
      '<div class="accordion"><h3><button aria-expanded="false">How long?</button></h3><div class="accordion-collapse collapse"><div class="accordion-body">KEPT</div></div></div>',
    ],
    ['a picture with its text', '<figure><img src="/a.png"><figcaption>KEPT</figcaption></figure>'],
    [
      'steps',
      '<div class="steps"><div class="step"><b>1</b><span>KEPT</span></div><div class="step"><b>2</b><span>Light it.</span></div></div>',
    ],
    [
      'a link to a file',
      '<div class="download">Plan of the lamp, KEPT, 2 MB, with all parts (<a href="/a.pdf">PDF</a>)</div>',
    ],
  ])('is kept: %s', (_name, between) => {
    for (const isMain of [false, true]) expect(mainContentOf(lampPage({ between, isMain }))).toContain('KEPT')
  })

  it.each([
    ['links to other stories', `<div class="related-links">${link(1)}${link(2)}</div>`],
    [
      'a newsletter',
      '<div class="newsletter"><p>Get our newsletter. Another lamp each day.</p><form><input><button>Sign up</button></form></div>',
    ],
    ['an advert', '<div class="ad-slot"><p>Buy Another lamp.</p></div>'],
    [
      'buttons to share',
      '<div class="share-bar"><a href="/f">Another Facebook</a><a href="/t">Twitter</a></div>',
    ],
  ])('is left out: %s', (_name, between) => {
    const html = mainContentOf(lampPage({ between }))
    expect(html).not.toContain('Another')
    expect(html).toContain('four small screws')
  })

  it('is left out if it consists of linked cards in an article', () => {
    const head =
      '<meta property="og:type" content="article"><script type="application/ld+json">{"@type":"NewsArticle"}</script>'
    const between = `<div class="card-group"><a class="card" href="/1"><div>Another lamp is sold</div></a><a class="card" href="/2"><div>Old mill burns down</div></a></div>`
    expect(mainContentOf(lampPage({ between, head }))).not.toContain('Another')
  })
})

it('keeps the short lines of an interview', () => {
  const turn = (name: string, text: string) =>
    `<div class="item"><header class="head">${name} 14m 26s</header><p class="form-line">${text}</p></div>`
  const lines = Array.from({ length: 24 }, (_, n) => {
    if (n % 6 === 3) return '<a href="/x">KEPT</a> no'
    const long = `We filled the lamp with oil, lit the wick and carried it through all ${n} rooms of the house, and then we sat down.`
    return n % 3 === 0 ? `Then we waited ${n} for a while until the oil was warm and thin.` : long
  })
  const turns = lines.map((text, n) => turn(n % 2 === 0 ? 'Bob' : 'Ann Lee', text))
  const html = mainContentOf(
    `<div class="pod"><h1>Lamps</h1><div class="episode">${turns.join('')}</div></div>`,
  )
  expect(html.match(/KEPT/g)).toHaveLength(4)
})

describe('the labels of code tabs', () => {
  const code =
    '<div class="blocks"><div class="language-sh"><pre><code>lamp light</code></pre></div><div class="language-sh"><pre><code>lamp up</code></pre></div></div>'
  it.each([
    [
      'VitePress',
      '<div class="tabs"><input type="radio" id="a" checked><label for="a">KEPT</label><input type="radio" id="b"><label for="b">Debian</label></div>',
    ],
    [
      'Docusaurus',
      '<ul role="tablist" class="tabs"><li role="tab" class="tabs__item">KEPT</li><li role="tab" class="tabs__item">Yarn</li></ul>',
    ],
    ['Material', '<div class="tabbed-labels"><label for="a">KEPT</label><label for="b">Yarn</label></div>'],
    ['ARIA', '<div role="tablist"><button role="tab">KEPT</button><button role="tab">Yarn</button></div>'],
  ])('are kept: %s', (_tool, labels) => {
    const between = `<p>Choose your system:</p><div class="code-group">${labels}${code}</div>`
    for (const isMain of [false, true]) expect(mainContentOf(lampPage({ between, isMain }))).toContain('KEPT')
  })
})

describe('a list of terms', () => {
  const entries = (term: (n: number) => string) =>
    `<dl>${Array.from({ length: 12 }, (_, n) => `<dt>${term(n)}</dt><dd><p>Does the thing number ${n} to the oil of lamps.</p></dd>`).join('')}</dl>`

  it.each([
    ['that are links', (n: number) => `<a href="/c${n}">lamp-c${n}(1)</a>`],
    ['that are code', (n: number) => `<code>lamp-c${n}(1)</code>`],
    ['with links to themselves', (n: number) => `lamp-c${n}(1)<a class="headerlink" href="#c${n}">¶</a>`],
  ])('keeps all terms and definitions: %s', (_name, term) => {
    const html = mainContentOf(lampPage({ between: entries(term) }))
    for (let n = 0; n < 12; n++) {
      expect(html).toContain(`lamp-c${n}(1)`)
      expect(html).toContain(`thing number ${n} `)
    }
  })
})
