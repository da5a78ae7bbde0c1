import { unzipSync } from 'fflate'
import { Parser } from 'htmlparser2'
import { escapeXml } from '../../util/escape-xml.ts'
import { editXml } from './edit-xml.ts'
import { editWord, WORD_STYLES, WORD_TEXT } from './edit-word.ts'
import { MAX_DEPTH, readXml } from './read-xml.ts'

/** Elements of HTML that stand in a line. All others begin a paragraph. */
const INLINE = /^(?:a|abbr|b|big|cite|code|em|font|i|ins|kbd|mark|s|small|span|strong|sub|sup|tt|u|var)$/
const UNSEEN = /^(?:head|script|style)$/
const HEADING = /^h([1-6])$/
const DOCUMENT = 'word/document.xml'

type ReadFiles = (wanted: (name: string) => boolean) => Readonly<Record<string, Uint8Array>>

/**
 * Writes the files that a Word file imports (ECMA-376 part 1, section 17.17.2.1) where it names them: the paragraphs of HTML
 * and plain text, and the body of Word files. Other kinds are left out.
 * @param parts the parts of the Word file by name
 * @param read returns more files of the package
 */
export function insertChunks(parts: Map<string, string>, read: ReadFiles): void {
  for (const [name, xml] of parts) {
    if (!WORD_TEXT.test(name) || !xml.includes(':altChunk')) continue
    const relations = name.replace(/[^/]*$/, '_rels/$&.rels')
    const targets = new Map<string, string>()
    readXml(read((file) => file === relations)[relations] ?? '', {
      open: (element) => {
        const target = element.attribute('Target') ?? ''
        targets.set(
          element.attribute('Id') ?? '',
          target.startsWith('/') ? target.slice(1) : `word/${target}`,
        )
      },
    })
    const places = new Set(targets.values())
    const files = read((file) => places.has(file))
    const edited = editXml(xml, {
      open: (element) => {
        if (element.name !== 'altChunk') return undefined
        const place = targets.get(element.attribute('id') ?? '') ?? ''
        // Once: a small file may name a large one many times.
        if (!places.delete(place)) return 'drop'
        return { write: paragraphsOf(place, Buffer.from(files[place] ?? [])) }
      },
    })
    parts.set(name, edited)
  }
}

function paragraphsOf(name: string, bytes: Buffer): string {
  if (/\.x?html?$/i.test(name)) return paragraphsOfHtml(bytes.toString())
  if (/\.txt$/i.test(name))
    return bytes
      .toString()
      .split(/\r?\n/)
      .map((line) => paragraph(line))
      .join('')
  if (!/\.docx$/i.test(name)) return ''
  const { [DOCUMENT]: document = '', [WORD_STYLES]: styles = '' } = unzipSync(bytes, {
    filter: (file) => file.name === DOCUMENT || file.name === WORD_STYLES,
  })
  const xml = editWord(Buffer.from(document).toString(), Buffer.from(styles).toString())
  const start = xml.indexOf('>', xml.indexOf('<w:body')) + 1
  const section = xml.lastIndexOf('<w:sectPr')
  const end = xml.lastIndexOf('</w:body>')
  return start > 0 && end > start ? xml.slice(start, section > xml.lastIndexOf('</w:p>') ? section : end) : ''
}

function paragraphsOfHtml(html: string): string {
  const written: string[] = []
  let text = ''
  let unseen = 0
  let depth = 0
  let style = ''
  const end = (): void => {
    written.push(paragraph(text, style))
    text = style = ''
  }
  const parser = new Parser({
    onopentag: (name) => {
      // The parser takes quadratic time for deep HTML, so it is read up to there.
      if (++depth > MAX_DEPTH) parser.pause()
      if (UNSEEN.test(name)) unseen++
      if (INLINE.test(name)) return
      end()
      const level = HEADING.exec(name)?.[1]
      if (level !== undefined) style = `<w:pStyle w:val="Heading${level}"/>`
    },
    ontext: (more) => {
      if (unseen === 0) text += more
    },
    onclosetag: (name) => {
      depth--
      if (UNSEEN.test(name)) unseen--
      if (!INLINE.test(name)) end()
    },
  })
  parser.end(html)
  end()
  return written.join('')
}

function paragraph(text: string, style = ''): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line === '') return ''
  return `<w:p><w:pPr>${style}</w:pPr><w:r><w:t xml:space="preserve">${escapeXml(line)}</w:t></w:r></w:p>`
}
