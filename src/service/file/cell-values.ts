/** Values of cells in binary workbooks, older and newer. */

/** How errors are shown ([MS-XLS] 2.5.10, [MS-XLSB] 2.5.97.2). */
export const CELL_ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
  0x2b: '#GETTING_DATA',
}

/** Returns a number of 30 bits ([MS-XLS] 2.5.217, [MS-XLSB] 2.5.122): an integer or the upper part of a double, maybe times 100. */
export function rkOf(data: Buffer, at: number): number {
  const bits = data.readInt32LE(at)
  const upper = Buffer.alloc(8)
  upper.writeInt32LE(bits & ~3, 4)
  const value = (bits & 2) === 0 ? upper.readDoubleLE(0) : bits >> 2
  return (bits & 1) === 0 ? value : value / 100
}

/** Returns the letters of a column, from 0. */
export function nameOfColumn(column: number): string {
  const rest = String.fromCharCode(65 + (column % 26))
  return column < 26 ? rest : nameOfColumn(Math.floor(column / 26) - 1) + rest
}
