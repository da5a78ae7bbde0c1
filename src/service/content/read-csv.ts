/** What may stand between cells; where a text holds as many of two, the first. */
const DELIMITERS = [',', ';', '\t']

/**
 * Returns a text of cells (RFC 4180, also with semicolons or tabs) as a Markdown table whose head is the first line;
 * empty for one without cells. Rows are as long as they are: what they lack, a renderer adds.
 */
export function readCsv(text: string): string {
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text
  const rows = rowsOf(bare, delimiterOf(bare)).filter((row) => row.some((cell) => cell !== ''))
  const [head, ...others] = rows
  if (head === undefined) return ''
  let width = 0
  for (const { length } of rows) width = Math.max(width, length)
  const wide = [...head, ...Array.from<string>({ length: width - head.length }).fill('')]
  const rule = Array.from({ length: width }, () => '---')
  return [wide, rule, ...others].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Returns the delimiter that stands most often in the first line, outside of quotes. */
function delimiterOf(text: string): string {
  const [line = ''] = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.slice(0, 100_000).trimStart()) ?? []
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

function rowsOf(text: string, delimiter: string): string[][] {
  const cell = new RegExp(`"((?:[^"]|"")*)(?:"[^${delimiter}\\r\\n]*|$)|([^${delimiter}\\r\\n]*)`, 'y')
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length;) {
    cell.lastIndex = at
    const [, quoted, bare = ''] = cell.exec(text) ?? []
    row.push(cellText(quoted === undefined ? bare : quoted.replaceAll('""', '"')))
    at = cell.lastIndex
    if (text.startsWith(delimiter, at)) {
      at++
      if (at < text.length) continue
      row.push('')
    }
    rows.push(row)
    row = []
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  return rows
}

/** Returns a cell with nothing in it that Markdown would read as markup; it stands in one line. */
function cellText(text: string): string {
  return text
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|~]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, '<br>')
}
