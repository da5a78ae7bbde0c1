import { decodeXML } from 'entities'
import type { unzipSync, zipSync } from 'fflate'

const DOCUMENT = 'word/document.xml'
const FORMULA = '<m:oMath'
const BLOCK = '<m:oMathPara'
/** Around the number of a formula in a text: characters of private use, which the library leaves as they are. */
const START = '\uE0F1'
const END = '\uE0F2'

/** A Word file with numbers in place of its formulas, and the formulas as Markdown. */
export interface NumberedFormulas {
  readonly body: Uint8Array
  readonly formulas: readonly string[]
}

/** Takes the formulas out of a Word file, because the library loses them. Other files stay as they are. */
export function numberFormulas(
  body: Uint8Array,
  zip: { readonly unzipSync: typeof unzipSync; readonly zipSync: typeof zipSync },
): NumberedFormulas {
  const none = { body, formulas: [] }
  if (body[0] !== 0x50 || body[1] !== 0x4b) return none
  try {
    const document = zip.unzipSync(body, { filter: ({ name }) => name === DOCUMENT })[DOCUMENT]
    if (document === undefined || !Buffer.from(document.buffer).includes(FORMULA)) return none
    const xml = Buffer.from(document).toString('utf8')
    if (xml.includes(START)) return none
    const { numbered, formulas } = numberIn(xml)
    const parts = zip.unzipSync(body, { filter: ({ name }) => !name.startsWith('word/media/') })
    return { body: zip.zipSync({ ...parts, [DOCUMENT]: Buffer.from(numbered) }, { level: 0 }), formulas }
  } catch {
    // The library reports what is wrong with the file.
    return none
  }
}

function numberIn(xml: string): { numbered: string; formulas: readonly string[] } {
  const kept: string[] = []
  const formulas: string[] = []
  let from = 0
  for (;;) {
    const start = xml.indexOf(FORMULA, from)
    const isBlock = xml.startsWith(BLOCK, start)
    const endTag = isBlock ? '</m:oMathPara>' : '</m:oMath>'
    const end = start === -1 ? -1 : xml.indexOf(endTag, start)
    if (end === -1) return { numbered: kept.join('') + xml.slice(from), formulas }
    const dollars = isBlock ? '$$' : '$'
    const number = formulas.push(dollars + texOf(xml.slice(start, end)) + dollars) - 1
    kept.push(xml.slice(from, start), `<w:r><w:t>${START}${number}${END}</w:t></w:r>`)
    from = end + endTag.length
  }
}

/** Puts formulas back in place of their numbers. */
export function insertFormulas(markdown: string, formulas: readonly string[]): string {
  if (formulas.length === 0) return markdown
  return markdown.replaceAll(
    new RegExp(`${START}(\\d+)${END}`, 'g'),
    (_, number: string) => formulas[Number(number)] ?? '',
  )
}

/** An element of a formula that is open, with the TeX of its parts by their names. */
interface OpenPart {
  readonly name: string
  readonly parts: { readonly name: string; readonly tex: string }[]
  /** The signs that its properties name, such as those of a sum or of brackets. */
  readonly signs: Map<string, string>
}

type WriteFormula = (part: (name: string) => string, open: OpenPart) => string

/** The elements whose parts are placed in another way than one after the other (Office Open XML part 1, section 22.1). */
const WRITERS: ReadonlyMap<string, WriteFormula> = new Map<string, WriteFormula>([
  ['f', (part) => `\\frac{${part('num')}}{${part('den')}}`],
  ['sSup', (part) => `{${part('e')}}^{${part('sup')}}`],
  ['sSub', (part) => `{${part('e')}}_{${part('sub')}}`],
  ['sSubSup', (part) => `{${part('e')}}_{${part('sub')}}^{${part('sup')}}`],
  ['rad', (part) => `\\sqrt${part('deg') === '' ? '' : `[${part('deg')}]`}{${part('e')}}`],
  ['nary', (part, { signs }) => `${signs.get('chr') ?? '∫'}_{${part('sub')}}^{${part('sup')}}${part('e')}`],
  ['limLow', (part) => `\\underset{${part('lim')}}{${part('e')}}`],
  ['limUpp', (part) => `\\overset{${part('lim')}}{${part('e')}}`],
  ['acc', (part, { signs }) => `\\overset{${signs.get('chr') ?? '^'}}{${part('e')}}`],
  [
    'd',
    (_, { parts, signs }) =>
      (signs.get('begChr') ?? '(') + texts(parts, 'e', ', ') + (signs.get('endChr') ?? ')'),
  ],
  ['mr', (_, { parts }) => texts(parts, 'e', ' & ')],
  ['m', (_, { parts }) => `\\begin{matrix} ${texts(parts, 'mr', ' \\\\ ')} \\end{matrix}`],
])

function texts(parts: OpenPart['parts'], name: string, separator: string): string {
  return parts
    .filter((part) => part.name === name)
    .map(({ tex }) => tex)
    .join(separator)
}

/** Returns a formula of Word as TeX. */
function texOf(xml: string): string {
  const root: OpenPart = { name: '', parts: [], signs: new Map() }
  const open: OpenPart[] = [root]
  for (const [tag, close, name = '', rest = '', text = ''] of xml.matchAll(
    /<(\/?)m:(\w+)([^>]*)>|(?<=<m:t(?:\s[^>]{0,99})?>)([^<]+)/g,
  )) {
    const top = open.at(-1) ?? root
    if (!tag.startsWith('<')) top.parts.push({ name: 't', tex: escapeTex(decodeXML(text)) })
    else if (close === '/') closePart(open)
    else if (rest.endsWith('/')) {
      const sign = /val="([^"]*)"/.exec(rest)?.[1]
      // The properties of an element are in an element of their own.
      if (sign !== undefined && /chr$/i.test(name)) open.at(-2)?.signs.set(name, escapeTex(decodeXML(sign)))
    } else open.push({ name, parts: [], signs: new Map() })
  }
  while (open.length > 1) closePart(open)
  return root.parts.map(({ tex }) => tex).join('')
}

function closePart(open: OpenPart[]): void {
  const closed = open.length > 1 ? open.pop() : undefined
  if (closed === undefined) return
  const { name, parts } = closed
  const part = (wanted: string): string => parts.find((one) => one.name === wanted)?.tex ?? ''
  const tex = WRITERS.get(name)?.(part, closed) ?? parts.map((one) => one.tex).join('')
  open.at(-1)?.parts.push({ name, tex })
}

/** Returns text so that TeX shows it, without a `|`, which would end the cell of a table. */
function escapeTex(text: string): string {
  return text.replaceAll(/[#$%&_{}]/g, '\\$&').replaceAll('|', '\\vert ')
}
