import { describe, expect, it } from 'vitest'
import { toMarkdown } from '../../support/to-markdown.ts'

const PARTS = 100_000
/** The HTML Standard's elements, obsolete ones too, and those of MathML and SVG that have texts. */
const NAMES =
  'a abbr acronym address applet area article aside audio b base bdi bdo big blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee menu meta meter nav nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp math mi mn mo ms mtext mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mtable mtr mtd mstyle mpadded menclose mphantom semantics annotation text tspan foreignObject custom-element'.split(
    ' ',
  )
/** Of an element's text by its marks and indents. */
const MOST_GROWTH = 4

describe('a page with', () => {
  it.each([
    ['emphasis without end', '<b>', /^$/],
    ['lists in lists', '<ul><li>', /^$/],
    ['quotes in quotes', '<blockquote>x', /^> x\n>\n> > x/],
    ['tables in tables', '<table><tr><td>x<td>y', /x/],
    ['links in links', '<a href="/x">y', /^\[y\]/],
    ['nested bold words without end', '<b>x', /^\*\*x+\*\*$/],
  ])('%s is written', (_, part, expected) => {
    expect(toMarkdown(part.repeat(PARTS))).toMatch(expected)
  })

  it('nested elements of one name takes linear time', { timeout: 120_000 }, () => {
    for (const name of NAMES) {
      const html = `<${name}>x y`.repeat(PARTS / 4)
      expect(toMarkdown(html).length, name).toBeLessThanOrEqual(MOST_GROWTH * html.length)
    }
  })

  it('many rows keeps them all', () => {
    const markdown = toMarkdown(`<table>${'<tr><td>a<td>b'.repeat(PARTS)}</table>`)
    expect(markdown.split('\n')).toHaveLength(PARTS + 1)
  })

  it('cells that span everything grows at most to its bound', () => {
    const html = `<table>${'<tr><td rowspan=0 colspan=999>a<td>b'.repeat(PARTS)}</table>`
    expect(toMarkdown(html).length).toBeLessThan(2 * html.length)
  })

  it('open tags repeats each only once per block', () => {
    expect(toMarkdown(`${'<u><sup>'.repeat(100)}<p>x</p><p>y</p>`)).toMatch(/\n\n<u><sup>y<\/sup><\/u>$/)
  })
})

describe('a text of millions of characters', () => {
  const LONG = 4_000_000

  it.each([
    ['*', 2],
    ['_', 2],
    ['`', 2],
    ['\\', 2],
    ['[', 2],
    ['~', 2],
    [']', 1],
    ['&', 1],
    ['#', 1],
    ['=', 1],
  ])('with only %s has a backslash if needed', (character, length) => {
    const markdown = toMarkdown(`<p>x${character.repeat(LONG)}`)
    expect(markdown).toHaveLength(LONG * length + 1)
    expect(markdown.slice(-4)).toBe((length === 2 ? `\\${character}` : character).repeat(4 / length))
  })

  it('with only dashes is not a horizontal rule', () => {
    const dashes = '-'.repeat(LONG)
    expect(toMarkdown(`<p>${dashes}`) === `\\${dashes}`).toBe(true)
  })

  it('keeps all words, separated by one space', () => {
    const words = 'x \t'.repeat(LONG / 4)
    const expected = `${'x '.repeat(LONG / 4 - 1)}x`
    expect(toMarkdown(`<p>${words}`) === expected).toBe(true)
    expect(toMarkdown(`<code>${words}</code>`) === `\`${expected}\``).toBe(true)
  })

  it('keeps all lines of code in a quotation', () => {
    const markdown = toMarkdown(`<blockquote><pre>${'x\n\n'.repeat(LONG / 4)}y</pre></blockquote>`)
    expect(markdown === `> \`\`\`\n${'> x\n>\n'.repeat(LONG / 4)}> y\n> \`\`\``).toBe(true)
  })

  it('with spaces in a formula has one space', () => {
    const formula = `x${' '.repeat(LONG)}y`
    expect(toMarkdown(`<p><script type="math/tex">% <![CDATA[ ${formula} %]]></script>`)).toBe('$x y$')
    expect(toMarkdown(`<p><script type="math/tex">${formula}</script>`)).toBe('$x y$')
  })
})

it('tags around several blocks are repeated in each block', () => {
  expect(toMarkdown('<u><p>a</p><p>b</p></u>c')).toBe('<u>a</u>\n\n<u>b</u>\n\nc')
})

it('elements that the selection omits are omitted', () => {
  expect(toMarkdown('<p>a</p><template><p>b</p></template><script>c</script>')).toBe('a')
})
