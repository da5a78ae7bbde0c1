import { describe, expect, it } from 'vitest'
import { FileError } from '../../../src/service/file/file.ts'
import { readPdf } from '../../../src/service/file/read-pdf.ts'
import { makePackedPdf, makePdf } from '../../support/make-pdf.ts'

const alive = new AbortController().signal

describe('readPdf', () => {
  it('joins lines to paragraphs, divided words again, and finds headings by size', async () => {
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
    ['a divided word', [`${LONG} un-`, 'til the end'], `${LONG} until the end`],
    ['a hyphen before a conjunction', [`${LONG} Vor-`, 'und Nachteile'], `${LONG} Vor- und Nachteile`],
    ['text that is no Markdown', ['# 1', 'a*b* <i> [x](y)'], '\\# 1  \na\\*b\\* \\<i> \\[x](y)'],
  ])('reads lines below each other: %s', async (_name, texts, expected) => {
    const pdf = makePdf([texts.map((text, index) => ({ text, y: 700 - index * 14 }))])
    expect((await readPdf(pdf, 10, alive)).markdown).toBe(expected)
  })

  it('nests items by their place, and leaves text of the next column out of a list', async () => {
    const pdf = makePdf([
      [
        { text: '- one', y: 700 },
        { text: '- inner', x: 90, y: 686 },
        { text: '- two', y: 650 },
        { text: 'Aside.', x: 300, y: 700 },
      ],
    ])
    expect((await readPdf(pdf, 10, alive)).markdown).toBe('- one\n   - inner\n- two\n\nAside.')
  })

  it('marks text above and below the line', async () => {
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

  it('reads text that is turned', async () => {
    const texts = [LONG, 'here.', 'The end.']
    const pdf = makePdf([texts.map((text, index) => ({ text, x: 100 + index * 14, y: 50, isTurned: true }))])
    expect((await readPdf(pdf, 10, alive)).markdown).toBe(`${LONG} here.  \nThe end.`)
  })

  it('goes on with a sentence at the top of the next column', async () => {
    const pdf = makePdf([
      [
        { text: 'A sentence that', y: 100 },
        { text: 'goes on here.', x: 300, y: 700 },
      ],
    ])
    expect((await readPdf(pdf, 10, alive)).markdown).toBe('A sentence that goes on here.')
  })

  it('reads no more pages than asked for, and tells how many there are', async () => {
    const pdf = makePdf([1, 2, 3].map((page) => [{ text: `Page ${page}`, y: 700 }]))
    expect(await readPdf(pdf, 2, alive)).toEqual({
      markdown: 'Page 1\n\nPage 2',
      metadata: { numPages: 3 },
      isCut: false,
    })
  })

  it('refuses what is no PDF', async () => {
    await expect(readPdf(Buffer.from('%PDF-1.4\nnot really'), 10, alive)).rejects.toThrow(FileError)
    await expect(readPdf(Buffer.from(''), 10, alive)).rejects.toThrow(FileError)
  })

  it('ends when it is aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(readPdf(makePdf([[{ text: 'a', y: 1 }]]), 10, signal)).rejects.toThrow('enough')
  })

  it('ends in the middle of a page of text without end when it is aborted', async () => {
    const bomb = makePackedPdf('BT /F1 9 Tf (a) Tj ET\n', 60_000_000)
    const stop = new AbortController()
    const read = readPdf(bomb, 10, stop.signal)
    setTimeout(() => stop.abort(new Error('enough')), 300)
    await expect(read).rejects.toThrow('enough')
  })
})
