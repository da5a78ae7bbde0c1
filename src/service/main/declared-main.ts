import { isSpace } from '../html/tag-characters.ts'
import type { Outline, OutlineElement } from './outline.ts'
import { calledBits, namedBits } from './vocabulary.ts'

const GREATER = 0x3e

/** What a page that declares its main element makes clear about a block. */
export const UNCLEAR = 0
export const INSIDE = 1
export const OUTSIDE = 2

/** A page declares its main element when it holds at least this share of the text. */
const LEAST_SHARE = 0.5
/** What is linked more than this has to be judged. */
const LINK_SHARE = 0.3
/** Inside of the main element, what is called so or stands in such has to be judged. */
const CLUTTER = calledBits(
  'navigation breadcrumbs pages header footer side related share comments advert consent form about hidden widget forum ' +
    'product review card filter slider button',
)
const CLUTTER_NAMES = namedBits('aside form dialog header button link')
const MAIN = namedBits('main')

/** How pages declare their main element. */
const ROLE = /\brole\s*=\s*(?:"main"|'main'|main[\s>])/i

/** Finds where the element begins that a page seems to declare as its main one, and where it ends at the latest. */
export function findDeclared(html: string): { readonly from: number; readonly to: number } | undefined {
  const from = startOfMain(html)
  if (from !== -1) {
    const close = html.indexOf('</main', from)
    return { from, to: close === -1 ? html.length : close + 1 }
  }
  const role = html.includes('role') ? html.search(ROLE) : -1
  const start = role === -1 ? -1 : html.lastIndexOf('<', role)
  return start === -1 ? undefined : { from: start, to: html.length }
}

/** Returns where the first `main` begins, or -1. */
function startOfMain(html: string): number {
  const at = html.indexOf('<main')
  const next = html.charCodeAt(at + '<main'.length)
  return at !== -1 && (next === GREATER || isSpace(next)) ? at : -1
}

/** Returns what share of the text of a declared element is not clearly content. */
export function unclearShare(outline: Outline): number {
  const clear = clearBlocks(outline)
  let all = 0
  let unclear = 0
  for (const [index, { length }] of outline.blocks.entries()) {
    all += length
    if (clear[index] !== INSIDE) unclear += length
  }
  return all === 0 ? 1 : unclear / all
}

/**
 * Says of each block what is clear without judging its text: outside of the main element that a page declares nothing is
 * content, and inside everything is that neither looks nor is called like anything else. All is unclear without one.
 */
export function clearBlocks({ elements, blocks }: Outline): Uint8Array {
  const clear = new Uint8Array(blocks.length)
  const main = declaredMain({ elements, blocks })
  if (main === undefined) return clear
  clear.fill(OUTSIDE, 0, main.firstBlock)
  clear.fill(OUTSIDE, main.endBlock)
  const isPlain = new Uint8Array(elements.length)
  isPlain[main.index] = 1
  for (const { index, parent, words, names } of elements) {
    const isInPlain = parent !== undefined && isPlain[parent.index] === 1
    if (isInPlain && (words & CLUTTER) === 0 && (names & CLUTTER_NAMES) === 0) isPlain[index] = 1
  }
  for (let index = main.firstBlock; index < main.endBlock; index++) {
    const block = blocks[index]
    if (block === undefined || isPlain[block.innermost.index] !== 1) continue
    if (block.linkedLength <= block.length * LINK_SHARE) clear[index] = INSIDE
  }
  return clear
}

function declaredMain({
  elements,
  blocks,
}: Pick<Outline, 'elements' | 'blocks'>): OutlineElement | undefined {
  let largest: OutlineElement | undefined
  let most = 0
  for (const element of elements) {
    if ((element.names & MAIN) === 0) continue
    let length = 0
    for (let index = element.firstBlock; index < element.endBlock; index++)
      length += blocks[index]?.length ?? 0
    if (length <= most) continue
    largest = element
    most = length
  }
  const total = blocks.reduce((sum, { length }) => sum + length, 0)
  return most >= total * LEAST_SHARE ? largest : undefined
}
