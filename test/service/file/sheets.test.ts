import { describe, expect, it } from 'vitest'
import { readOffice } from '../../../src/service/file/read-office.ts'
import { makeOdt, makeXlsx, type Sheet, sheetRows } from '../../support/make-office.ts'

// Sheets are delivered as they are shown.

const text = async (file: Buffer) => (await readOffice(file, new AbortController().signal)).markdown
const cell = (words: string, more = '') => `<c t="inlineStr"${more}><is><t>${words}</t></is></c>`
const row = (cells: string, more = '') => `<row${more}>${cells}</row>`

describe('a value of a workbook', () => {
  it.each<[string | number, string, string]>([
    ['0.00%', '<v>0.1223</v>', '12.23%'],
    [9, '<v>0.5</v>', '50%'],
    ['#,##0.00 &quot;€&quot;', '<v>1234.5</v>', '1,234.50 €'],
    ['[$€-407] #,##0.00', '<v>1234.5</v>', '€ 1,234.50'],
    ['[$£-809]#,##0', '<v>-5</v>', '-£5'],
    [
      '_(&quot;$&quot;* #,##0.00_);_(&quot;$&quot;* \\(#,##0.00\\);_(&quot;$&quot;* &quot;-&quot;??_);_(@_)',
      '<v>1234</v>',
      '$1,234.00',
    ],
    [44, '<v>-3.5</v>', '$(3.50)'],
    ['00000', '<v>1234</v>', '01234'],
    ['000\\-00\\-0000', '<v>123456789</v>', '123-45-6789'],
    [3, '<v>1234567.8</v>', '1,234,568'],
    ['#,##0,&quot;K&quot;', '<v>12345</v>', '12K'],
    ['0.00E+00', '<v>12345</v>', '1.23E+04'],
    [12, '<v>0.5</v>', '1/2'],
    [12, '<v>0.99</v>', '1'],
    [13, '<v>2.98</v>', '2 49/50'],
    [13, '<v>-0.98</v>', '- 49/50'],
    [13, '<v>-1.001</v>', '-1'],
    ['#\\ ??/100', '<v>3.999</v>', '4'],
    ['# ?/8', '<v>0.37</v>', '3/8'],
    ['# ?/2', '<v>-1.05</v>', '-1'],
    [14, '<v>46096</v>', '2026-03-15'],
    [22, '<v>46096.5</v>', '2026-03-15 12:00'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', '<v>46096</v>', '2026-03-15'],
    ['dd.mm.yyyy', '<v>46096</v>', '15.03.2026'],
    ['[$-407]d. mmmm yyyy', '<v>46096</v>', '15. März 2026'],
    ['yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;', '<v>46096</v>', '2026年3月15日'],
    ['h:mm AM/PM', '<v>0.75</v>', '6:00 PM'],
    [46, '<v>1.5</v>', '36:00:00'],
    ['[Red]0;[Blue]\\-0', '<v>-3</v>', '-3'],
    ['[&gt;=100]&quot;many&quot;;0', '<v>200</v>', 'many'],
    [';;;', '<v>3</v>', ''],
    ['&quot;No. &quot;0', '<v>7</v>', 'No. 7'],
    ['bad[', '<v>7</v>', '7'],
    [49, '<v>7</v>', '7'],
    [0, '<v>3554.7000000000003</v>', '3554.7'],
    [14, '<v>-1</v>', '-1'],
  ])('is shown in the number format %s', async (format, value, expected) => {
    const file = makeXlsx({ A: row(cell('x') + `<c s="2">${value}</c>`) }, { formats: [format] })
    const shown = expected === '' ? '| x |' : `| x | ${expected} |`
    expect((await text(file)).split('\n').at(-1)).toBe(shown)
  })

  it.each([
    ['<c t="e"><v>#DIV/0!</v></c><c t="e"><v>#N/A</v></c>', '| #DIV/0! | #N/A |'],
    ['<c t="b"><v>1</v></c><c t="b"><v>0</v></c>', '| TRUE | FALSE |'],
    ['<c t="d"><v>2026-03-15</v></c>', '| 2026-03-15 |'],
    ['<c t="str"><f>A1&amp;"b"</f><v>ab</v></c>', '| ab |'],
    ['<c t="s"><v>0</v></c>', '| 東京 bold |'],
    ['<c t="inlineStr"><is><r><t>a</t></r><r><t xml:space="preserve"> b</t></r></is></c>', '| a b |'],
    ['<c t="inlineStr"><is><t>a\nb|c</t></is></c>', '| a<br>b\\|c |'],
    ['<c t="str" s="2"><v>x</v></c>', '| Item x |'],
    ['<c t="str"><v>a _x000D_\nb_x0008__x005F_x000D_ _xd_</v></c>', '| a <br>b_x000D\\_ \\_xd\\_ |'],
    ['<c t="s"><v>1</v></c>', '| 3 rows<br>more |'],
    ['<c r="C1" t="str"><v>x</v></c>', '| x |'],
    ['<c r="A1" t="str"><v>x</v></c><c r="D1" t="str"><v>y</v></c>', '| x |  |  | y |'],
  ])('is read from %s', async (cells, expected) => {
    const strings =
      '<si><r><t>東京</t></r><r><t xml:space="preserve"> bold</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t>3 rows_x000D_\nmore</t></si>'
    const file = makeXlsx({ A: row(cells) }, { strings, formats: ['&quot;Item &quot;@'] })
    expect((await text(file)).split('\n').at(-1)).toBe(expected)
  })

  it('is a date if days are counted from 1904', async () => {
    expect(await text(makeXlsx({ A: row('<c s="1"><v>44634</v></c>') }, { is1904: true }))).toContain(
      '2026-03-15',
    )
  })
})

describe('a workbook', () => {
  const shown: Sheet = { rows: row(cell('a')) }
  const hidden = (attributes: string): Sheet => ({ rows: row(cell('HIDDEN')), attributes })
  it.each<[string, Record<string, Sheet>]>([
    ['a hidden sheet', { A: shown, B: hidden(' state="hidden"') }],
    ['a very hidden sheet', { B: hidden(' state="veryHidden"'), A: shown }],
    ['a hidden row', { A: { rows: row(cell('a')) + row(cell('HIDDEN'), ' hidden="1"') } }],
    [
      'a row without height',
      { A: { rows: row(cell('a')) + row(cell('HIDDEN'), ' ht="0" customHeight="1"') } },
    ],
    [
      'hidden columns',
      {
        A: {
          before: '<cols><col min="1" max="1" hidden="true"/><col min="3" max="16384" width="0"/></cols>',
          rows: row(cell('HIDDEN') + cell('a') + cell('HIDDEN')),
        },
      },
    ],
  ])('leaves out %s', async (_, sheets) => {
    expect(await text(makeXlsx(sheets))).toBe('|  |\n| --- |\n| a |')
  })

  it('joins the cells before and after a hidden column', async () => {
    const before = '<cols><col min="2" max="2" hidden="1"/></cols>'
    const rows = row(cell('a') + cell('HIDDEN') + cell('b')) + row(cell('c') + cell('HIDDEN') + cell('d'))
    expect(await text(makeXlsx({ A: { before, rows } }))).toBe('| a | b |\n| --- | --- |\n| c | d |')
  })

  it('names its sheets if there are several, and leaves out empty ones', async () => {
    const file = makeXlsx({ 'A &amp; B': shown, Empty: { rows: '' }, C: shown })
    expect(await text(file)).toBe('## A & B\n\n|  |\n| --- |\n| a |\n\n## C\n\n|  |\n| --- |\n| a |')
    expect(await text(makeXlsx({ A: hidden(' state="hidden"') }))).toBe('')
  })

  it('is read with any prefix of its elements', async () => {
    const sheet = `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row><x:c t="str"><x:v>a</x:v></x:c></x:row><x:row hidden="1"><x:c t="str"><x:v>HIDDEN</x:v></x:c></x:row></x:sheetData></x:worksheet>`
    expect(await text(makeXlsx({ A: '' }, { parts: { 'xl/worksheets/sheet0.xml': sheet } }))).toBe(
      '|  |\n| --- |\n| a |',
    )
  })

  const link = '<hyperlinks><hyperlink ref="A1" r:id="r0"/></hyperlinks>'
  const to = (url: string) => [['hyperlink', url]] as const
  it.each<[string, Sheet, string]>([
    [
      'a cell',
      {
        rows: row(cell('[download]') + cell('b')),
        after: link,
        relations: to('https://example.com/a(b).pdf'),
      },
      '| [\\[download\\]](<https://example.com/a(b).pdf>) | b |',
    ],
    [
      'cells below each other',
      {
        rows: row(cell('a')) + row(cell('b', ' r="A2"')),
        after: link.replace('A1', 'A1:A2'),
        relations: to('https://example.com/'),
      },
      '| [b](https://example.com/) |',
    ],
    [
      'an address with a fragment',
      {
        rows: row(cell('a')),
        after: link.replace('r:id', 'location="part" r:id'),
        relations: to('https://example.com/'),
      },
      '| [a](https://example.com/#part) |',
    ],
    [
      'a cell of this file',
      { rows: row(cell('a')), after: '<hyperlinks><hyperlink ref="A1" location="B!A1"/></hyperlinks>' },
      '| a |',
    ],
    [
      'a function',
      { rows: row('<c t="str"><f>HYPERLINK("https://example.com/?a=""b""","see")</f><v>see</v></c>') },
      '| [see](https://example.com/?a="b") |',
    ],
    [
      'a cell without a text',
      { rows: row('<c r="A1"/>'), after: link, relations: to('mailto:a@example.com') },
      '| [mailto:a@example.com](mailto:a@example.com) |',
    ],
  ])('shows the link of %s', async (_, sheet, expected) => {
    expect((await text(makeXlsx({ A: sheet }))).split('\n').at(-1)).toBe(expected)
  })

  it('marks comments as comments and shows those of threads once', async () => {
    const notes =
      '<comments><authors><author>Ann &amp; Bob</author><author>tc={1}</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>Ann &amp; Bob:</t></r><r><t>\nSee * here</t></r></text></comment><comment ref="B2" authorId="1"><text><t>[Threaded comment] Copy</t></text></comment></commentList></comments>'
    const thread =
      '<ThreadedComments><threadedComment ref="B2" personId="{P}" id="{1}"><text>Why?</text></threadedComment></ThreadedComments>'
    const file = makeXlsx(
      {
        A: {
          rows: row(cell('a')),
          relations: [
            ['comments', '../comments1.xml'],
            ['threadedComment', '../threadedComments/t1.xml'],
          ],
        },
      },
      {
        parts: {
          'xl/comments1.xml': notes,
          'xl/threadedComments/t1.xml': thread,
          'xl/persons/person.xml': '<personList><person displayName="Cem" id="{P}"/></personList>',
        },
      },
    )
    expect(await text(file)).toBe(
      '|  |\n| --- |\n| a |\n\n> Comment by Cem on B2: Why?\n\n> Comment by Ann & Bob on A1: See \\* here',
    )
  })

  it.each([
    [
      [
        ['a', 'b'],
        ['c', 1],
      ],
      '| a | b |',
    ],
    [
      [
        ['a', 2019],
        ['c', 1],
      ],
      '|  |  |',
    ],
    [[['Title'], ['c', 1]], '|  |  |'],
    [
      [
        ['a', 'a'],
        ['c', 1],
      ],
      '|  |  |',
    ],
    [[['a']], '|  |'],
  ])('has column names in its first row: %j', async (rows, expected) => {
    expect((await text(makeXlsx({ A: sheetRows(rows) }))).split('\n')[0]).toBe(expected)
  })

  it('is cut if it has too many cells, even if they are empty', async () => {
    const wide = `<row><c t="str" r="A1"><v>a</v></c></row>${'<row><c t="str" r="XFD1"><v>a</v></c></row>'.repeat(100)}`
    const { isCut, markdown } = await readOffice(makeXlsx({ A: wide, B: 'x' }), new AbortController().signal)
    expect(isCut).toBe(true)
    expect(markdown.length).toBeLessThan(4_000_000)
  })
})

const p = (inner: string) => `<text:p>${inner}</text:p>`
const openCell = (inner: string, more = '') => `<table:table-cell${more}>${inner}</table:table-cell>`
const openRow = (cells: string, more = '') => `<table:table-row${more}>${cells}</table:table-row>`
const table = (inner: string, more = ' table:name="A"') => `<table:table${more}>${inner}</table:table>`
const a = openRow(openCell(p('a')))
const collapsed = ' table:visibility="collapse"'

describe('an OpenDocument spreadsheet', () => {
  const hiddenSheet =
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>'
  it.each<[string, string, string?]>([
    [
      'a hidden sheet',
      table(a) + table(openRow(openCell(p('HIDDEN'))), ' table:name="B" table:style-name="ta2"'),
      hiddenSheet,
    ],
    ['a hidden row', table(a + openRow(openCell(p('HIDDEN')), collapsed))],
    ['a filtered row', table(a + openRow(openCell(p('HIDDEN')), ' table:visibility="filter"'))],
    [
      'hidden columns',
      table(
        `<table:table-column/><table:table-column${collapsed} table:number-columns-repeated="2"/>${openRow(openCell(p('a')) + openCell(p('HIDDEN'), ' table:number-columns-repeated="2"'))}`,
      ),
    ],
    [
      'a hidden group',
      table(
        `${a}<table:table-row-group table:display="false">${openRow(openCell(p('HIDDEN')))}</table:table-row-group>`,
      ),
    ],
    [
      'cells that a merged cell covers',
      table(
        openRow(`${openCell(p('a'))}<table:covered-table-cell>${p('HIDDEN')}</table:covered-table-cell>`),
      ),
    ],
    [
      'changes',
      `<table:tracked-changes><table:deletion>${p('HIDDEN')}</table:deletion></table:tracked-changes>${table(a)}`,
    ],
    [
      'endless empty rows',
      table(
        a +
          openRow(
            openCell('', ' table:number-columns-repeated="16384"'),
            ' table:number-rows-repeated="1048000"',
          ),
      ),
    ],
  ])('leaves out %s', async (_, body, styles = '') => {
    expect(await text(makeOdt({ body, styles }, 'spreadsheet'))).toBe('|  |\n| --- |\n| a |')
  })

  it.each([
    [openCell(p('12.23%'), ' office:value-type="percentage" office:value="0.1223"'), '12.23%'],
    [openCell('', ' office:value-type="percentage" office:value="0.1223"'), '12.23%'],
    [openCell('', ' office:value-type="currency" office:value="5" office:currency="EUR"'), '5 EUR'],
    [openCell('', ' office:value-type="date" office:date-value="2026-03-15"'), '2026-03-15'],
    [openCell('', ' office:value-type="time" office:time-value="P1DT2H30M15S"'), '26:30:15'],
    [openCell('', ' office:value-type="time" office:time-value="P1M"'), 'P1M'],
    [openCell('', ' office:value-type="boolean" office:boolean-value="true"'), 'TRUE'],
    [openCell(p('#DIV/0!')), '#DIV/0!'],
    [openCell(p('a<text:s/>b') + p('c')), 'a b<br>c'],
    [
      openCell(p('see <text:a xlink:href="https://example.com/">there</text:a>.')),
      'see [there](https://example.com/).',
    ],
    [openCell(p('a'), ' table:number-columns-repeated="2"'), 'a | a'],
  ])('shows the value of %s', async (cells, expected) => {
    const lines = (await text(makeOdt({ body: table(openRow(cells)) }, 'spreadsheet'))).split('\n')
    expect(lines.at(-1)).toBe(`| ${expected} |`)
  })

  it('marks comments as comments', async () => {
    const comment = `<office:annotation><dc:creator>Ann</dc:creator><dc:date>2026-01-01</dc:date>${p('See')}${p('here')}</office:annotation>`
    expect(await text(makeOdt({ body: table(openRow(openCell(comment + p('a')))) }, 'spreadsheet'))).toBe(
      '|  |\n| --- |\n| a |\n\n> Comment by Ann: See here',
    )
  })

  it('with a row that is repeated a billion times is cut', async () => {
    const body = table(openRow(openCell(p('x'.repeat(100))), ' table:number-rows-repeated="1048576000"'))
    const file = makeOdt({ body }, 'spreadsheet')
    expect(await readOffice(file, new AbortController().signal)).toMatchObject({ isCut: true })
  })
})
