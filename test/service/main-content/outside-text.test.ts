import { describe, expect, it } from 'vitest'
import { mainContentOf } from '../../support/main-content-of.ts'
import { ARTICLE_TEXTS, page, paragraph, TOPICS } from '../../support/potter-pages.ts'

const TITLE = '<h1>How pots are made in the north</h1>'
const TEXT = `<div class="copy">${TOPICS.map(paragraph).join('')}</div>`

function list(write: (index: number) => string, count = 6): string {
  return Array.from({ length: count }, (_, index) => write(index)).join('')
}

const HEADLINES = `<div class="unit"><h2>Business</h2><ul>${list((n) => `<li><a href="/${n}">Kiln ${n} of the north is sold to a bank</a> <em>4/14/11</em></li>`)}</ul></div>`
const STORIES = `<div class="module"><h3>Showcase</h3>${list((n) => `<div class="feature"><h2><a href="/${n}">Kiln number ${n} sold</a></h2><p>A bank in the north buys kiln ${n} from its last owner. <a href="/${n}">Full article</a></p></div>`)}</div>`

describe('next to a text, outside of its element', () => {
  it.each([
    ['headlines before it', `${TITLE}${HEADLINES}${TEXT}`],
    ['headlines after it', `${TITLE}${TEXT}${HEADLINES}`],
    ['stories with a summary before it', `${TITLE}${STORIES}${TEXT}`],
    ['stories with a summary after it', `${TITLE}${TEXT}${STORIES}`],
    [
      'a widget with few words',
      `${TITLE}${TEXT}<div class="elementor-widget"><h3>Come and see kiln 3</h3><p>It is fired on Sundays, and children are welcome.</p></div>`,
    ],
    [
      'an opinion in a part named after comments',
      `${TITLE}${TEXT}<div class="reader-comments-2">${paragraph('kiln 3')}</div>`,
    ],
    [
      'a card in a part named after other pages',
      `${TITLE}${TEXT}<div class="top-recommended">${paragraph('kiln 3')}</div>`,
    ],
  ])('leaves out %s', (_name, body) => {
    const html = mainContentOf(page(`<div class="wrap"><div class="column">${body}</div></div>`))
    for (const text of ARTICLE_TEXTS) expect(html).toContain(text)
    expect(html).toContain('How pots are made')
    expect(html).not.toContain('iln 3')
    expect(html).not.toContain('number 3')
  })

  it('leaves out stories before and after the only article, however few its paragraphs are', () => {
    const article = `<article>${paragraph('pot')}${paragraph('lid')}</article>`
    const html = mainContentOf(
      page(`<div class="wrap"><div>${TITLE}${STORIES}</div>${article}<div>${STORIES}</div></div>`),
    )
    expect(html).toContain('The lid is made by hand')
    expect(html).not.toContain('number 3')
  })

  it('keeps a list of links between the paragraphs of the text', () => {
    const links = `<p>These kilns are still in use:</p><ul>${list((n) => `<li><a href="/${n}">Kiln ${n} of the north</a></li>`)}</ul>`
    const text = `<div class="copy">${TOPICS.map((topic) => paragraph(topic) + (topic === 'lid' ? links : '')).join('')}</div>`
    expect(mainContentOf(page(`<div class="wrap">${TITLE}${text}</div>`))).toContain('Kiln 3 of the north')
  })

  it('keeps the posts of a forum, which are about as long as each other', () => {
    const posts = ['pot', 'lid', 'foot'].map(
      (topic) => `<div class="comment"><div class="body">${paragraph(topic).repeat(2)}</div></div>`,
    )
    const html = mainContentOf(page(`<div class="wrap">${TITLE}${posts.join('')}</div>`))
    for (const topic of ['pot', 'lid', 'foot']) expect(html).toContain(`The ${topic} is made by hand`)
  })

  it('keeps the list of a page that introduces it in one paragraph', () => {
    const html = mainContentOf(
      page(`<div class="wrap">${TITLE}<div>${paragraph('kiln')}</div>${STORIES}</div>`),
    )
    expect(html).toContain('Kiln number 3 sold')
  })
})
