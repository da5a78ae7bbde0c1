import { type PdfFile, readWide, SCRATCH } from './pdfium.ts'
import type { TextRun } from './text-run.ts'

/** A place of a page that leads to an address. */
export interface PdfLink {
  readonly uri: string
  covers(x: number, y: number): boolean
}

/** Links and fields of one page that are read. */
const MOST = 1000
/** Annotations and fields as PDFium numbers them. */
const [FREE_TEXT, WIDGET] = [3, 20]
const [CHECK_BOX, RADIO_BUTTON, COMBO_BOX, LIST_BOX, TEXT_FIELD] = [2, 3, 4, 5, 6]
/** Flags of an annotation that is not shown, and of a text field for a password (ISO 32000-1, tables 165 and 228). */
const UNSEEN = 0b10_0010
const PASSWORD = 1 << 13
/** Space below the text of a field, in units of the page. */
const LOWER = 3

/** Returns the links of a page to addresses. Links to places of the same file are left out. */
export function linksOf(file: PdfFile, page: number): PdfLink[] {
  const { library, scratch, document } = file
  const { getValue, setValue } = library.pdfium
  const links: PdfLink[] = []
  // The position, and the found link.
  setValue(scratch, 0, 'i32')
  while (links.length < MOST && library.FPDFLink_Enumerate(page, scratch, scratch + 4)) {
    const [position, link] = [getValue(scratch, 'i32'), getValue(scratch + 4, 'i32')]
    const { covers } = rectangle(file, (at) => library.FPDFLink_GetAnnotRect(link, at))
    const action = library.FPDFLink_GetAction(link)
    const size = action === 0 ? 0 : library.FPDFAction_GetURIPath(document, action, scratch, SCRATCH)
    const uri = size > 1 && size <= SCRATCH ? library.pdfium.UTF8ToString(scratch) : ''
    if (/^(?:https?|mailto|ftp|tel):/i.test(uri)) links.push({ uri, covers })
    setValue(scratch, position, 'i32')
  }
  return links
}

/** Returns the values of a page's fields, and the texts that somebody put on it, each at its place and in this font size. */
export function fieldsOf(file: PdfFile, page: number, size: number): TextRun[] {
  const { library } = file
  const runs: TextRun[] = []
  const count = Math.min(library.FPDFPage_GetAnnotCount(page), MOST)
  for (let index = 0; index < count; index++) {
    const annotation = library.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const text = shownText(file, annotation)
    const { left, top, right, bottom } = rectangle(file, (at) => library.FPDFAnnot_GetRect(annotation, at))
    library.FPDFPage_CloseAnnot(annotation)
    if (text !== '')
      runs.push({ text, x: left, right, y: bottom + Math.min(LOWER, (top - bottom) / 3), size })
  }
  return runs
}

function shownText(file: PdfFile, annotation: number): string {
  const { library, form } = file
  if ((library.FPDFAnnot_GetFlags(annotation) & UNSEEN) !== 0) return ''
  const kind = library.FPDFAnnot_GetSubtype(annotation)
  if (kind === FREE_TEXT)
    return readWide(file, (at, size) => library.FPDFAnnot_GetStringValue(annotation, 'Contents', at, size))
  if (kind !== WIDGET) return ''
  const field = library.FPDFAnnot_GetFormFieldType(form, annotation)
  if (field === CHECK_BOX || field === RADIO_BUTTON)
    return library.FPDFAnnot_IsChecked(form, annotation) ? '☑' : '☐'
  const isSecret =
    field === TEXT_FIELD && (library.FPDFAnnot_GetFormFieldFlags(form, annotation) & PASSWORD) !== 0
  if (isSecret || ![COMBO_BOX, LIST_BOX, TEXT_FIELD].includes(field)) return ''
  const value = readWide(file, (at, size) => library.FPDFAnnot_GetFormFieldValue(form, annotation, at, size))
  return value.replaceAll(/\s+/g, ' ')
}

/** Reads a rectangle that the library writes: left, top, right and bottom, in this order. */
export function rectangle({ library, scratch }: PdfFile, write: (at: number) => boolean) {
  // Behind what a caller reads.
  const at = scratch + 16
  const isThere = write(at)
  const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((offset) =>
    isThere ? library.pdfium.getValue(at + offset, 'float') : 0,
  )
  const covers = (x: number, y: number): boolean => x > left && x < right && y > bottom && y < top
  return { left, top, right, bottom, covers }
}
