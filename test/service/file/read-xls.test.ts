import { describe, expect, it } from 'vitest'
import { readOffice } from '../../../src/service/file/read-office.ts'
import { makeCompound } from '../../support/make-compound.ts'
import { double, latinText, makeXls, record } from '../../support/make-xls.ts'

const text = async (file: Buffer) => (await readOffice(file, new AbortController().signal)).markdown
const label = (row: number, column: number, words: string, style = 0) =>
  record(0x204, row, column, style, latinText(words))
const rk = (bits: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(bits)
  return bytes
}
const value = (column: number, bytes: Buffer) => record(0x06, 0, column, 1, bytes, Buffer.alloc(8))
const hiddenRow = (row: number) => record(0x208, row, 0, 1, 255, 0, 0, 0x20, 0)
const hiddenColumns = (first: number, last: number) => record(0x7d, first, last, 0, 0, 1, 0)
const one = (...records: readonly Buffer[]) => [{ name: 'A', records }]
const ALONE = '|  |\n| --- |\n| a |'

describe('an older workbook', () => {
  it.each([
    ['0.00%', record(0x203, 0, 0, 1, double(0.1223)), '12.23%'],
    ['#,##0.00 "EUR"', record(0x203, 0, 0, 1, double(-1234.5)), '-1,234.50 EUR'],
    ['00000', record(0x27e, 0, 0, 1, rk((42 << 2) | 2)), '00042'],
    [9, record(0x27e, 0, 0, 1, rk((50 << 2) | 3)), '50%'],
    [14, record(0x203, 0, 0, 1, double(46096)), '2026-03-15'],
    [0, record(0xbd, 0, 0, 1, rk((1 << 2) | 2), 1, rk((2 << 2) | 2), 1), '1 | 2'],
    [0, record(0x205, 0, 0, 1, Buffer.from([7, 1])), '#DIV/0!'],
    [0, record(0x205, 0, 0, 1, Buffer.from([1, 0])), 'TRUE'],
    [0, value(0, double(2.5)), '2.5'],
    [0, value(0, Buffer.from([2, 0, 42, 0, 0, 0, 255, 255])), '#N/A'],
    [
      0,
      Buffer.concat([value(0, Buffer.from([0, 0, 0, 0, 0, 0, 255, 255])), record(0x207, latinText('made'))]),
      'made',
    ],
    ['"Item "@', label(0, 0, 'x', 1), 'Item x'],
    [0, record(0xfd, 0, 0, 0, 1, 0), 'second'],
  ])('shows a value of the format %s: %#', async (format, cells, expected) => {
    const shared = record(0xfc, 2, 0, 2, 0, latinText('first'), latinText('second'))
    const lines = (await text(makeXls(one(cells), [format], [shared]))).split('\n')
    expect(lines.at(-1)).toBe(`| ${expected} |`)
  })

  it.each([
    [
      'a hidden sheet',
      [
        { name: 'A', records: [label(0, 0, 'a')] },
        { name: 'B', isHidden: true, records: [label(0, 0, 'HIDDEN')] },
      ],
    ],
    ['a hidden row', one(hiddenRow(1), label(0, 0, 'a'), label(1, 0, 'HIDDEN'))],
    [
      'hidden columns',
      one(
        hiddenColumns(0, 0),
        hiddenColumns(2, 255),
        label(0, 0, 'HIDDEN'),
        label(0, 1, 'a'),
        label(0, 2, 'HIDDEN'),
      ),
    ],
  ])('leaves out %s', async (_, sheets) => {
    expect(await text(makeXls(sheets))).toBe(ALONE)
  })

  it('keeps links', async () => {
    const url = Buffer.from('https://example.com/\0', 'utf16le')
    const address = Buffer.concat([
      Buffer.from('e0c9ea79f9bace118c8200aa004ba90b', 'hex'),
      rk(url.length),
      url,
    ])
    const link = record(0x1b8, 0, 0, 0, 0, Buffer.alloc(16), rk(2), rk(3), address)
    expect(await text(makeXls(one(label(0, 0, 'a'), link)))).toContain('| [a](https://example.com/) |')
  })

  it('reads a text that continues in a second record with another encoding', async () => {
    const start = record(0xfc, 1, 0, 1, 0, Buffer.from([8, 0, 8, 1, 0]), Buffer.from('left'))
    const rest = record(0x3c, Buffer.from([1]), Buffer.from('東京都区', 'utf16le'), Buffer.alloc(4))
    const file = makeXls(one(record(0xfd, 0, 0, 0, 0, 0)), [], [start, rest])
    expect(await text(file)).toContain('| left東京都区 |')
  })

  it('is refused if it is encrypted or broken', async () => {
    await expect(
      text(makeXls(one(label(0, 0, 'a')), [], [record(0x2f, 1, 1, 1, Buffer.alloc(48))])),
    ).rejects.toThrow(/./)
    await expect(text(makeCompound({ Workbook: Buffer.alloc(5000, 1) }))).rejects.toThrow(/./)
  })

  it('with a loop of sectors does not hang', async () => {
    const file = makeXls(one(label(0, 0, 'a')))
    file.writeUInt32LE(2, 512 + 8)
    expect(await text(file).catch(() => 'unreadable')).toBeDefined()
  })
})
