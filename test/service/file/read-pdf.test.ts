import { describe, expect, it } from 'vitest'
import { FileError } from '../../../src/service/file/file.ts'
import { readPdf } from '../../../src/service/file/read-pdf.ts'
import { makePackedPdf, makePagePdf, makePdf } from '../../support/make-pdf.ts'

const alive = new AbortController().signal

describe('readPdf', () => {
  it('joins lines to paragraphs and hyphenated words, and finds headings by size', async () => {
    const pdf = makePdf(
      [
        [
          { text: 'Big Title', size: 24, y: 740 },
          { text: 'First line of a para-', y: 700 },
          { text: 'graph that goes on.', y: 686 },
          { text: 'Second paragraph.', y: 650 },
          { text: 'Part', size: 16, y: 620 },
          { text: 'Its text (with brackets).', y: 600 },
        ],
        [{ text: 'On the next page.', y: 740 }],
      ],
      'The Title\0',
    )
    expect(await readPdf(pdf, 10, alive)).toEqual({
      markdown:
        '# Big Title\n\nFirst line of a paragraph that goes on.\n\nSecond paragraph.\n\n## Part\n\nIts text (with brackets).\n\nOn the next page.',
      metadata: { title: 'The Title', numPages: 2 },
      isCut: false,
    })
  })

  const LONG = 'This line is as long as a line of this page can be, and so the next one goes on with it'

  it.each([
    ['items of a list', ['- one', '- two'], '- one\n- two'],
    ['numbered items', ['1. one', '2. two', '9. not the next'], '1. one\n2. two\n\n9\\. not the next'],
    ['an item of two lines', [`* ${LONG}`, 'sentence.', '* two'], `- ${LONG} sentence.\n- two`],
    ['lines that end early', [LONG, 'here.', 'Street 1', 'Town'], `${LONG} here.  \nStreet 1  \nTown`],
    ['a heading of the same size', ['Sizes', LONG, 'here.'], `Sizes  \n${LONG} here.`],
    ['a hyphenated word', [`${LONG} un-`, 'til the end'], `${LONG} until the end`],
    ['a hyphen before a conjunction', [`${LONG} Vor-`, 'und Nachteile'], `${LONG} Vor- und Nachteile`],
    ['text that only looks like Markdown', ['# 1', 'a*b* <i> [x](y)'], '\\# 1  \na\\*b\\* \\<i> \\[x](y)'],
  ])('recognizes the structure of lines below each other: %s', async (_name, texts, expected) => {
    const pdf = makePdf([texts.map((text, index) => ({ text, y: 700 - index * 14 }))])
    expect((await readPdf(pdf, 10, alive)).markdown).toBe(expected)
  })

  it('nests list items by their place and keeps text of the next column out of the list', async () => {
    const pdf = makePdf([
      [
        { text: '- one', y: 700 },
        { text: '- inner', x: 90, y: 686 },
        { text: '- two', y: 650 },
        { text: 'An aside of', x: 300, y: 700 },
        { text: 'three lines', x: 300, y: 686 },
        { text: 'in all.', x: 300, y: 672 },
      ],
    ])
    const aside = 'An aside of three lines in all.'
    expect((await readPdf(pdf, 10, alive)).markdown).toBe(`- one\n   - inner\n- two\n\n${aside}`)
  })

  it('marks superscript and subscript', async () => {
    const pdf = makePdf([
      [
        { text: '10', y: 700 },
        { text: '2', size: 8, x: 86, y: 705 },
        { text: 'H', y: 660 },
        { text: '2', size: 8, x: 81, y: 658 },
        { text: 'O', x: 86, y: 660 },
      ],
    ])
    expect((await readPdf(pdf, 10, alive)).markdown).toBe('10<sup>2</sup>\n\nH<sub>2</sub>O')
  })

  it('reads rotated text', async () => {
    const texts = [LONG, 'here.', 'The end.']
    const pdf = makePdf([texts.map((text, index) => ({ text, x: 100 + index * 14, y: 50, isTurned: true }))])
    expect((await readPdf(pdf, 10, alive)).markdown).toBe(`${LONG} here.  \nThe end.`)
  })

  it('continues a sentence at the top of the next column', async () => {
    const pdf = makePdf([
      [
        { text: 'A sentence of', y: 128 },
        { text: 'two lines that', y: 114 },
        { text: 'goes on here.', x: 300, y: 700 },
        { text: 'The end.', x: 300, y: 680 },
      ],
    ])
    expect((await readPdf(pdf, 10, alive)).markdown).toBe(
      'A sentence of two lines that goes on here. The end.',
    )
  })

  /** Rows of cells, each at its place. */
  const grid = (rows: readonly (readonly string[])[], columns: readonly number[], gap = 16) =>
    rows.flatMap((row, index) =>
      row.map((text, column) => ({ text, x: columns[column] ?? 0, y: 700 - index * gap, size: 10 })),
    )

  it('reads each of two columns to its end even if the file stores them row by row', async () => {
    const left = ['Dwarf galaxies are believed', 'to be strongly dominated by', 'dark matter everywhere.']
    const right = ['Recent surveys have found', 'a number of satellites of', 'which little is known.']
    const pdf = makePdf([
      grid(
        left.map((text, index) => [text, right[index] ?? '']),
        [60, 320],
        13,
      ),
    ])
    expect((await readPdf(pdf, 10, alive)).markdown).toBe(`${left.join(' ')}\n\n${right.join(' ')}`)
  })

  it('reads columns to their ends if their first lines are only in one of them', async () => {
    const column = (texts: readonly string[], x: number, from: number) =>
      texts.map((text, at) => ({ text, x, y: from - at * 13 }))
    const left = [
      'Apply the recorded speeds to',
      'the model of a vehicle, as',
      'others did before that year.',
      'Each of them is described in',
      'the appendix of that report,',
      'which has a table of them',
      'all, and of their weights.',
    ]
    const right = [
      'The explicit analysis of all',
      'elements was made with the',
      'program of that company, and',
      'no other was asked whether it',
      'would do that too.',
    ]
    const pdf = makePdf([
      [
        { text: 'Somers et al. in the journal of crashes', x: 160, y: 740 },
        ...column(left, 72, 700),
        ...column(right, 324, 674),
      ],
    ])
    const { markdown } = await readPdf(pdf, 10, alive)
    expect(markdown).toContain(`${left.join(' ')}\n\n${right.join(' ')}`)
  })

  it('reads aligned cells as a table and joins the lines of a cell', async () => {
    const rows = [
      ['Part', 'Number', 'Price'],
      ['Wick', 'A-7', '3|50'],
      ['Glass', 'B-12', '19.00'],
    ]
    const cell = { text: 'of the new kind', x: 60, y: 700 - 2 * 30 - 11, size: 10 }
    const pdf = makePdf([[...grid(rows, [60, 210, 360], 30), cell]])
    expect((await readPdf(pdf, 10, alive)).markdown).toBe(
      '| Part | Number | Price |\n| --- | --- | --- |\n| Wick | A-7 | 3\\|50 |\n| Glass of the new kind | B-12 | 19.00 |',
    )
  })

  it('keeps list markers with their items', async () => {
    const items = ['One item', 'Another one', 'The last'].map((text) => ['-', text])
    const pdf = makePdf([grid(items, [60, 90])])
    expect((await readPdf(pdf, 10, alive)).markdown).toBe('- One item\n- Another one\n- The last')
  })

  it('has a line for each entry of a table of contents', async () => {
    const entries = ['Notices . . . . . . . . . . . . . . vii', 'Preface . . . . . . . . . . . . . . . ix']
    const pdf = makePdf([entries.map((text, index) => ({ text, y: 700 - index * 14 }))])
    expect((await readPdf(pdf, 10, alive)).markdown).toBe(entries.join('  \n'))
  })

  it.each([
    ['joined elsewhere', 'The lamplight. A lamp-', 'light', 'The lamplight. A lamplight'],
    ['with a hyphen elsewhere', 'A price-fixing. Of price-', 'fixing', 'A price-fixing. Of price-fixing'],
    ['before a capital', 'The firm of Miller-', 'Meier', 'The firm of Miller-Meier'],
    ['before a digit', 'The years 2024-', '25', 'The years 2024-25'],
    ['in capitals', 'ANNUAL RE-', 'PORT', 'ANNUAL REPORT'],
    // The standard encoding of fonts has a dash at this place.
    ['with a dash', 'The models 737\u00B18 and 737\u00B1', '9 of it', 'The models 737–8 and 737–9 of it'],
  ])(
    'uses the rest of the file as a dictionary for hyphenated words: %s',
    async (_name, first, second, whole) => {
      const pdf = makePdf([[first, second].map((text, index) => ({ text, y: 700 - index * 14 }))])
      expect((await readPdf(pdf, 10, alive)).markdown).toBe(whole)
    },
  )

  it('reads text once if it is drawn twice to look bold', async () => {
    const pdf = makePdf([
      [
        { text: 'Total', y: 700 },
        { text: 'Total', x: 72.3, y: 700 },
      ],
    ])
    expect((await readPdf(pdf, 10, alive)).markdown).toBe('Total')
  })

  it('reads letters with wide spaces as words', async () => {
    const pdf = makePagePdf('BT /F1 12 Tf 5 Tc 72 700 Td (ANNUAL REPORT) Tj ET')
    expect((await readPdf(pdf, 10, alive)).markdown).toBe('ANNUAL REPORT')
  })

  it('reads a font with a predefined encoding of the PDF standard', async () => {
    const text = Buffer.from('日本語の文書', 'utf16le').swap16().toString('hex')
    const font =
      '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UCS2-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 >> >>] >>'
    const pdf = makePagePdf(`BT /F1 12 Tf 72 700 Td <${text}> Tj ET`, { font })
    expect((await readPdf(pdf, 10, alive)).markdown).toBe('日本語の文書')
  })

  it('reads the values of form fields except passwords and hidden fields', async () => {
    const field = (name: string, value: string, y: number, more = '') =>
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /V (${value}) /Rect [150 ${y - 3} 300 ${y + 10}] ${more} >>`
    const annotations = [
      field('name', 'Ada', 700),
      field('secret', 'hunter2', 600, '/Ff 8192'),
      field('gone', 'nobody', 500, '/F 2'),
    ]
    const pdf = makePagePdf('BT /F1 12 Tf 72 700 Td (Your name:) Tj ET', { annotations })
    expect((await readPdf(pdf, 10, alive)).markdown).toBe('Your name: Ada')
  })

  it('reads links', async () => {
    const link =
      '<< /Type /Annot /Subtype /Link /Rect [70 690 140 715] /A << /S /URI /URI (https://example.com/a\\(b\\)) >> >>'
    const pdf = makePagePdf('BT /F1 12 Tf 72 700 Td (The lamp) Tj 100 0 Td (and more) Tj ET', {
      annotations: [link],
    })
    expect((await readPdf(pdf, 10, alive)).markdown).toBe('[The lamp](<https://example.com/a(b)>) and more')
  })

  it('reads properties and the language', async () => {
    const pdf = makePagePdf('BT /F1 12 Tf 72 700 Td (a) Tj ET', {
      catalog: '/Lang (de-CH)',
      information: '/Title (Lamps) /Author (Ada) /Subject (About lamps)',
    })
    expect((await readPdf(pdf, 10, alive)).metadata).toEqual({
      title: 'Lamps',
      author: 'Ada',
      description: 'About lamps',
      language: 'de-CH',
      numPages: 1,
    })
  })

  it('reports if fonts do not say which characters they draw', async () => {
    const font =
      '<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /Own /Flags 4 >> >>] >>'
    const pdf = makePagePdf('BT /F1 12 Tf 72 700 Td <000100020003> Tj ET', { font })
    expect(await readPdf(pdf, 10, alive)).toMatchObject({ isUndecoded: true })
  })

  it('reads no more pages than requested and reports the number of all pages', async () => {
    const pdf = makePdf([1, 2, 3].map((page) => [{ text: `Page ${page}`, y: 700 }]))
    expect(await readPdf(pdf, 2, alive)).toEqual({
      markdown: 'Page 1\n\nPage 2',
      metadata: { numPages: 3 },
      isCut: false,
    })
  })

  /** Pages with a header and a footer; each has two lines of text. */
  const pagesOf = (texts: readonly string[], header: (page: number) => string, size = 9) =>
    texts.map((text, page) => [
      { text: header(page + 1), size, y: 770 },
      ...text.split('|').map((line, at) => ({ text: line, y: 700 - at * 14 })),
      { text: String(page + 7), size: 9, x: 300, y: 30 },
    ])
  const sentence = [
    'The company has grown in all|of its markets, and the board',
    'thinks that this will go on|in the next',
    'years.|The end.',
  ]

  it('joins a sentence across pages without the headers and footers between its parts', async () => {
    const pdf = makePdf(pagesOf(sentence, () => 'Annual report'))
    const text = `${sentence.slice(0, 2).join(' ').replaceAll('|', ' ')} years. The end.`
    expect((await readPdf(pdf, 10, alive)).markdown).toBe(`Annual report\n\n${text}`)
  })

  it.each([
    ['that differ on each page', (page: number) => `Invoice ${page}`, 9],
    ['that are as large as headings', () => 'Results', 20],
  ])('keeps lines at the top %s', async (_, header, size) => {
    const { markdown } = await readPdf(makePdf(pagesOf(sentence, header, size)), 10, alive)
    for (const page of [1, 2, 3])
      expect(markdown.split(header(page))).toHaveLength(header(page) === 'Results' ? 4 : 2)
  })

  it.each([
    ['a line in the middle of pages', 4, (at: number) => ({ y: 700 - at * 14 }), { y: 400 }],
    [
      'a footer of rotated pages',
      2,
      (at: number) => ({ x: 72 + at * 14, isTurned: true }),
      { x: 590, isTurned: true },
    ],
  ])('recognizes a footer by its place on the page: %s', async (_, count, place, end) => {
    const pdf = makePdf(
      [1, 2, 3].map((page) => [
        ...['The landlord', 'and the tenant', 'agree on', `part ${page}.`].map((text, at) => ({
          text,
          y: 72,
          ...place(at),
        })),
        { text: 'Signed by both.', y: 72, ...end },
      ]),
    )
    const { markdown } = await readPdf(pdf, 10, alive)
    expect(markdown.split('Signed by both.')).toHaveLength(count)
  })

  it.each([[['450', '510', '700']], [['2024', '2024', '2024']], [['civil', 'mix', 'mix']]])(
    'keeps %j at the end of pages if they are not page numbers',
    async (ends) => {
      const pdf = makePdf(
        ends.map((text, page) => [
          ...['The rows', 'of this part', `are those of ${page}.`].map((line, at) => ({
            text: line,
            y: 700 - at * 14,
          })),
          { text, y: 40 },
        ]),
      )
      const { markdown } = await readPdf(pdf, 10, alive)
      for (const text of new Set(ends)) expect(markdown).toContain(text)
    },
  )

  it('separates a footer with a year from one with the page number', async () => {
    const texts = ['A lamp of brass', 'and a lamp of tin', 'burn in the hall', 'all night long.']
    const pages = [0, 1, 2].map((page) => [
      ...texts.map((text, at) => ({ text, y: 700 - at * 14 })),
      { text: 'Annual report', size: 9, y: 30 },
      { text: '2024', size: 9, x: 300, y: 30 },
      { text: String(page + 7), size: 9, x: 500, y: 30 },
    ])
    const { markdown } = await readPdf(makePdf(pages), 10, alive)
    expect(markdown.split('Annual report 2024')).toHaveLength(2)
    expect(markdown).not.toMatch(/[89]/)
  })

  it.each([
    ['over two lines', 'T', 30, 686],
    ['over three lines', 'T', 48, 672],
    ['with a quotation mark', '"T', 30, 686],
  ])('puts a large first letter before its word: %s', async (_, text, size, y) => {
    const right = 72 + size * (text.length === 1 ? 0.65 : 1)
    const lines = ['he lamp of the old', 'house was lit each', 'night at nine.', 'Then it was dark.']
    const dropped = lines.map((line, at) => ({
      text: line,
      x: 700 - at * 14 >= y ? right : 72,
      y: 700 - at * 14,
    }))
    const { markdown } = await readPdf(makePdf([[{ text, size, y }, ...dropped]]), 10, alive)
    expect(markdown).toContain(`${text}he lamp of the old house was lit`)
  })

  it('keeps a large letter that does not begin a word', async () => {
    const lines = ['Capital letters', 'and small letters', 'of the alphabet.'].map((text, at) => ({
      text,
      x: 120,
      y: 700 - at * 14,
    }))
    const { markdown } = await readPdf(makePdf([[{ text: 'A', size: 30, y: 686 }, ...lines]]), 10, alive)
    expect(markdown).toContain('Capital letters and small letters')
    expect(markdown).not.toContain('ACapital')
  })

  it('puts a heading in the margin before its text', async () => {
    const parts = [
      ['Scope', 'This policy holds for all who work', 'at the harbour, and for their', 'guests too.'],
      ['Lamps', 'A lamp is lit before the sun goes', 'down, and put out after it', 'comes up.'],
      ['Your duties', 'Who lights a lamp writes it into', 'the book of the day, and says at', 'which hour.'],
    ]
    const pdf = makePdf([
      [
        { text: 'Rules of the harbour', x: 200, y: 730 },
        ...parts.flatMap(([heading = '', ...lines], part) => [
          { text: heading, y: 700 - part * 60 },
          ...lines.map((text, at) => ({ text, x: 200, y: 700 - part * 60 - at * 14 })),
        ]),
      ],
    ])
    const expected = parts.map(([heading, ...lines]) => `\n\n${heading}\n\n${lines.join(' ')}`).join('')
    expect((await readPdf(pdf, 10, alive)).markdown).toBe(`Rules of the harbour${expected}`)
  })

  it('keeps pages of one line', async () => {
    const pdf = makePdf(['7', '8', '9'].map((text) => [{ text, y: 700 }]))
    expect((await readPdf(pdf, 10, alive)).markdown).toBe('7\n\n8\n\n9')
  })

  it('leaves out the page numbers of pages with few lines', async () => {
    const pages = [1, 2, 3].map((number) => [
      { text: `The lamp ${number} is lit.`, y: 700 },
      { text: String(number), x: 300, y: 30 },
    ])
    const { markdown } = await readPdf(makePdf(pages), 10, alive)
    expect(markdown).not.toMatch(/^\d$/m)
    expect(markdown).toContain('The lamp 3 is lit.')
  })

  it('leaves out text outside of the crop box of a page', async () => {
    const box = makePdf([
      [
        { text: 'Seen', y: 700 },
        { text: 'CROPPED', y: 20 },
      ],
    ])
    const pdf = Buffer.from(
      box.toString('latin1').replace('/MediaBox [0 0 612 792]', '/CropBox [0 99 612 792]'),
      'latin1',
    )
    expect((await readPdf(pdf, 10, alive)).markdown).toBe('Seen')
  })

  it('reads properties that only XMP has', async () => {
    const li = (text: string) =>
      `<rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li><rdf:li>other</rdf:li></rdf:Alt>`
    const xmp = `<x:xmpmeta><rdf:RDF><rdf:Description><dc:title>${li('Lamps &amp; oil')}</dc:title><dc:format>pdf</dc:format><dc:creator>${li('Bob')}</dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>`
    const more = {
      information: `/Author (Ada) >>\nendobj\n20 0 obj\n<< /Length ${xmp.length} >>\nstream\n${xmp}\nendstream\nendobj\n21 0 obj\n<<`,
    }
    const { metadata } = await readPdf(makePagePdf('BT /F1 12 Tf 72 700 Td (a) Tj ET', more), 10, alive)
    expect(metadata).toEqual({ title: 'Lamps & oil', author: 'Ada', numPages: 1 })
  })

  it('reads a file whose end is missing', async () => {
    const pdf = makePdf([[{ text: 'First', y: 700 }], [{ text: 'Second', y: 700 }]])
    const end = pdf.indexOf('xref')
    expect((await readPdf(pdf.subarray(0, end), 10, alive)).markdown).toBe('First\n\nSecond')
    const { markdown } = await readPdf(pdf.subarray(0, pdf.indexOf('(Second)')), 10, alive)
    expect(markdown).toBe('First')
  })

  it('has a line for each numbered entry of a table of contents', async () => {
    const titles = ['Naming', 'Parsing', 'Notes', 'Errors']
    const rows = titles.map((title, at) => [`2.${at}`, `${title} . . . . . . . . . . . . ${at}`])
    const pdf = makePdf([grid(rows, [60, 100])])
    expect((await readPdf(pdf, 10, alive)).markdown).toBe(rows.map((row) => row.join(' ')).join('  \n'))
  })

  it('has lines for the entries of contents below the name of a part', async () => {
    const titles = ['Naming', 'Parsing', 'Notes', 'Errors']
    const part = ['2', 'Rules', '7']
    const rows = [
      part,
      ...titles.map((title, at) => [`2.${at}`, `${title} . . . . . . . . .`, String(at + 7)]),
    ]
    const { markdown } = await readPdf(makePdf([grid(rows, [60, 100, 400])]), 10, alive)
    expect(markdown).toContain('2.1 Parsing . . . . . . . . . 8')
    expect(markdown).not.toContain('|')
  })

  it('takes linear time for a line of dots', async () => {
    const dots = `(${'.'.repeat(30_000)}x) Tj `.repeat(5)
    const pdf = makePagePdf(`BT /F1 0.001 Tf 1 700 Td ${dots} 0 -9 Td (a) Tj ET`)
    expect((await readPdf(pdf, 10, alive)).markdown.length).toBeGreaterThan(150_000)
  })

  it('refuses a file that is not a PDF', async () => {
    await expect(readPdf(Buffer.from('%PDF-1.4\nnot really'), 10, alive)).rejects.toThrow(FileError)
    await expect(readPdf(Buffer.from(''), 10, alive)).rejects.toThrow(FileError)
  })

  it('stops if it is already aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(readPdf(makePdf([[{ text: 'a', y: 1 }]]), 10, signal)).rejects.toThrow('enough')
  })

  it('stops after the page during which it was aborted', async () => {
    const bomb = makePackedPdf('BT /F1 9 Tf (a) Tj ET\n', 6_000_000)
    const stop = new AbortController()
    const read = readPdf(bomb, 10, stop.signal)
    setTimeout(() => stop.abort(new Error('enough')), 1)
    await expect(read).rejects.toThrow('enough')
  })
})
