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
