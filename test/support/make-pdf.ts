import { randomBytes } from 'node:crypto'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

/** A line of text on a page of a PDF made for a test. */
export interface PdfLine {
  readonly text: string
  readonly size?: number
  /** From the page's left and lower edge. */
  readonly x?: number
  readonly y: number
  /** Whether it is written upwards. */
  readonly isTurned?: boolean
}

/** A small valid PDF (1.4) with one list of lines per page. */
export function makePdf(pages: readonly (readonly PdfLine[])[], title = ''): Buffer {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    FONT,
    ...pages.flatMap((lines, index) => {
      const content = lines
        .map(({ text, size = 12, x = 72, y, isTurned = false }) => {
          const turn = isTurned ? '0 1 -1 0' : '1 0 0 1'
          return `BT /F1 ${size} Tf ${turn} ${x} ${y} Tm (${escaped(text)}) Tj ET`
        })
        .join('\n')
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
    `<< /Title (${escaped(title)}) >>`,
  ]
  return joinObjects(objects)
}

function escaped(text: string): string {
  return text.replaceAll(/[\\()]/g, (character) => `\\${character}`)
}

/** A PDF of one page that says `text`, with a picture of noise that makes it so many bytes longer. */
export function makeLargePdf(text: string, bytes: number): Buffer {
  const content = `BT /F1 12 Tf 72 700 Td (${escaped(text)}) Tj ET`
  const noise = randomBytes(bytes).toString('latin1')
  const picture = `<< /Type /XObject /Subtype /Image /Width 9 /Height 9 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length ${bytes} >>\nstream\n${noise}\nendstream`
  return onePage(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`, [picture])
}

/** A PDF of one page whose content is `part` over and over, `bytes` of it; packed, it is a thousand times smaller. */
export function makePackedPdf(
  part: string,
  bytes: number,
  around: readonly [string, string] = ['', ''],
): Buffer {
  return onePage(filtered(deflated(Buffer.from(around[0]), repeated(part, bytes), Buffer.from(around[1]))))
}

/** A PDF whose page shows six thousand forms that draw nothing, of half a megabyte each: it takes minutes to read. */
export function makeSlowPdf(): Buffer {
  const form = filtered(
    deflateSync(Buffer.alloc(500_000, 'q Q ')),
    '/Type /XObject /Subtype /Form /BBox [0 0 9 9]',
  )
  const forms = Array.from({ length: 6000 }, () => form)
  const content = forms.map((_, index) => `/X${index} Do`).join('\n')
  return onePage(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`, forms)
}

/** A PDF of one page whose table of objects, packed, has `bytes`. */
export function makeLongTablePdf(bytes: number): Buffer {
  const table = filtered(
    deflated(repeated('\u0001', bytes)),
    `/Type /XRef /Size ${Math.floor(bytes / 5)} /W [1 2 2] /Root 2 0 R`,
  )
  return Buffer.from(`%PDF-1.5\n1 0 obj\n${table}\nendobj\nstartxref\n9\n%%EOF`, 'latin1')
}

interface Repeated {
  readonly unit: Buffer
  readonly count: number
}

/** Returns what is as `part` over and over, of about `bytes`. */
function repeated(part: string, bytes: number): Repeated {
  const unit = Buffer.from(part.repeat(Math.ceil(1_000_000 / part.length)))
  return { unit, count: Math.ceil(bytes / unit.length) }
}

/** Compresses the repeated part once, because a gigabyte takes seconds. PDF readers ignore the checksum after it. */
function deflated(...parts: readonly (Buffer | Repeated)[]): Buffer {
  const blocks = parts.flatMap((part) => {
    const { unit, count } = 'unit' in part ? part : { unit: part, count: 1 }
    const block = deflateRawSync(unit, { finishFlush: constants.Z_FULL_FLUSH })
    return Array.from({ length: count }, () => block)
  })
  const [start, end] = [Buffer.of(0x78, 0x9c), deflateRawSync(Buffer.alloc(0))]
  return Buffer.concat([start, ...blocks, end, Buffer.alloc(4)])
}

function filtered(bytes: Buffer, keys = ''): string {
  return `<< /Length ${bytes.length} /Filter /FlateDecode ${keys} >>\nstream\n${bytes.toString('latin1')}\nendstream`
}

interface PdfParts {
  readonly font?: string
  readonly annotations?: readonly string[]
  /** Further resources of the page, and objects, from number 6 on behind the annotations. */
  readonly resources?: string
  readonly objects?: readonly string[]
  /** Further entries of the catalog and of the information. */
  readonly catalog?: string
  readonly information?: string
}

/** A PDF of one page that is drawn by these operators, in the font `F1`. */
export function makePagePdf(operators: string, parts: PdfParts = {}): Buffer {
  const {
    font = FONT,
    annotations = [],
    catalog = '',
    information = '',
    resources = '',
    objects = [],
  } = parts
  const refs = annotations.map((_, index) => `${6 + index} 0 R`).join(' ')
  return joinObjects([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${refs}] >> ${catalog} >>`,
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    font,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Annots [${refs}] /Resources << /Font << /F1 3 0 R >> ${resources} >> >>`,
    `<< /Length ${operators.length} >>\nstream\n${operators}\nendstream`,
    ...annotations,
    ...objects,
    `<< ${information} >>`,
  ])
}

/** Returns the PDF of one page with this content, and with forms called `X0` and so on. */
function onePage(content: string, forms: readonly string[] = []): Buffer {
  const names = forms.map((_, index) => `/X${index} ${6 + index} 0 R`).join(' ')
  return joinObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    FONT,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> /XObject << ${names} >> >> >>`,
    content,
    ...forms,
    '<< >>',
  ])
}

/** Returns the file of these objects; the last is its information. */
function joinObjects(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = file.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${start}\n%%EOF`
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${rows}${trailer}`, 'latin1')
}
