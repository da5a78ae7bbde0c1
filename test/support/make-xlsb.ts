import { makeZip, relation, relations } from './make-office.ts'

// Small binary workbooks for tests.

/** Returns a record of a part: numbers of four bytes, and other bytes. */
export function binaryRecord(kind: number, ...parts: readonly (number | Buffer)[]): Buffer {
  const data = Buffer.concat(parts.map((part) => (typeof part === 'number' ? long(part) : part)))
  return Buffer.concat([sevenBits(kind), sevenBits(data.length), data])
}

export function long(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** A text after its length of four bytes. */
export function wideText(text: string): Buffer {
  return Buffer.concat([long(text.length), Buffer.from(text, 'utf16le')])
}

function sevenBits(value: number): Buffer {
  return value < 128 ? Buffer.of(value) : Buffer.of((value & 127) | 128, value >> 7)
}

/** The kind of a record of a cell, its column, its style and its value. */
export function binaryCell(kind: number, column: number, value: Buffer, style = 0): Buffer {
  return binaryRecord(kind, column, style, value)
}

export function binaryRow(number: number, isHidden = false): Buffer {
  return binaryRecord(0, number, 0, Buffer.of(44, 1, 0, isHidden ? 0x10 : 0, 0))
}

interface BinarySheet {
  readonly name: string
  readonly isHidden?: boolean
  readonly records: readonly Buffer[]
  /** Targets by kind of relation, as `r0`, `r1` and so on; links are outside of the file. */
  readonly relations?: readonly (readonly [kind: string, target: string])[]
}

/** Returns a workbook. Styles of cells from 1 on have these number formats. */
export function makeXlsb(
  sheets: readonly BinarySheet[],
  formats: readonly string[] = [],
  parts: Readonly<Record<string, Buffer>> = {},
): Buffer {
  const bundle = sheets.map(({ name, isHidden = false }, at) =>
    binaryRecord(156, isHidden ? 1 : 0, at + 1, wideText(`r${at}`), wideText(name)),
  )
  const styleOf = (format: number): Buffer => binaryRecord(47, Buffer.of(0, 0, format, 0), Buffer.alloc(12))
  const styles = [
    binaryRecord(278),
    ...formats.map((code, at) => binaryRecord(44, Buffer.of(164 + at, 0), wideText(code))),
    binaryRecord(626, 1),
    styleOf(9),
    binaryRecord(627),
    binaryRecord(617, formats.length + 1),
    styleOf(0),
    ...formats.map((_, at) => styleOf(164 + at)),
    binaryRecord(618),
  ]
  const files = sheets.flatMap(({ records, relations: to = [] }, at) => [
    [
      `xl/worksheets/sheet${at}.bin`,
      Buffer.concat([binaryRecord(129), binaryRecord(145), ...records, binaryRecord(146), binaryRecord(130)]),
    ] as const,
    [
      `xl/worksheets/_rels/sheet${at}.bin.rels`,
      relations(
        ...to.map(([kind, target], id) =>
          relation(`r${id}`, kind, target, kind === 'hyperlink' ? ' TargetMode="External"' : ''),
        ),
      ),
    ] as const,
  ])
  return makeZip({
    'xl/workbook.bin': Buffer.concat([
      binaryRecord(131),
      binaryRecord(153, 0, 0, wideText('')),
      ...bundle,
      binaryRecord(132),
    ]),
    'xl/_rels/workbook.bin.rels': relations(
      relation('rStyles', 'styles', 'styles.bin'),
      relation('rStrings', 'sharedStrings', 'sharedStrings.bin'),
      ...sheets.map((_, at) => relation(`r${at}`, 'worksheet', `worksheets/sheet${at}.bin`)),
    ),
    'xl/styles.bin': Buffer.concat(styles),
    'xl/sharedStrings.bin': Buffer.concat([
      binaryRecord(159, 2, 2),
      ...['first', 'second'].map((text) => binaryRecord(19, Buffer.of(0), wideText(text))),
    ]),
    ...Object.fromEntries(files),
    ...parts,
  })
}
