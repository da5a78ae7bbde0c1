import { codePoint } from 'dingbat-to-unicode'
import { escapeXml } from '../../util/escape-xml.ts'
import { editXml, type Fate } from './edit-xml.ts'
import { isOn, type XmlElement } from './read-xml.ts'
import { readWordStyles, type WordStyles } from './word-styles.ts'

/** The parts of a Word file that hold text. */
export const WORD_TEXT = /^word\/(?:document|footnotes|endnotes)\w*\.xml$/
export const WORD_STYLES = 'word/styles.xml'

/**
 * What becomes of elements of WordprocessingML (ECMA-376 part 1, by section) that the library reads otherwise than they are
 * shown. `text` is what is written for them. `unwrap`: the library does not look into it everywhere. `row`, `cell`, `drawing`: what they are in goes. `web` hides text in a view of Word
 * that nobody uses, so `webHidden` is no row.
 */
const ELEMENTS: Readonly<
  Record<string, 'drop' | 'unwrap' | 'row' | 'cell' | 'symbol' | 'ruby' | { readonly text: string }>
> = {
  /** 17.3.3.18 */
  noBreakHyphen: { text: '-' },
  /** 17.3.3.29: shown at the end of a line only */
  softHyphen: 'drop',
  /** 17.3.3.30 */
  sym: 'symbol',
  /** 17.3.3.25: a text and how it is read */
  ruby: 'ruby',
  /** 17.13.5.14, and 17.13.5.12 in the properties of a row */
  del: 'drop',
  /** 17.13.5.22 */
  moveFrom: 'drop',
  /** 17.13.5.2 */
  cellDel: 'cell',
  /** 17.5.2: controls around text, rows or cells, and their properties */
  sdt: 'unwrap',
  sdtContent: 'unwrap',
  sdtPr: 'drop',
  sdtEndPr: 'drop',
  /** 17.4.20: a hidden row of a table */
  hidden: 'row',
  /** 17.13.5.31, 17.13.5.29 and 17.13.5.36: properties before a tracked change */
  rPrChange: 'drop',
  pPrChange: 'drop',
  trPrChange: 'drop',
}

/** Content of a run that shows nothing by itself. */
const UNSEEN = new Set(['rPr', 'br', 'cr', 'tab', 'lastRenderedPageBreak', 'annotationRef'])
/** What goes if all of its content is hidden: an empty item of a list, an empty row, a link without a text. */
const EMPTIED = new Set(['p', 'hyperlink', 'fldSimple', 'tr', 'tbl'])
/** Characters of fonts of symbols. */
const SYMBOLS = /[\uF020-\uF0FF]/g

interface Run {
  style?: string
  vanish?: boolean
  font?: string
  isHidden?: boolean
}

interface Container {
  readonly name: string
  hid: boolean
  shown: boolean
  isGone: boolean
}

/** Returns a part of a Word file with the text that a reader sees. */
export function editWord(xml: string, stylesXml: string): string {
  return editXml(xml, new WordEditor(readWordStyles(stylesXml)))
}

/** Boxes of forms, by whether they are checked. */
const [UNCHECKED, CHECKED] = ['☐', '☒']

class WordEditor {
  readonly #styles: WordStyles
  readonly #runs: Run[] = []
  readonly #paragraphs: { style?: string }[] = []
  readonly #tables: { style?: string }[] = []
  readonly #containers: Container[] = []
  /** Whether each open field begins in hidden text. */
  readonly #fields: boolean[] = []
  /** The text of an element that is replaced at its end. */
  #text: string | undefined
  /** What the field of a form shows: a box, or an entry of a list. Its result holds neither (17.16.17). */
  #shownByField: string | undefined
  #entries: string[] = []
  #entry = 0
  /** How the text of the open `ruby` is read, with parentheses. */
  #reading: string | undefined

  constructor(styles: WordStyles) {
    this.#styles = styles
  }

  open(element: XmlElement): Fate {
    const { name, parent } = element
    if (this.#text !== undefined) return undefined
    if (name === 'r') this.#runs.push({})
    else if (name === 'p') this.#paragraphs.push({})
    else if (name === 'tbl') this.#tables.push({})
    if (EMPTIED.has(name) || name === 'tc' || name === 'drawing' || name === 'pict')
      this.#containers.push({ name, hid: false, shown: false, isGone: false })
    this.#readProperty(element)
    this.#readFormField(element)
    if (parent?.name === 'r' && name !== 'rPr' && this.#isHidden()) return this.#hide(element)
    if (parent?.name === 'r' && (name === 'fldChar' || name === 'instrText'))
      return this.#followField(element)
    if (parent?.name === 'r' && !UNSEEN.has(name)) this.#show()
    if (name === 't') this.#text = ''
    return this.#fateOf(element)
  }

  #fateOf(element: XmlElement): Fate {
    const { name, prefix, parent } = element
    const rule = Object.hasOwn(ELEMENTS, name) ? ELEMENTS[name] : undefined
    if (rule === undefined) return undefined
    if (rule === 'row' || (name === 'del' && parent?.name === 'trPr')) return this.#remove('tr')
    if (rule === 'cell') return this.#remove('tc')
    if (rule === 'symbol') return textElement(prefix, symbolOf(element))
    if (rule === 'ruby') {
      this.#text = ''
      this.#reading = ''
      return undefined
    }
    if (rule === 'unwrap') return rule
    if (rule !== 'drop') return textElement(prefix, rule.text)
    const container = this.#containers.at(-1)
    if (container !== undefined && (name === 'del' || name === 'moveFrom')) container.hid = true
    return 'drop'
  }

  text(text: string): void {
    if (this.#text !== undefined) this.#text += text
  }

  close(element: XmlElement): Fate {
    const { name, prefix } = element
    if (this.#text !== undefined) return this.#closeText(element)
    if (name === 'fldChar') return this.#closeField(prefix)
    if (name === 'r') this.#runs.pop()
    else if (name === 'p') this.#paragraphs.pop()
    else if (name === 'tbl') this.#tables.pop()
    if (this.#containers.at(-1)?.name !== name) return undefined
    const container = this.#containers.pop()
    const outer = this.#containers.at(-1)
    if (container === undefined) return undefined
    const isGone = container.isGone || (EMPTIED.has(name) && container.hid && !container.shown)
    if (outer !== undefined) {
      outer.hid ||= container.hid || container.isGone
      outer.shown ||= container.shown && !isGone
    }
    // The library expects a paragraph in a cell.
    return isGone
      ? name === 'tc'
        ? { write: `<${prefix}tc><${prefix}p/></${prefix}tc>` }
        : 'drop'
      : undefined
  }

  #closeText({ name, prefix }: XmlElement): Fate {
    const text = this.#text ?? ''
    if (this.#reading !== undefined) {
      if (name === 'rt') {
        this.#reading = `(${text})`
        this.#text = ''
      }
      if (name !== 'ruby') return undefined
      const written = text + this.#reading
      this.#text = this.#reading = undefined
      return textElement(prefix, written)
    }
    this.#text = undefined
    const font = this.#runs.at(-1)?.font
    if (font === undefined || text.search(SYMBOLS) === -1) return undefined
    const written = text.replaceAll(SYMBOLS, (sign) => unicodeOf(font, sign.charCodeAt(0)) ?? sign)
    return textElement(prefix, written)
  }

  #readProperty(element: XmlElement): void {
    const { name, parent } = element
    const run = this.#runs.at(-1)
    if (name === 'pStyle') set(this.#paragraphs.at(-1), element)
    else if (name === 'tblStyle') set(this.#tables.at(-1), element)
    // A drawing that is hidden (20.4.2.5), and a shape of older files (19.1.2.19).
    else if (name === 'docPr' && isOn(element.attribute('hidden') ?? '0')) this.#remove('drawing')
    else if (/visibility:\s*hidden/.test((name === 'shape' && element.attribute('style')) || ''))
      this.#remove('pict')
    if (run === undefined || parent?.name !== 'rPr' || parent.parent?.name !== 'r') return
    if (name === 'rStyle') set(run, element)
    else if (name === 'vanish') run.vanish = isOn(element.attribute('val'))
    // Text that is hidden even where hidden text is shown (17.3.2.36).
    else if (name === 'specVanish' && isOn(element.attribute('val'))) run.vanish = true
    else if (name === 'rFonts') {
      const font = element.attribute('ascii') ?? element.attribute('hAnsi')
      if (font !== undefined) run.font = font
    }
  }

  #readFormField(element: XmlElement): void {
    const { name, parent } = element
    const value = element.attribute('val')
    if (name === 'checkBox' && parent?.name === 'ffData') this.#shownByField = UNCHECKED
    else if (parent?.name === 'checkBox' && (name === 'checked' || name === 'default'))
      this.#shownByField = isOn(value) ? CHECKED : UNCHECKED
    else if (name === 'ddList' && parent?.name === 'ffData') {
      this.#entries = []
      this.#entry = 0
    } else if (parent?.name !== 'ddList') return
    else if (name === 'listEntry') this.#entries.push(value ?? '')
    else if (name === 'result' || name === 'default') this.#entry = Number(value)
    if (parent?.name === 'ddList') this.#shownByField = this.#entries[this.#entry]
  }

  /** Writes what the field of a form shows before the field. */
  #closeField(prefix: string): Fate {
    const shown = this.#shownByField
    this.#shownByField = undefined
    if (shown === undefined) return undefined
    this.#show()
    return {
      write: `<${prefix}t xml:space="preserve">${escapeXml(shown)}</${prefix}t><${prefix}fldChar ${prefix}fldCharType="begin"/>`,
    }
  }

  /** Tells whether the text of this run is hidden. Styles of several kinds toggle it (17.7.3). */
  #isHidden(): boolean {
    const run = this.#runs.at(-1)
    if (run === undefined) return false
    run.isHidden ??= run.vanish ?? (this.#styles.isHidden || this.#isHiddenByStyle(run))
    return run.isHidden
  }

  #isHiddenByStyle({ style }: Run): boolean {
    const table = this.#tables.at(-1)?.style
    return (
      this.#styles.hides(this.#paragraphs.at(-1)?.style) !==
      ((style !== undefined && this.#styles.hides(style)) !==
        (table !== undefined && this.#styles.hides(table)))
    )
  }

  #hide(element: XmlElement): Fate {
    if (element.name === 'fldChar' || element.name === 'instrText') return this.#followField(element)
    const container = this.#containers.at(-1)
    if (container !== undefined && container.name !== 'drawing') container.hid = true
    return 'drop'
  }

  #show(): void {
    const container = this.#containers.at(-1)
    if (container !== undefined) container.shown = true
  }

  /** Keeps the parts of a field together: all of them go, or none. */
  #followField(element: XmlElement): Fate {
    const type = element.attribute('fldCharType')
    if (type === 'begin') this.#fields.push(this.#isHidden())
    const isGone = type === 'end' ? this.#fields.pop() : this.#fields.at(-1)
    return isGone === true ? 'drop' : undefined
  }

  #remove(name: string): 'drop' {
    const container = this.#containers.findLast((open) => open.name === name)
    if (container !== undefined) container.isGone = true
    return 'drop'
  }
}

function set(holder: { style?: string } | undefined, element: XmlElement): void {
  const value = element.attribute('val')
  if (holder !== undefined && value !== undefined) holder.style = value
}

function textElement(prefix: string, text: string): Fate {
  return { write: `<${prefix}t xml:space="preserve">${escapeXml(text)}</${prefix}t>` }
}

function symbolOf(element: XmlElement): string {
  const code = Number.parseInt(element.attribute('char') ?? '', 16)
  return unicodeOf(element.attribute('font') ?? '', code) ?? ''
}

/** Returns a character of a font as Unicode has it. Fonts of symbols are at U+F000 in Word. */
function unicodeOf(font: string, code: number): string | undefined {
  if (!(code > 0 && code <= 0xffff)) return undefined
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
  const known = codePoint(font, place)?.string
  if (known !== undefined) return known
  return place >= 0xe000 && place <= 0xf8ff ? undefined : String.fromCodePoint(place)
}
