import { isSpace } from '../html/tag-characters.ts'
import type { Outline, OutlineElement } from './outline.ts'
import { hasProseElsewhere } from './prose-elsewhere.ts'
import { calledBits, namedBits } from './vocabulary.ts'

const GREATER = 0x3e

/** What a page that declares its main element makes clear about a block. */
export const UNCLEAR = 0
export const INSIDE = 1
export const OUTSIDE = 2

/** A page declares its main element when it holds at least this share of the text, and most of the prose. */
const LEAST_SHARE = 0.5
/** A block of which a larger share is linked has to be judged. */
const LINK_SHARE = 0.3
/** A block inside of the main element has to be judged if it, or an element around it, is called so. */
const CLUTTER = calledBits(
  'navigation breadcrumbs pages header footer side related share comments advert consent form about hidden widget forum ' +
    'product review card filter slider button',
)
/** Words that in documentation are of the matter: items, tags, options, headers. */
const MATTER = calledBits('header about forum product card filter slider')
const CLUTTER_NAMES = namedBits('aside form dialog header button link')
/** A menu, a list of articles or of products has more links, as a share of its text. */
export const FEW_LINKS = 0.15
const MAIN = namedBits('main')
const DIALOG = namedBits('dialog')
/** Tools that ask for consent bring pages of text with them, in dialogs that do not say so. */
const CONSENT_TOOL = calledBits('consentTool')
const CONSENT_SHARE = 0.8
/** A dialog that holds more than this share of the text may be what the page is for. */
const DIALOG_SHARE = 0.2

const MAIN_START = '<main'
const MAIN_END = '</main'
/** How pages declare their main element, where they do not call it so. */
const ROLE = 'role'
const MAIN_ROLE = /\s*=\s*(?:"main"|'main'|main[\s>])/iy

/** Finds where the element begins that a page seems to declare as its main one, and where it ends at the latest. */
export function findDeclared(html: string): { readonly from: number; readonly to: number } | undefined {
  const from = startOfMain(html, 0)
  if (from !== -1) {
    const close = endOfMain(html, from)
    return { from, to: close === -1 ? html.length : close + 1 }
  }
  const role = placeOfRole(html)
  const start = role === -1 ? -1 : html.lastIndexOf('<', role)
  return start === -1 ? undefined : { from: start, to: html.length }
}

/** Returns where the first attribute stands that says that its element is the main one, or -1. */
function placeOfRole(html: string): number {
  for (let at = html.indexOf(ROLE); at !== -1; at = html.indexOf(ROLE, at + 1)) {
    MAIN_ROLE.lastIndex = at + ROLE.length
    if (isSpace(html.charCodeAt(at - 1)) && MAIN_ROLE.test(html)) return at
  }
  return -1
}

/** Returns where the next `main` begins, or -1. */
export function startOfMain(html: string, from: number): number {
  return placeOfMain(html, MAIN_START, from)
}

/** Returns where the next tag stands that begins so, or -1: other elements may be called so too, and longer. */
function placeOfMain(html: string, beginning: string, from: number): number {
  for (let at = html.indexOf(beginning, from); at !== -1; at = html.indexOf(beginning, at + 1)) {
    const next = html.charCodeAt(at + beginning.length)
    if (next === GREATER || isSpace(next)) return at
  }
  return -1
}

/** Returns where the end tag begins of the `main` at `from`, or -1: some themes nest several, and each has its own. */
function endOfMain(html: string, from: number): number {
  let close = placeOfMain(html, MAIN_END, from)
  // Only as far as the end tag, as the next start tag might stand far behind it.
  for (let at = from; close !== -1;) {
    const inner = startOfMain(html.slice(at + 1, close), 0)
    if (inner === -1) break
    at += 1 + inner
    close = placeOfMain(html, MAIN_END, close + 1)
  }
  return close
}

/**
 * Returns for each block what is clear without judging its text. Outside of a page's declared main element nothing is
 * content. Inside, everything is that neither looks nor is called like anything else. Small dialogs never are, nor is what tools for consent bring.
 */
export function clearBlocks({ elements, blocks }: Outline): Uint8Array {
  const clear = new Uint8Array(blocks.length)
  const main = declaredMain({ elements, blocks })
  if (main === undefined) return withoutDialogs({ elements, blocks }, clear)
  clear.fill(OUTSIDE, 0, main.firstBlock)
  clear.fill(OUTSIDE, main.endBlock)
  const isPlain = new Uint8Array(elements.length)
  isPlain[main.index] = 1
  const code = elements.filter(
    ({ kind, firstBlock, endBlock }) =>
      kind.role === 'pre' && firstBlock >= main.firstBlock && endBlock <= main.endBlock,
  )
  const isDocumentation = code.length > 0 && hasFewLinks(blocks.slice(main.firstBlock, main.endBlock))
  const clutter = isDocumentation ? CLUTTER & ~MATTER : CLUTTER
  for (const { index, parent, words, names } of elements) {
    const isInPlain = parent !== undefined && isPlain[parent.index] === 1
    if (isInPlain && (words & clutter) === 0 && (names & CLUTTER_NAMES) === 0) isPlain[index] = 1
  }
  for (let index = main.firstBlock; index < main.endBlock; index++) {
    const block = blocks[index]
    if (block === undefined || isPlain[block.innermost.index] !== 1) continue
    if (block.linkedLength <= block.length * LINK_SHARE) clear[index] = INSIDE
  }
  for (const { firstBlock, endBlock } of code) clear.fill(INSIDE, firstBlock, endBlock)
  return withoutDialogs({ elements, blocks }, clear)
}

function hasFewLinks(blocks: Parts['blocks']): boolean {
  const linked = blocks.reduce((sum, { linkedLength }) => sum + linkedLength, 0)
  return linked <= lengthOf(blocks, 0, blocks.length) * FEW_LINKS
}

/** Leaves out dialogs before a page, such as questions for consent. */
function withoutDialogs({ elements, blocks }: Parts, clear: Uint8Array): Uint8Array {
  const dialogs = elements.filter(
    ({ names, words }) => (names & DIALOG) !== 0 || (words & CONSENT_TOOL) !== 0,
  )
  if (dialogs.length === 0) return clear
  const all = lengthOf(blocks, 0, blocks.length)
  for (const { firstBlock, endBlock, words } of dialogs) {
    const most = (words & CONSENT_TOOL) === 0 ? DIALOG_SHARE : CONSENT_SHARE
    if (lengthOf(blocks, firstBlock, endBlock) <= all * most) clear.fill(OUTSIDE, firstBlock, endBlock)
  }
  return clear
}

function lengthOf(blocks: Parts['blocks'], from: number, to: number): number {
  let length = 0
  for (let index = from; index < to; index++) length += blocks[index]?.length ?? 0
  return length
}

type Parts = Pick<Outline, 'elements' | 'blocks'>

function declaredMain(parts: Parts): OutlineElement | undefined {
  const { blocks } = parts
  const main = largestMain(parts)
  if (main === undefined) return undefined
  const length = lengthOf(blocks, main.firstBlock, main.endBlock)
  if (length < lengthOf(blocks, 0, blocks.length) * LEAST_SHARE) return undefined
  return hasProseElsewhere(parts, main) ? undefined : main
}

/** Finds the element of those that are called the main one that holds most text. */
export function largestMain({ elements, blocks }: Parts): OutlineElement | undefined {
  let largest: OutlineElement | undefined
  let most = 0
  for (const element of elements) {
    if ((element.names & MAIN) === 0) continue
    const length = lengthOf(blocks, element.firstBlock, element.endBlock)
    if (length <= most) continue
    largest = element
    most = length
  }
  return largest
}
