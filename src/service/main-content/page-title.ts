import { decodeHTML } from 'entities'
import { wordSet } from '../../util/word-set.ts'
import type { PageTree } from '../page-tree/page-tree.ts'

/** A shorter text may be the name of the site, or of a part of the page. */
const LEAST_TITLE_WORDS = 3
/** So much of a heading is read, in UTF-16 units, and so many nodes of the head. */
const LONGEST_TITLE = 1000
const MOST_HEAD_NODES = 300
const HEADINGS = wordSet('h1 h2 h3')
/** Signs between the name of a page and that of its site. */
const BETWEEN = /\s+[-–—|·•»:/]\s+|\s*[|»]\s*|:\s+/
/** The address of the start page of a site, also in one of its languages. */
const START = /^(?:https?:\/\/[^/]+)?\/?(?:[a-z]{2}(?:[-_][a-z]{2,4})?\/?)?(?:index\.\w{1,5})?$/i

/**
 * Finds the heading that names a page: its only `h1`, or else the longest heading that its `title` names. The name of its site
 * is not a title.
 */
export function findTitle(tree: PageTree): number | undefined {
  const headings = shownHeadings(tree)
  const titles = headings.filter((node) => tree.name(node) === 'h1')
  if (titles.length === 1) return titles[0]
  const isTitle = titleTest(tree)
  const named = headings.filter((node) => {
    const text = headingText(tree, node)
    return isTitle(text) && (tree.name(node) === 'h1' || countWords(text) >= LEAST_TITLE_WORDS)
  })
  const lengthOf = (node: number): number => headingText(tree, node).length
  return named.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0]
}

/** Returns a function that tells whether a text is a name that the `title` of a page gives it, or the beginning of the `title`. */
export function titleTest(tree: PageTree): (text: string) => boolean {
  const title = plainText(titleOf(tree)).toLowerCase()
  const names = title.split(BETWEEN)
  return (text) => {
    const name = text.toLowerCase()
    return name !== '' && (names.includes(name) || title.startsWith(name))
  }
}

/** Returns a text as it is shown on one line. */
function plainText(text: string): string {
  return decodeHTML(text).replaceAll(/\s+/g, ' ').trim()
}

export function countWords(text: string): number {
  return text.split(' ').length
}

function titleOf(tree: PageTree): string {
  for (let node = 0; node < Math.min(tree.size, MOST_HEAD_NODES); node++)
    if (tree.name(node) === 'title') return tree.source(node)
  return ''
}

/** Returns the headings with text that are shown and not left out, without the name of the site. */
function shownHeadings(tree: PageTree): number[] {
  const found: number[] = []
  for (let node = 0; node < tree.size;) {
    const { name, role } = tree.kind(node)
    const isUnseen = role === 'unseen' || role === 'head' || tree.isLeftOut(node)
    const isHeading = !isUnseen && HEADINGS.has(name) && headingText(tree, node) !== ''
    if (isHeading && !leadsToStart(tree, node)) found.push(node)
    node = isUnseen ? tree.subtreeEnd(node) : node + 1
  }
  return found
}

function headingText(tree: PageTree, node: number): string {
  const end = Math.min(tree.endTagStart(node), tree.startTagEnd(node) + LONGEST_TITLE)
  return plainText(tree.html.slice(tree.startTagEnd(node), end).replaceAll(/<[^>]*>/g, ''))
}

/** Tells whether an element begins with a link to the start page, as do the name of a site and a trail of pages. */
export function leadsToStart(tree: PageTree, element: number): boolean {
  const link = tree.firstChild(element)
  return link !== undefined && tree.name(link) === 'a' && START.test(tree.attribute(link, 'href') ?? '#')
}
