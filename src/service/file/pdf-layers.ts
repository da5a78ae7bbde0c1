import { memoryOf, type PdfFile, readWide } from './pdfium.ts'

/** Page objects as PDFium numbers them. */
const [TEXT, FORM] = [1, 5]
/** How text is drawn that recognition puts over a picture (ISO 32000-1, table 106). */
const INVISIBLE = 3
/** The mark of content that is part of a layer (ISO 32000-1, 8.11.3.2). */
const LAYER = 'OC'
/** Objects of one page that are looked at, layers of it that are drawn, and forms in each other. */
const MOST_OBJECTS = 200_000
const MOST_LAYERS = 50
const DEEPEST = 20
/** The longer side of a drawn page, in pixels, of four bytes each. */
const SIDE = 1000

/** The objects of a page that are no forms, and the texts of each layer. */
interface FoundObjects {
  count: number
  readonly all: number[]
  readonly layers: Map<string, number[]>
}

/**
 * Takes the text of layers that are off from a page, before its text is read. The library has no function that tells which
 * are off, so each layer is drawn alone.
 */
export function hideLayers(file: PdfFile, page: number): void {
  const { library } = file
  const found: FoundObjects = { count: 0, all: [], layers: new Map() }
  const read = (object: number, layer: string, depth: number): void => {
    if (object === 0 || ++found.count > MOST_OBJECTS) return
    const kind = library.FPDFPageObj_GetType(object)
    const own = layer + layerOf(file, object)
    if (kind === FORM && depth < DEEPEST) {
      const inForm = file.hasLayers ? `${own}\n${object}` : own
      const count = library.FPDFFormObj_CountObjects(object)
      for (let at = 0; at < count && found.count <= MOST_OBJECTS; at++)
        read(library.FPDFFormObj_GetObject(object, at), inForm, depth + 1)
      return
    }
    found.all.push(object)
    const isSeen = kind === TEXT && library.FPDFTextObj_GetTextRenderMode(object) !== INVISIBLE
    if (own === '' || !isSeen) return
    const texts = found.layers.get(own) ?? []
    texts.push(object)
    found.layers.set(own, texts)
  }
  const count = library.FPDFPage_CountObjects(page)
  for (let at = 0; at < count; at++) read(library.FPDFPage_GetObject(page, at), '', 0)
  if (found.layers.size > 0) keepShown(file, page, found)
}

/** Returns the names of the layers that an object is marked as part of. */
function layerOf(file: PdfFile, object: number): string {
  const { library, scratch } = file
  let names = ''
  const count = library.FPDFPageObj_CountMarks(object)
  for (let at = 0; at < count; at++) {
    const mark = library.FPDFPageObj_GetMark(object, at)
    const read = (get: (to: number, size: number, length: number) => boolean): string =>
      readWide(file, (to, size) =>
        get(to, size - 8, scratch + size - 8) ? library.pdfium.getValue(scratch + size - 8, 'i32') : 0,
      )
    if (read((to, size, length) => library.FPDFPageObjMark_GetName(mark, to, size, length)) !== LAYER)
      continue
    const name = read((to, size, length) =>
      library.FPDFPageObjMark_GetParamStringValue(mark, 'Name', to, size, length),
    )
    // A group of layers has no name.
    names += `\n${name === '' ? mark : `/${name}`}`
  }
  return names
}

/** Leaves the objects active that are not texts of layers that are off. */
function keepShown({ library }: PdfFile, page: number, { all, layers }: FoundObjects): void {
  const activate = (objects: readonly number[], isActive: boolean): void => {
    for (const object of objects) library.FPDFPageObj_SetIsActive(object, isActive)
  }
  const [width, height] = [library.FPDF_GetPageWidthF(page), library.FPDF_GetPageHeightF(page)]
  const scale = SIDE / Math.max(width, height, 1)
  const [columns, rows] = [Math.ceil(width * scale), Math.ceil(height * scale)]
  const bitmap = library.FPDFBitmap_Create(columns, rows, 1)
  if (bitmap === 0) return
  activate(all, false)
  const hidden: number[] = []
  for (const texts of [...layers.values()].slice(0, MOST_LAYERS)) {
    activate(texts, true)
    library.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, 0)
    library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, 0)
    activate(texts, false)
    const start = library.FPDFBitmap_GetBuffer(bitmap)
    const pixels = memoryOf(library).subarray(start, start + columns * rows * 4)
    if (pixels.every((byte) => byte === 0)) hidden.push(...texts)
  }
  library.FPDFBitmap_Destroy(bitmap)
  activate(all, true)
  activate(hidden, false)
}
