import { describe, expect, it } from 'vitest'
import { toMarkdown } from '../../support/to-markdown.ts'

const PARTS = 100_000

describe('a page of', () => {
  it.each([
    ['emphasis without end', '<b>', /^$/],
    ['lists in lists', '<ul><li>', /^$/],
    ['quotes in quotes', '<blockquote>x', /^> x\n>\n> > x/],
    ['tables in tables', '<table><tr><td>x<td>y', /x/],
    ['links in links', '<a href="/x">y', /^\[y\]/],
    ['marked words without end', '<b>x', /^\*\*x+\*\*$/],
  ])('%s is written', (_, part, expected) => {
    expect(toMarkdown(part.repeat(PARTS))).toMatch(expected)
  })

  it('rows keeps them all', () => {
    const markdown = toMarkdown(`<table>${'<tr><td>a<td>b'.repeat(PARTS)}</table>`)
    expect(markdown.split('\n')).toHaveLength(PARTS + 1)
  })

  it('cells that span everything does not grow by more than its bound', () => {
    const html = `<table>${'<tr><td rowspan=0 colspan=999>a<td>b'.repeat(PARTS)}</table>`
    expect(toMarkdown(html).length).toBeLessThan(2 * html.length)
  })

  it('open tags repeats each only once in a block', () => {
    expect(toMarkdown(`${'<u><sup>'.repeat(100)}<p>x</p><p>y</p>`)).toMatch(/\n\n<u><sup>y<\/sup><\/u>$/)
  })
})

it('keeps the tags that are around several blocks in each of them', () => {
  expect(toMarkdown('<u><p>a</p><p>b</p></u>c')).toBe('<u>a</u>\n\n<u>b</u>\n\nc')
})

it('leaves out what the selection leaves out', () => {
  expect(toMarkdown('<p>a</p><template><p>b</p></template><script>c</script>')).toBe('a')
})
