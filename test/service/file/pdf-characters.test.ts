import { describe, expect, it } from 'vitest'
import { AccentFinder } from '../../../src/service/file/pdf-accents.ts'
import { readPdf } from '../../../src/service/file/read-pdf.ts'
import { makePagePdf, makePdf, type PdfLine } from '../../support/make-pdf.ts'

async function markdownOf(pdf: Buffer): Promise<string> {
  return (await readPdf(pdf, 10, new AbortController().signal)).markdown
}

// Bytes of the standard encoding of fonts.
const [ACUTE, DIAERESIS, CARON, DOTLESS] = ['\u00C2', '\u00C8', '\u00CF', '\u00F5']

describe('characters of a PDF', () => {
  it.each<[name: string, lines: PdfLine[], expected: string]>([
    [
      'after its letter',
      [
        { text: 'prote', y: 700 },
        { text: ACUTE, x: 94, y: 700.8 },
        { text: 'ge is', x: 99.4, y: 700 },
      ],
      'protége is',
    ],
    [
      'before its letter',
      [
        { text: 'M', y: 700 },
        { text: DIAERESIS, x: 83.5, y: 700 },
        { text: 'uller', x: 82, y: 700 },
      ],
      'Müller',
    ],
    [
      'with a caron',
      [
        { text: 'Ska', y: 700 },
        { text: CARON, x: 87.5, y: 700 },
      ],
      'Skǎ',
    ],
    [
      'on an i without its dot',
      [
        { text: `Lu${DOTLESS}`, y: 700 },
        { text: ACUTE, x: 84.8, y: 700 },
        { text: 's', x: 88.7, y: 700 },
      ],
      'Luís',
    ],
    ['that stands alone', [{ text: `a ${ACUTE} b`, y: 700 }], 'a ´ b'],
  ])('have an accent that is drawn apart: %s', async (_name, lines, expected) => {
    expect(await markdownOf(makePdf([lines]))).toBe(expected)
  })

  it('have accents in linear time', () => {
    // Takes minutes where each accent copies the whole line.
    const finder = new AccentFinder()
    const run = { text: '', x: 0, right: 1, y: 0, size: 12 }
    for (let at = 0; at < 300_000; at++) {
      run.text += 'e'
      finder.keep(run, { ...run, text: 'e' })
      if (!finder.compose({ ...run, text: '´' })) run.text += '´'
    }
    expect(run.text).toMatch(/^é+e´/)
  })

  it('are joined to words if their font has another measure', async () => {
    const glyph = '<< /Length 26 >>\nstream\n42 0 0 0 42 75 d1 9 9 f   \nendstream'
    const font =
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 42 75] /FontMatrix [1 0 0 -1 0 0] /CharProcs << /a 6 0 R >> /Encoding << /Type /Encoding /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [42] >>'
    const pdf = makePagePdf('BT 0.15 0 0 -0.15 72.7 700 Tm /F1 1 Tf (aaaaaaaa) Tj ET', {
      font,
      objects: [glyph],
    })
    expect(await markdownOf(pdf)).toBe('aaaaaaaa')
  })
})
