import { expect, it } from 'vitest'
import { readPage } from '../../support/read-page.ts'

const PROSE = Array.from(
  { length: 3 },
  (_, n) =>
    `<p>The lamp number ${n} was made by a small group of people who had worked with oil and glass for most of their lives, and it took them several months and two false starts before it burned as they wanted.</p>`,
)
const NAV = '<header><nav><a href="/a">Products</a> <a href="/b">Pricing</a></nav></header>'

const markdownOf = (part: string, before = ''): string =>
  readPage(
    `<!DOCTYPE html><title>x</title>${NAV}<main>${before}<h1>Lamps</h1>${PROSE[0]}${part}${PROSE[1]}${PROSE[2]}</main>`,
  ).markdown

it.each([
  [
    'a table whose head is a row of the class header (Pandoc)',
    '<table><thead><tr class="header"><th>Code</th><th>Meaning</th></tr></thead><tr class="odd"><td class="side">E1</td><td>No oil</td></tr></table>',
    '| Code | Meaning |\n| --- | --- |\n| E1 | No oil |',
  ],
])('keeps %s', (_name, part, expected) => {
  expect(markdownOf(part)).toContain(expected)
})

it.each([
  ['a popover that is not open', '<div popover id="m"><p>GONE Copy the link or report this page.</p></div>'],
  ['the place of an advert', '<div class="ad ad--in-content"><span>Advertisement GONE</span></div>'],
])('leaves out %s', (_name, part) => {
  const markdown = markdownOf(part)
  expect(markdown).not.toContain('GONE')
  expect(markdown).toContain('lamp number 2')
})

it('leaves out the breadcrumb links to the parent pages', () => {
  const trail =
    '<ol class="breadcrumb"><li><a href="/">GONE Home</a></li><li><a href="/d">Docs</a></li><li>Lamps</li></ol>'
  expect(markdownOf('', trail)).toMatch(/^# Lamps/)
})

const POSTS = PROSE.map(
  (text) =>
    `<div class="post"><dl class="postprofile"><dt><a href="/u">ann</a></dt></dl><div class="content"><div class="bbcode_quote"><div class="quote_container">Quoted words</div></div>${text}</div></div>`,
).join('')
const forumPage = (title: string, name: string): string =>
  readPage(
    `<!DOCTYPE html><title>${title}</title><body><div class="logo"><a href="/">Lamp forum</a></div>${name}<div id="posts">${POSTS}</div>`,
  ).markdown

it.each([
  ['a heading (phpBB)', '<h2><a href="/t">The wick is  too short</a></h2>', '## [The wick is too short]'],
  [
    'a link (Reddit, Hacker News)',
    '<div><a href="/t">The wick is too short</a></div>',
    '[The wick is too short]',
  ],
])('keeps the title of a thread without h1 if the title element names it: %s', (_name, name, expected) => {
  expect(forumPage('The wick is too short - Lamp forum', name)).toMatch(
    new RegExp(`^${expected.replaceAll('[', String.raw`\[`)}`),
  )
  expect(forumPage('Another title', name)).not.toContain('too short]')
})

it('keeps quotes in the posts of a forum and does not use the name of the site as title', () => {
  const markdown = forumPage('Lamp forum', '')
  expect(markdown.match(/Quoted words/g)).toHaveLength(3)
  expect(markdown).not.toContain('Lamp forum')
})

it('keeps the infobox next to the text of a wiki (Fandom)', () => {
  const facts = '<aside role="region" class="portable-infobox"><h2>Lamp</h2><div>Oil: a litre</div></aside>'
  expect(markdownOf(facts)).toContain('Oil: a litre')
})

it('lists the poster of a video as an image', () => {
  const page = readPage('<p>a</p><video poster="/p.jpg" src="/v.mp4"></video>', {
    formats: [{ type: 'images' }],
    onlyMainContent: false,
  })
  expect(page.images).toEqual(['https://example.com/p.jpg'])
})
