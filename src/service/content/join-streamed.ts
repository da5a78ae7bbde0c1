import { firstIndex } from '../../util/first-index.ts'
import type { PageTree } from '../page-tree/page-tree.ts'
import { parsePage } from '../page-tree/parse-page.ts'

/** A place in a page whose content comes later, with its placeholder. */
interface Place {
  readonly start: number
  end: number
  readonly part: string
}

const PART_ID = /^S:([0-9a-f]+)$/
const PLACE_ID = /^[BP]:([0-9a-f]+)$/
/** The name of the scripts that move parts begins so. */
const SCRIPT = '$R'
const PART = ' id="S:'
const COMMENT_START = '<!--$'
const COMMENT_END = '<!--/$'

/**
 * Moves the parts of a page that React streams after the rest to the places where its scripts would put them. Frameworks
 * send the text of whole pages this way. `<div hidden id="S:1">` replaces `<template id="B:1">` and its placeholder, or
 * `<template id="P:1">` alone (react-dom, `ReactDOMServerFizz`: `$RC` and `$RS`). A part without a place stays. Takes
 * linear time. Returns the same text if nothing was streamed.
 */
export function joinStreamed(html: string): string {
  if (!html.includes(SCRIPT) || !html.includes(PART)) return html
  const tree = parsePage(html)
  const streamed = findStreamed(tree)
  const places = streamed.places.filter(({ part }) => streamed.parts.has(part))
  const placed = new Set(places.map(({ part }) => part))
  const parts = new Map([...streamed.parts].filter(([id]) => placed.has(id)))
  return places.length === 0 ? html : join(tree, places, parts)
}

/** @param parts the nodes of parts that came later, by their ids */
function join(tree: PageTree, places: readonly Place[], parts: Map<string, number>): string {
  const { html } = tree
  const moved = [...parts.values()].map((node) => ({
    start: tree.start(node),
    end: tree.end(node),
    part: '',
  }))
  const cuts = [...places, ...moved].toSorted((one, other) => one.start - other.start)
  const texts: string[] = []
  // Parts may be in parts to any depth, so recursion would overflow the stack.
  const ranges = [{ from: 0, to: html.length }]
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const { from, to } = range
    const cut = cuts[firstIndex(cuts.length, (index) => (cuts[index]?.start ?? 0) >= from)]
    if (cut === undefined || cut.start >= to) {
      texts.push(html.slice(from, to))
      continue
    }
    texts.push(html.slice(from, cut.start))
    ranges.push({ from: cut.end, to })
    const part = parts.get(cut.part)
    if (part === undefined) continue
    parts.delete(cut.part)
    ranges.push({ from: tree.startTagEnd(part), to: tree.endTagStart(part) })
  }
  // Keep parts whose place is inside themselves or inside a placeholder.
  return texts.concat(Array.from(parts.values(), (node) => tree.source(node))).join('')
}

/** Finds the parts and places of a page, each part by its first element. */
function findStreamed(tree: PageTree) {
  const parts = new Map<string, number>()
  const places: Place[] = []
  /** The open comments around replaceable content, each with its place if it has one. */
  const comments: { readonly end: number; place: Place | undefined }[] = []
  for (let node = 0; node < tree.size; node++) {
    const [start, end] = [tree.start(node), tree.end(node)]
    if (tree.html.startsWith(COMMENT_START, start)) comments.push({ end, place: undefined })
    else if (tree.html.startsWith(COMMENT_END, start)) {
      const place = comments.pop()?.place
      if (place !== undefined) place.end = Math.max(place.end, start)
    }
    const id = tree.attribute(node, 'id')
    if (id === undefined) continue
    const partId = PART_ID.exec(id)?.[1]
    if (partId !== undefined && !parts.has(partId)) parts.set(partId, node)
    const placeId = tree.name(node) === 'template' ? PLACE_ID.exec(id)?.[1] : undefined
    if (placeId === undefined) continue
    const place = { start, end, part: placeId }
    places.push(place)
    const comment = comments.at(-1)
    if (comment?.end === start) comment.place = place
  }
  return { parts, places }
}
