import { strToU8, zipSync } from 'fflate'

// Small office files for tests: the parts that their formats require, and those that a test gives.

/** Returns a package of these files, in this order. */
export function makeZip(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const parts = Object.entries(files).map(([name, text]) => {
    return [name, typeof text === 'string' ? strToU8(text) : text] as const
  })
  return Buffer.from(zipSync(Object.fromEntries(parts)))
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MATH = 'http://schemas.openxmlformats.org/officeDocument/2006/math'
const OPEN = 'urn:oasis:names:tc:opendocument:xmlns'

/** What a file says of itself, as XML of Dublin Core. */
export interface OfficeFile {
  readonly body: string
  readonly properties?: string
  /** Further files of the package. */
  readonly parts?: Readonly<Record<string, string>>
  /** Styles of a Word file, or the automatic styles of an OpenDocument file. */
  readonly styles?: string
}

/** A Word file; `Heading1`, `Heading2` and so on are styles of paragraphs, `rLink` leads to https://example.com/there. */
export function makeDocx({ body, properties = '', parts = {}, styles: more = '' }: OfficeFile): Buffer {
  const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const styles = [1, 2, 3].map(
    (level) =>
      `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`,
  )
  return makeOpenXml({
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
    place: 'word/document.xml',
    properties,
    parts: {
      'word/_rels/document.xml.rels': relations(
        relation('rStyles', 'styles', 'styles.xml'),
        relation('rNotes', 'footnotes', 'footnotes.xml'),
        relation('rNumbers', 'numbering', 'numbering.xml'),
        relation('rComments', 'comments', 'comments.xml'),
        relation('rLink', 'hyperlink', 'https://example.com/there', ' TargetMode="External"'),
      ),
      'word/styles.xml': `${XML}<w:styles xmlns:w="${word}">${styles.join('')}${more}</w:styles>`,
      ...Object.fromEntries(
        Object.entries(parts).map(([name, text]) => [
          `word/${name}.xml`,
          `${XML}<w:${name} xmlns:w="${word}">${text}</w:${name}>`,
        ]),
      ),
      'word/document.xml': `${XML}<w:document xmlns:w="${word}" xmlns:r="${OFFICE}" xmlns:m="${MATH}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><w:body>${body}</w:body></w:document>`,
    },
  })
}

/** A sheet of a workbook: the XML of its rows, and what is around them. */
export interface Sheet {
  readonly rows: string
  /** Attributes in the list of sheets. */
  readonly attributes?: string
  /** Elements before and after the rows. */
  readonly before?: string
  readonly after?: string
  /** Targets by kind of relation, as `r0`, `r1` and so on; links are outside of the file. */
  readonly relations?: readonly (readonly [kind: string, target: string])[]
}

/** What sheets of a workbook share. */
export interface Workbook {
  readonly properties?: string
  /** Patterns or ids of number formats: the styles of cells from 2 on. Style 1 is a date. */
  readonly formats?: readonly (string | number)[]
  /** The shared texts. */
  readonly strings?: string
  readonly is1904?: boolean
  readonly parts?: Readonly<Record<string, string>>
}

/** A workbook of sheets by their names. */
export function makeXlsx(
  sheets: Readonly<Record<string, string | Sheet>>,
  { properties = '', formats = [], strings = '', is1904 = false, parts = {} }: Workbook = {},
): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const all = Object.entries(sheets).map(([name, sheet], at) => {
    return { name, at, ...(typeof sheet === 'string' ? { rows: sheet } : sheet) } as Sheet & {
      name: string
      at: number
    }
  })
  const codes = formats.map((code, at) =>
    typeof code === 'string' ? `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>` : '',
  )
  const styles = formats.map(
    (code, at) => `<xf numFmtId="${typeof code === 'string' ? 164 + at : code}" applyNumberFormat="1"/>`,
  )
  return makeOpenXml({
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
    place: 'xl/workbook.xml',
    properties,
    parts: {
      'xl/workbook.xml': `${XML}<workbook xmlns="${main}" xmlns:r="${OFFICE}"><workbookPr date1904="${is1904}"/><sheets>${all.map(({ name, at, attributes = '' }) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"${attributes}/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations(
        relation('rStyles', 'styles', 'styles.xml'),
        relation('rStrings', 'sharedStrings', 'sharedStrings.xml'),
        ...all.map(({ at }) => relation(`r${at}`, 'worksheet', `worksheets/sheet${at}.xml`)),
      ),
      'xl/sharedStrings.xml': `${XML}<sst xmlns="${main}">${strings}</sst>`,
      'xl/styles.xml': `${XML}<styleSheet xmlns="${main}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>${styles.join('')}</cellXfs></styleSheet>`,
      ...Object.fromEntries(
        all.flatMap(({ rows, at, before = '', after = '', relations: to = [] }) => [
          [
            `xl/worksheets/sheet${at}.xml`,
            `${XML}<worksheet xmlns="${main}" xmlns:r="${OFFICE}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
          ],
          [
            `xl/worksheets/_rels/sheet${at}.xml.rels`,
            relations(
              ...to.map(([kind, target], id) =>
                relation(`r${id}`, kind, target, kind === 'hyperlink' ? ' TargetMode="External"' : ''),
              ),
            ),
          ],
        ]),
      ),
      ...parts,
    },
  })
}

interface OpenXml {
  readonly type: string
  readonly place: string
  readonly properties: string
  readonly parts: Readonly<Record<string, string>>
}

function makeOpenXml({ type, place, properties, parts }: OpenXml): Buffer {
  return makeZip({
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${place}" ContentType="${type}"/></Types>`,
    '_rels/.rels': relations(relation('rMain', 'officeDocument', place)),
    'docProps/core.xml': `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">${properties}</cp:coreProperties>`,
    ...parts,
  })
}

export function relations(...all: readonly string[]): string {
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`
}

export function relation(id: string, type: string, target: string, more = ''): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${more}/>`
}

/** An OpenDocument text, or a file of another kind: `presentation` or `spreadsheet`. */
export function makeOdt(
  { body, properties = '', parts = {}, styles = '' }: OfficeFile,
  kind: 'text' | 'presentation' | 'spreadsheet' = 'text',
): Buffer {
  const names =
    'office text table meta draw:drawing style fo:xsl-fo-compatible presentation number:datastyle svg:svg-compatible'
  const own = names.split(' ').map((name) => {
    const [prefix = '', space = prefix] = name.split(':')
    return `xmlns:${prefix}="${OPEN}:${space}:1.0"`
  })
  const spaces = `${own.join(' ')} xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink"`
  return makeZip({
    ...parts,
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'meta.xml': `${XML}<office:document-meta ${spaces}><office:meta>${properties}</office:meta></office:document-meta>`,
    'content.xml': `${XML}<office:document-content ${spaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
  })
}

/** A book of chapters, each the HTML of its body; `spine` is the order of reading, by their numbers from 0. */
export function makeEpub(
  chapters: readonly string[],
  spine: readonly number[] = chapters.map((_, at) => at),
): Buffer {
  const items = chapters.map(
    (_, at) => `<item id="c${at}" href="c${at}.xhtml" media-type="application/xhtml+xml"/>`,
  )
  return makeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `${XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="in/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    'in/book.opf': `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title id="t">The Book</dc:title><dc:creator>Ann &amp; Bob</dc:creator><dc:language>pt-BR</dc:language></metadata><manifest>${items.join('')}</manifest><spine>${spine.map((at) => `<itemref idref="c${at}"/>`).join('')}</spine></package>`,
    ...Object.fromEntries(
      chapters.map((body, at) => [
        `in/c${at}.xhtml`,
        `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>c${at}</title></head><body>${body}</body></html>`,
      ]),
    ),
  })
}

/** A slide: its shapes, attributes of its root, and files that it relates to by the kinds of relation. */
export interface Slide {
  readonly shapes: string
  readonly attributes?: string
  readonly relations?: Readonly<Record<string, string>>
}

/** A presentation of these slides, or of one with these shapes. Further parts are below `ppt`. */
export function makePptx(
  slides: string | readonly Slide[],
  parts: Readonly<Record<string, string>> = {},
): Buffer {
  const all = typeof slides === 'string' ? [{ shapes: slides }] : slides
  const spaces = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:m="${MATH}" xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"`
  return makeOpenXml({
    type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
    place: 'ppt/presentation.xml',
    properties: '',
    parts: {
      'ppt/presentation.xml': `${XML}<p:presentation ${spaces}><p:sldIdLst>${all.map((_, at) => `<p:sldId id="${256 + at}" r:id="r${at + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relations(
        ...all.map((_, at) => relation(`r${at + 1}`, 'slide', `slides/slide${at + 1}.xml`)),
      ),
      ...Object.fromEntries(
        all.flatMap(({ shapes, attributes = '', relations: to = {} }: Slide, at) => [
          [
            `ppt/slides/slide${at + 1}.xml`,
            `${XML}<p:sld ${spaces}${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
          ],
          [
            `ppt/slides/_rels/slide${at + 1}.xml.rels`,
            relations(...Object.entries(to).map(([kind, target], id) => relation(`r${id}`, kind, target))),
          ],
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(parts).map(([name, xml]) => [`ppt/${name}`, XML + xml.replace('>', ` ${spaces}>`)]),
      ),
    },
  })
}

/** The rows of a sheet: texts, and numbers, of which negative ones are dates, as days from 1899-12-30. */
export function sheetRows(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number): string => {
    if (typeof value === 'string') return `<c t="inlineStr"><is><t>${value}</t></is></c>`
    return `<c${value < 0 ? ' s="1"' : ''}><v>${Math.abs(value)}</v></c>`
  }
  return rows.map((cells) => `<row>${cells.map((value) => cell(value)).join('')}</row>`).join('')
}
