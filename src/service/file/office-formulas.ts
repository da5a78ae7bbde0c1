import { decodeXML } from 'entities'
import { accented, texOf as texOfMath } from '../markdown/formula-element.ts'
import { type PageTree, ROOT } from '../page-tree/page-tree.ts'
import { parsePage } from '../page-tree/parse-page.ts'
import { hide } from './hidden-text.ts'

/** The files of a package that hold text: of Word, of PowerPoint, of OpenDocument. */
const TEXT = /^(?:word\/document|ppt\/slides\/slide\d+|content)\.xml$/
/** Those files, and the files of objects in OpenDocument, such as formulas. */
export const FORMULA_PART = /^(?:word\/document|ppt\/slides\/slide\d+|(?:[^/]+\/)?content)\.xml$/
const FORMULA = '<m:oMath'
const BLOCK = '<m:oMathPara'
const MAX_FORMULA = 100_000
/** Hides the formulas in the texts of a package as Markdown, because the library loses formulas. */
export function hideFormulas(texts: Map<string, string>): void {
  for (const [name, xml] of texts) {
    if (TEXT.test(name)) texts.set(name, name === 'content.xml' ? hideObjects(xml, texts) : hideIn(xml))
  }
}

/** Text above or below the line in Word and PowerPoint, in the run whose properties say so. */
const RAISED =
  /(?:<w:vertAlign w:val="(super|sub)script"|<a:rPr [^<>]*?\bbaseline="(-?)[1-9])(?:(?!<\/(?:[wa]:r|w:pPr|w:rPrChange)>)[^]){1,500}?<[wa]:t(?:\s[^<>]*)?>([^<]*[^\s<][^<]*)/g

/** Hides the formulas of Word and PowerPoint, and the tags of text above or below the line: 10 squared is not 102. */
function hideIn(xml: string): string {
  const isSlide = xml.includes('<p:sld')
  const [element, run] = isSlide ? ['a14:m', 'a'] : ['m:oMath', 'w']
  const marked = xml.replaceAll(RAISED, (source, word?: string, sign?: string, text = '') =>
    markRaised(source, text, word === 'sub' || sign === '-'),
  )
  return replaceElements(isSlide ? chooseFormulas(marked) : marked, element, (source) => {
    const start = source.indexOf(FORMULA)
    if (start === -1) return source
    const dollars = source.startsWith(BLOCK, start) ? '$$' : '$'
    const tree = parsePage(source, true)
    const tex = tree.children(ROOT).map((node) => texOf(tree, node))
    return `<${run}:r><${run}:t>${hide(dollars + tex.join('') + dollars)}</${run}:t></${run}:r>`
  })
}

/** Hides tags around the text that an element ends with. */
export function markRaised(source: string, text: string, isBelow: boolean): string {
  const name = isBelow ? 'sub' : 'sup'
  return source.slice(0, source.length - text.length) + hide(`<${name}>`) + text + hide(`</${name}>`)
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

/** A style of OpenDocument that raises or lowers text, and text of a style. */
const RAISED_STYLE =
  /<style:style style:name="([^"<]*)"[^<>]*>\s*<style:text-properties[^<>]*?\bstyle:text-position="(super|sub|-?[1-9])/g
const STYLED = /<text:span text:style-name="([^"<]*)">([^<]*[^\s<][^<]*)/g

/** Hides the formulas of OpenDocument, which are MathML in files of their own. Each is read once. */
function hideObjects(xml: string, files: ReadonlyMap<string, string>): string {
  const read = new Set<string>()
  const isText = xml.includes('<office:text')
  const places = new Map(Array.from(xml.matchAll(RAISED_STYLE), ([, name, place]) => [name, place]))
  const marked = xml.replaceAll(STYLED, (source, name: string, text: string) => {
    const place = places.get(name)
    return place === undefined ? source : markRaised(source, text, /^(?:sub|-)/.test(place))
  })
  return replaceElements(marked, 'draw:frame', (source, isAlone) => {
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
    const start = source.slice(0, source.lastIndexOf('<draw:frame'))
    return isText
      ? start + words
      : `${start}<draw:frame><draw:text-box><text:p>${words}</text:p></draw:text-box></draw:frame>`
  })
}

/** Replaces elements whose name begins with `name`, up to the next end tag. `isAlone`: the element is all of its paragraph. */
function replaceElements(
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

/** Writes an element of a formula, from the TeX of its parts and the signs that its properties name. */
type WriteFormula = (
  part: (name: string, separator?: string) => string,
  sign: (name: string) => string | undefined,
) => string

/** The elements whose parts are placed in another way than one after the other (Office Open XML part 1, section 22.1). */
const WRITERS: ReadonlyMap<string, WriteFormula> = new Map<string, WriteFormula>([
  [
    'm:f',
    (part, sign) =>
      `\\${sign('type') === 'noBar' ? 'genfrac{}{}{0pt}{}' : 'frac'}{${part('num')}}{${part('den')}}`,
  ],
  ['m:ssup', (part) => `{${part('e')}}^{${part('sup')}}`],
  ['m:ssub', (part) => `{${part('e')}}_{${part('sub')}}`],
  ['m:ssubsup', (part) => `{${part('e')}}_{${part('sub')}}^{${part('sup')}}`],
  ['m:rad', (part) => `\\sqrt${part('deg') === '' ? '' : `[${part('deg')}]`}{${part('e')}}`],
  ['m:nary', (part, sign) => `${sign('chr') ?? '∫'}_{${part('sub')}}^{${part('sup')}}${part('e')}`],
  ['m:limlow', (part) => `\\underset{${part('lim')}}{${part('e')}}`],
  ['m:limupp', (part) => `\\overset{${part('lim')}}{${part('e')}}`],
  ['m:acc', (part, sign) => accented(part('e'), sign('chr') ?? '^', 'over')],
  ['m:groupchr', (part, sign) => accented(part('e'), sign('chr') ?? '⏟', 'under')],
  ['m:bar', (part, sign) => `\\${sign('pos') === 'top' ? 'over' : 'under'}line{${part('e')}}`],
  ['m:eqarr', (part) => `\\begin{matrix} ${part('e', ' \\\\ ')} \\end{matrix}`],
  ['m:d', (part, sign) => (sign('begchr') ?? '(') + part('e', ', ') + (sign('endchr') ?? ')')],
  ['m:mr', (part) => part('e', ' & ')],
  ['m:m', (part) => `\\begin{matrix} ${part('mr', ' \\\\ ')} \\end{matrix}`],
])

/** Returns an element of a formula as TeX. The tree bounds its depth. */
function texOf(tree: PageTree, node: number): string {
  const name = tree.name(node)
  if (name === 'm:t') return escapeTex(decodeXML(tree.source(node)))
  const children = tree.children(node)
  const parts = children.map((child) => ({ name: tree.name(child), tex: texOf(tree, child) }))
  const write = WRITERS.get(name)
  if (write === undefined) return parts.map(({ tex }) => tex).join('')
  // The properties of an element are in an element of their own.
  const properties = children.flatMap((child) => tree.children(child))
  return write(
    (wanted, separator = '') => {
      const wantedParts = parts.filter((part) => part.name === `m:${wanted}`)
      return wantedParts.map(({ tex }) => tex).join(separator)
    },
    (wanted) => {
      const property = properties.find((child) => tree.name(child) === `m:${wanted}`)
      const sign = property === undefined ? undefined : tree.attribute(property, 'm:val')
      return sign === undefined ? undefined : escapeTex(sign)
    },
  )
}

/** Returns text so that TeX shows it, without a `|`, which would end the cell of a table. */
function escapeTex(text: string): string {
  return text.replaceAll(/[#$%&_{}]/g, '\\$&').replaceAll('|', '\\vert ')
}
