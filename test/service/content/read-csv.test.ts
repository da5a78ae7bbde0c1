import MarkdownIt from 'markdown-it'
import { expect, it } from 'vitest'
import { MAX_CELLS, readCsv } from '../../../src/service/content/read-text.ts'

it.each([
  ['a,b\n1,2\n', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
  ['\uFEFFa;b\r\n"1,5";2', '| a | b |\n| --- | --- |\n| 1,5 | 2 |'],
  ['a\tb,c\td\n1\t2\t3', '| a | b,c | d |\n| --- | --- | --- |\n| 1 | 2 | 3 |'],
  ['"a ""q""","x\ny",\n\n"open,\nend', '| a "q" | x<br>y |  |\n| --- | --- | --- |\n| open,<br>end |'],
  ['a\n1,2,3\n', '| a |  |  |\n| --- | --- | --- |\n| 1 | 2 | 3 |'],
  ['a,b\n1,2,3\n', '| a | b |  |\n| --- | --- | --- |\n| 1 | 2 | 3 |'],
  ['a|b,*c*\n<i>,`x`\\', '| a\\|b | \\*c\\* |\n| --- | --- |\n| &lt;i> | \\`x\\`\\\\ |'],
  ['sep=;\r\na;b,c\n1;2', '| a | b,c |\n| --- | --- |\n| 1 | 2 |'],
  ['\uFEFFSEP=,\na,b', '| a | b |\n| --- | --- |'],
  ['sep=x\na', '| sep=x |\n| --- |\n| a |'],
  ['a|b|c\n1|2|3,4', '| a | b | c |\n| --- | --- | --- |\n| 1 | 2 | 3,4 |'],
  ['Rates of "a, b"\n\na;b\n1,5;2', '| Rates of "a, b" |  |\n| --- | --- |\n| a | b |\n| 1,5 | 2 |'],
  ['a, "b, c" , d\n1, 2, 3', '| a | b, c | d |\n| --- | --- | --- |\n| 1 | 2 | 3 |'],
  ['a,b\n"5" wide",2', '| a | b |\n| --- | --- |\n| 5 wide" | 2 |'],
  ['a,b\n"x" ,"y"\n', '| a | b |\n| --- | --- |\n| x | y |'],
  ['', ''],
  ['\n,\n', ''],
])('readCsv turns %j into %j', (text, table) => {
  expect(readCsv(text).markdown).toBe(table)
})

it('the table of a CSV file renders back cell by cell', () => {
  const cells = [
    ['Name', 'Note'],
    ['a|b', '*x* _y_ `z` [l](u) <b> &amp; ~~d~~ \\ https://e.com/a_b'],
  ]
  const csv = cells.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')
  const html = new MarkdownIt({ html: true }).render(readCsv(csv).markdown)
  const shown = [...html.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map(([, cell = '']) =>
    cell.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  )
  expect(shown).toEqual(cells.flat())
})

it('readCsv takes time and memory in proportion to the text', () => {
  expect(readCsv(`${','.repeat(100_000)}a\n${'x\n'.repeat(100_000)}`).markdown.length).toBeLessThan(3_000_000)
  expect(readCsv(`"${'""'.repeat(300_000)}`).markdown.length).toBeLessThan(3_000_000)
})

it.each([
  ['short rows', 'x\n'],
  ['one long row', 'x,'],
  ['empty cells', ',\n'],
])('readCsv reads a bounded number of cells of %s', (_, cell) => {
  const { markdown, isCut } = readCsv(cell.repeat(MAX_CELLS + 10))
  expect(isCut).toBe(true)
  expect(markdown.split('x').length - 1).toBe(cell.startsWith('x') ? MAX_CELLS : 0)
})

it('readCsv reads a table with exactly the bound of cells', () => {
  expect(readCsv('x\n'.repeat(MAX_CELLS).trimEnd()).isCut).toBe(false)
})

it('readCsv reads one cell with millions of quotes', () => {
  expect(readCsv(`"${'""'.repeat(3_000_000)}"`).markdown.length).toBeGreaterThan(3_000_000)
})

it.each([0, 1, 2, 3])(
  'readCsv keeps the quotes and line breaks of a long cell, at any offset (%i)',
  (shift) => {
    const part = 'a""b\r\n""""'
    const text = `${'x'.repeat(shift)}${part.repeat(20_000)}`
    const shown = `${'x'.repeat(shift)}${'a"b<br>""'.repeat(20_000)}`
    expect(readCsv(`h,i\n"${text}",1\n`).markdown).toBe(`| h | i |\n| --- | --- |\n| ${shown} | 1 |`)
  },
)
