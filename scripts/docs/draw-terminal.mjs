// In: commands with what they printed, in colours of a terminal. Out: an SVG whose text can be selected, in light and dark.

const FONT = 14
/** A cell of most monospaced fonts; each run of text begins at its own cell, so that others do not shift columns. */
const CELL = 8.43
const LINE = 20
const MARGIN = 18

/** What the escape sequences of the program's styles mean. */
const OPENING = { 1: 'b', 2: 'd', 31: 'r', 32: 'g', 33: 'y', 34: 'u', 36: 'c' }
const CLOSING = new Set(['0', '22', '39'])

// Colours of at least 4.5:1 on their ground (WCAG 2.2, 1.4.3).
const STYLE = `
  .ground { fill: #f6f8fa; stroke: #d0d7de }
  text { font: ${FONT}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328; white-space: pre }
  .b { font-weight: bold } .d { fill: #59636e } .p { fill: #59636e } .t { font-weight: bold }
  .r { fill: #b8232c } .g { fill: #116329 } .y { fill: #7d4e00 } .u { fill: #0550ae } .c { fill: #1b6a75 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117; stroke: #30363d }
    text { fill: #e6edf3 }
    .d { fill: #9198a1 } .p { fill: #9198a1 }
    .r { fill: #ff8a80 } .g { fill: #56d364 } .y { fill: #e3b341 } .u { fill: #79c0ff } .c { fill: #76e3ea }
  }
`

/**
 * @param {readonly { typed: string, shown: string }[]} steps
 * @param {{ columns: number, title: string }} options
 * @returns {string}
 */
export function drawTerminal(steps, { columns, title }) {
  const lines = steps.flatMap(({ typed, shown }, index) => [
    ...(index === 0 ? [] : ['']),
    [
      { text: '$ ', classes: 'p' },
      { text: typed, classes: 't' },
    ],
    ...shown.trimEnd().split('\n'),
  ])
  const rows = lines.flatMap((line) => wrap(typeof line === 'string' ? runsOf(line) : line, columns))
  const width = Math.ceil(columns * CELL + 2 * MARGIN)
  const height = rows.length * LINE + 2 * MARGIN
  const texts = rows.flatMap((runs, index) =>
    runs.length === 0 ? [] : [textElement(runs, MARGIN + index * LINE + FONT)],
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...texts,
    '</svg>',
    '',
  ].join('\n')
}

/** Cuts a line where its colours change. */
function runsOf(line) {
  const runs = []
  let classes = []
  // oxlint-disable-next-line no-control-regex
  for (const [, code, text] of line.matchAll(/\u001b\[(\d+)m|([^\u001b]+)/g)) {
    if (text !== undefined) runs.push({ text, classes: classes.join(' ') })
    else if (CLOSING.has(code)) classes = classes.filter((name) => (code === '39') === 'bd'.includes(name))
    else classes = [...classes, OPENING[code]]
  }
  return runs
}

/** Cuts a line where a terminal of `columns` goes on in the next row, also within words. */
function wrap(runs, columns) {
  const rows = [[]]
  let free = columns
  for (const { text, classes } of runs) {
    for (let rest = text; rest !== '';) {
      if (free === 0) {
        rows.push([])
        free = columns
      }
      const part = rest.slice(0, free)
      rows.at(-1).push({ text: part, classes })
      rest = rest.slice(part.length)
      free -= part.length
    }
  }
  return rows
}

function textElement(runs, y) {
  let cells = 0
  const spans = runs.map(({ text, classes }) => {
    const x = round(MARGIN + cells * CELL)
    cells += text.length
    const own = classes === '' ? '' : ` class="${classes}"`
    return `<tspan x="${x}"${own} textLength="${round(text.length * CELL)}">${escape(text)}</tspan>`
  })
  return `<text y="${y}">${spans.join('')}</text>`
}

const round = (number) => Number(number.toFixed(1))

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
