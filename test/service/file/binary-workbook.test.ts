import { describe, expect, it } from 'vitest'
import { readOffice } from '../../../src/service/file/read-office.ts'
import { double } from '../../support/make-xls.ts'
import { binaryCell, binaryRecord, binaryRow, long, makeXlsb, wideText } from '../../support/make-xlsb.ts'

const text = async (file: Buffer) => (await readOffice(file, new AbortController().signal)).markdown
const label = (column: number, words: string): Buffer => binaryCell(6, column, wideText(words))

describe('a binary workbook', () => {
  it.each([
    ['0.00%', 5, double(0.1223), '12.23%'],
    ['00000', 2, long((42 << 2) | 2), '00042'],
    ['yyyy-mm-dd', 5, double(46096), '2026-03-15'],
    ['0', 3, Buffer.of(7), '#DIV/0!'],
    ['0', 4, Buffer.of(1), 'TRUE'],
    ['0.0', 9, Buffer.concat([double(2.5), Buffer.alloc(8)]), '2.5'],
    ['"Item "@', 7, long(1), 'Item second'],
    ['0', 8, Buffer.concat([wideText('made'), Buffer.alloc(8)]), 'made'],
    ['0', 62, Buffer.concat([Buffer.of(1), wideText('rich'), Buffer.alloc(8)]), 'rich'],
  ])('shows a value of the format %s: %#', async (format, kind, value, expected) => {
    const records = [binaryRow(0), binaryCell(kind, 0, value, 1)]
    const lines = (await text(makeXlsb([{ name: 'A', records }], [format]))).split('\n')
    expect(lines.at(-1)).toBe(`| ${expected} |`)
  })

  it('shows no hidden sheet, row or column', async () => {
    const hidden = binaryRecord(60, 0, 0, 2000, 0, Buffer.of(1, 0))
    const cells = [label(0, 'HIDDEN'), label(1, 'a'), label(2, 'b')]
    const records = [
      hidden,
      binaryRow(0, true),
      label(1, 'HIDDEN'),
      binaryRow(1),
      ...cells,
      binaryRow(2),
      label(1, 'c'),
    ]
    const file = makeXlsb([
      { name: 'A', records },
      { name: 'B', isHidden: true, records: [binaryRow(0), label(0, 'HIDDEN')] },
    ])
    expect(await text(file)).toBe('| a | b |\n| --- | --- |\n| c |')
  })

  it('shows links and comments', async () => {
    const link = binaryRecord(
      494,
      0,
      0,
      1,
      1,
      wideText('r0'),
      wideText('part'),
      wideText(''),
      wideText('there'),
    )
    const comments = Buffer.concat([
      binaryRecord(628),
      binaryRecord(632, wideText('Ann')),
      binaryRecord(635, 0, 0, 0, 0, 0, Buffer.alloc(16)),
      binaryRecord(637, Buffer.of(0), wideText('Is this right?')),
      binaryRecord(636),
    ])
    const records = [binaryRow(0), label(0, 'a'), label(1, 'there'), binaryRecord(146), link]
    const relations = [
      ['hyperlink', 'https://example.com/'],
      ['comments', '../comments1.bin'],
    ] as const
    const markdown = await text(
      makeXlsb([{ name: 'A', records, relations }], [], { 'xl/comments1.bin': comments }),
    )
    expect(markdown).toContain('| a | [there](https://example.com/#part) |')
    expect(markdown).toContain('> Comment by Ann on A1: Is this right?')
  })
})
