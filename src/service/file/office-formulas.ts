import { decodeXML } from 'entities'
import { texOf as texOfMath } from '../markdown/mathml.ts'
import { parsePage } from '../page-tree/parse-page.ts'

/** The files of a package that hold text: of Word, of PowerPoint, of OpenDocument. */
const TEXT = /^(?:word\/document|ppt\/slides\/slide\d+|content)\.xml$/
/** The files of objects in OpenDocument, such as formulas. */
const OBJECT = /^[^/]+\/content\.xml$/
const FORMULA = '<m:oMath'
const BLOCK = '<m:oMathPara'
/** Longer text is no formula. */
const MAX_FORMULA = 100_000
/** Where formulas are hidden: a plane of private use, whose characters the library leaves as they are. */
const HIDDEN_FROM = 0xf0000
const HIDDEN = /[\u{F0000}-\u{FFFFF}]+/gu

/** Tells whether formulas are read from a file of a package. */
export function isFormulaPart(name: string): boolean {
  return TEXT.test(name) || OBJECT.test(name)
}

/**
 * Hides the formulas in the texts of a package as Markdown, because the library loses formulas.
 * @param texts the files that `isFormulaPart` names
 * @returns the files that have changed
 */
export function hideFormulas(texts: ReadonlyMap<string, string>): Record<string, Uint8Array> {
  const changed: Record<string, Uint8Array> = {}
  // A file may have such characters of its own.
  if ([...texts.values()].some((xml) => xml.search(HIDDEN) !== -1)) return changed
  for (const [name, xml] of texts) {
    if (!TEXT.test(name)) continue
    const hidden = name === 'content.xml' ? hideObjects(xml, texts) : hideIn(xml)
    if (hidden !== xml) changed[name] = Buffer.from(hidden)
  }
  return changed
}

/** Returns Markdown with its hidden formulas. */
export function showFormulas(markdown: string): string {
  return markdown.replaceAll(HIDDEN, (hidden) =>
    Array.from(hidden, (sign) => String.fromCharCode((sign.codePointAt(0) ?? 0) - HIDDEN_FROM)).join(''),
  )
}

function hide(formula: string): string {
  return formula.replaceAll(/[^]/g, (unit) => String.fromCodePoint(HIDDEN_FROM + unit.charCodeAt(0)))
}

/** Hides the formulas of Word and PowerPoint. */
function hideIn(xml: string): string {
  const isSlide = xml.includes('<p:sld')
  const [element, run] = isSlide ? ['a14:m', 'a'] : ['m:oMath', 'w']
  return replaceElements(isSlide ? chooseFormulas(xml) : xml, element, (source) => {
    const start = source.indexOf(FORMULA)
    if (start === -1) return source
    const dollars = source.startsWith(BLOCK, start) ? '$$' : '$'
    return `<${run}:r><${run}:t>${hide(dollars + texOf(source) + dollars)}</${run}:t></${run}:r>`
  })
}

/** Keeps the formulas of slides that are also there as pictures, for older programs: the library reads those. */
function chooseFormulas(xml: string): string {
  return replaceElements(xml, 'mc:AlternateContent', (source) => {
    const isNested = source.lastIndexOf('<mc:AlternateContent') > 0
    const choice = source.includes('<a14:m') && !isNested ? /<mc:Choice\b[^>]*>/.exec(source) : null
    const end = source.indexOf('</mc:Choice>')
    return choice === null || end === -1 ? source : source.slice(choice.index + choice[0].length, end)
  })
}

/** Hides the formulas of OpenDocument, which are MathML in files of their own. Each is read once. */
function hideObjects(xml: string, files: ReadonlyMap<string, string>): string {
  const read = new Set<string>()
  const isText = xml.includes('<office:text')
  return replaceElements(xml, 'draw:frame', (source, isAlone) => {
    const object = /<draw:object\s[^>]*?xlink:href="(?:\.\/)?([^"]*)"/.exec(source)?.[1]
    const math = files.get(`${decodeXML(object ?? '')}/content.xml`)
    if (object === undefined || read.has(object) || math === undefined || math.length > MAX_FORMULA)
      return source
    read.add(object)
    const tree = parsePage(math.replaceAll(/(<\/?)math:/g, '$1'))
    const node = Array.from({ length: tree.size }, (_, at) => at).find((at) => tree.name(at) === 'math')
    if (node === undefined) return source
    const dollars = isAlone ? '$$' : '$'
    const tex = texOfMath(tree, node).replaceAll('|', '\\vert ')
    const words = `<text:span>${hide(dollars + tex + dollars)}</text:span>`
    const around = source.slice(0, source.lastIndexOf('<draw:frame'))
    return isText
      ? around + words
      : `${around}<draw:frame><draw:text-box><text:p>${words}</text:p></draw:text-box></draw:frame>`
  })
}

/**
 * Replaces the elements with a name, or one that begins with it, up to the end tag that comes next. `isAlone` tells whether an
 * element is all of its paragraph.
 */
export function replaceElements(
  xml: string,
  name: string,
  replace: (source: string, isAlone: boolean) => string,
): string {
  const tag = new RegExp(`<(${name}\\w*)[\\s>]`, 'g')
  const kept: string[] = []
  let from = 0
  for (let found = tag.exec(xml); found !== null; found = tag.exec(xml)) {
    const endTag = `</${found[1]}>`
    const end = xml.indexOf(endTag, found.index)
    if (end === -1) break
    const after = end + endTag.length
    const before = xml.slice(Math.max(from, found.index - 200), found.index)
    const isAlone = /<text:p\b[^>]*>$/.test(before) && xml.startsWith('</text:p>', after)
    kept.push(xml.slice(from, found.index), replace(xml.slice(found.index, after), isAlone))
    from = after
    tag.lastIndex = from
  }
  return kept.join('') + xml.slice(from)
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
