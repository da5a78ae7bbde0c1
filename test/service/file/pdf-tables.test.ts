import { describe, expect, it } from 'vitest'
import { layOut } from '../../../src/service/file/pdf-layout.ts'
import { readPdf } from '../../../src/service/file/read-pdf.ts'
import { makePdf, type PdfLine } from '../../support/make-pdf.ts'

const COLUMNS = [60, 180, 300, 420]
const HEAD = ['Name', 'Town', 'Trade', 'Amount']

/** The lines of a table, from `y` down. */
function table(rows: readonly (readonly string[])[], y = 700, columns = COLUMNS): PdfLine[] {
  return rows.flatMap((row, at) =>
    row.map((text, column) => ({ text, size: 10, x: columns[column] ?? 0, y: y - at * 14 })),
  )
}

async function markdownOf(lines: readonly PdfLine[]): Promise<string> {
  return (await readPdf(makePdf([lines]), 10, new AbortController().signal)).markdown
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

describe('tables of a PDF', () => {
  const people = [
    ['Lidstad', 'Saint Paul', 'baker', '60.00'],
    ['Strom', 'Shoreview', 'smith', '75.00'],
    ['Seeba', 'Mahtomedi', 'potter', '80.00'],
    ['Abrams', 'Hudson', 'teacher', '95.00'],
    ['Reese', 'Afton', 'miller', '99.00'],
  ]

  it('keep all columns below a title that crosses some', async () => {
    const title = { text: 'Report about contributions that exceed the limit', size: 10, x: 150, y: 720 }
    expect(await markdownOf([title, ...table([HEAD, ...people])])).toBe(
      `${title.text}\n\n${[HEAD, ['---', '---', '---', '---'], ...people].map(row).join('\n')}`,
    )
  })

  it('keep a column that the text of one row crosses', async () => {
    const long = ['Boyle', 'At the old lighthouse of Duluth', '', '20.00']
    const markdown = await markdownOf(table([HEAD, ...people, long]))
    expect(markdown).toContain(row(people[2] ?? []))
    expect(markdown).toContain(row(long))
  })

  it('are divided by lines that cross most columns', async () => {
    const years = ['Year', '2007', '2008', '2009']
    const parts = ['Improved operation of all of the servers', 'State of the art of all of the servers'].map(
      (heading, at) => ({
        heading: { text: heading, size: 10, x: 150, y: 720 - at * 80 },
        rows: [years, ['Closets', '1,505', '1,580', `1,64${at}`], ['Rooms', '1,512', '1,586', `1,65${at}`]],
        y: 706 - at * 80,
      }),
    )
    const lines = parts.flatMap(({ heading, rows, y }) => [heading, ...table(rows, y)])
    const markdown = await markdownOf(lines)
    for (const { heading, rows } of parts)
      expect(markdown).toContain(
        `${heading.text}\n\n${[rows[0] ?? [], ['---', '---', '---', '---'], ...rows.slice(1)].map(row).join('\n')}`,
      )
  })

  it('have columns of their own if several are below each other', async () => {
    const addresses = [
      ['Seller', 'Buyer'],
      ['Kacza 11', 'Wigury 16'],
      ['91 Lodz', '02 Warszawa'],
    ]
    const taxes = [
      ['Rate', 'Net', 'Tax', 'Gross', 'Paid'],
      ['23%', '121,00', '27,83', '148,83', '0,00'],
      ['Sum', '121,00', '27,83', '148,83', '0,00'],
    ]
    const markdown = await markdownOf([
      ...table(addresses, 700, [60, 320]),
      ...table([HEAD, ...people], 640),
      ...table(taxes, 540, [60, 110, 250, 360, 480]),
    ])
    for (const cells of [...addresses, ...people, ...taxes]) expect(markdown).toContain(row(cells))
  })

  it('have totals in rows of their own, and lines of a cell in it', async () => {
    const totals = ['', '', 'Total', '36.00']
    const markdown = await markdownOf([
      ...table([HEAD, ...people]),
      ...table([['', 'on the lake', '', '']], 618, COLUMNS),
      ...table([totals], 604, COLUMNS),
    ])
    expect(markdown).toContain(row(['Reese', 'Afton on the lake', 'miller', '99.00']))
    expect(markdown).toContain(row(totals))
  })

  it('may have only two columns if one of them has numbers', async () => {
    const amounts = people.map(([name = '', , , amount = '']) => [name, amount])
    const lines = ['The envelope of the fund', 'Allocation of amounts in terms of volume'].map(
      (text, at) => ({
        text: `${text}${', and of all of its parts'.repeat(2 - at)}`,
        size: 10,
        x: 60,
        y: 736 - at * 16,
      }),
    )
    const markdown = await markdownOf([...lines, ...table([['Name', 'Amount'], ...amounts], 700, [60, 180])])
    for (const cells of amounts) expect(markdown).toContain(row(cells))
    const words = people.map(([name = '', town = '']) => [name, town])
    expect(await markdownOf([...lines, ...table(words, 700, [60, 180])])).not.toContain('|')
  })

  it('join the lines of a first cell if the next one begins in small letters', async () => {
    const rows = [
      HEAD,
      ...people.slice(0, 2),
      ['and sons', '', '', ''],
      ...people.slice(2),
      ['Sum', '', '', ''],
    ]
    const markdown = await markdownOf(table(rows))
    expect(markdown).toContain(row(['Strom and sons', 'Shoreview', 'smith', '75.00']))
    expect(markdown).not.toContain('Reese Sum')
  })

  it('have no rows of white space', async () => {
    const blank = ['', '\u00A0', '', '\u00A0']
    expect(await markdownOf(table([HEAD, ...people, blank]))).not.toContain('|  |  |')
  })

  it('are looked for in linear time in any number of lines', () => {
    // Takes minutes where each line is compared with all others. Arguments of a call are bounded, so lines may be none.
    const at = (x: number, y: number) => ({ text: '5', x, right: x + 0.5, y, size: 0.5 })
    const wide = Array.from({ length: 8 }, (_, column) => at(column * 5, 1))
    const lines = Array.from({ length: 130_000 }, (_, index) => at(0, -index))
    expect(layOut([...wide, ...lines]).flatMap<unknown>(({ rows }) => rows)).toHaveLength(130_001)
  })
})
