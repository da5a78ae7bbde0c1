import { firstIndex } from '../../util/first-index.ts'
import type { ElementKind } from './element-kinds.ts'
import { walkHtml, type WalkSink } from './html-walk.ts'
import type { StartTag } from './start-tag.ts'

/** A place in a page where a part belongs that comes later, with what stands there until then. */
interface Place {
  readonly start: number
  end: number
  readonly part: string
}

/** A part that came later: the element that holds it, and what is in that. */
interface Part {
  readonly start: number
  readonly from: number
  to: number
  end: number
}

const PART_ID = /^S:([0-9a-f]+)$/
const PLACE_ID = /^[BP]:([0-9a-f]+)$/
/** The scripts that move parts are called so; a rare sign is found soonest. */
const SCRIPT = '$R'
const PART = ' id="S:'
const COMMENT_START = '<!--$'
const COMMENT_END = '<!--/$'

/**
 * Puts the parts of a page that React streams behind the rest where its scripts would put them: `<div hidden id="S:1">`
 * replaces `<template id="B:1">` up to the end of what stands in for it, or `<template id="P:1">` alone (react-dom,
 * `ReactDOMServerFizz`: `$RC` and `$RS`). Frameworks send the text of whole pages so. A part without a place stays where it
 * is. Linear in the length of the page, which comes back as it is when nothing was streamed.
 */
export function joinStreamed(html: string): string {
  if (!html.includes(SCRIPT) || !html.includes(PART)) return html
  const reader = new StreamReader(html)
  walkHtml(html, reader)
  const places = reader.places.filter(({ part }) => reader.parts.has(part))
  const placed = new Set(places.map(({ part }) => part))
  const parts = new Map([...reader.parts].filter(([id]) => placed.has(id)))
  return places.length === 0 ? html : join(html, places, parts)
}

function join(html: string, places: readonly Place[], parts: Map<string, Part>): string {
  // What does not stay where it is, in order.
  const moved = [...parts.values()].map(({ start, end }) => ({ start, end, part: undefined }))
  const cuts = [...places, ...moved].toSorted((one, other) => one.start - other.start)
  const texts: string[] = []
  // A list and no recursion: parts may stand in parts to any depth.
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
    const part = cut.part === undefined ? undefined : parts.get(cut.part)
    if (part === undefined) continue
    parts.delete(cut.part ?? '')
    ranges.push({ from: part.from, to: part.to })
  }
  // One whose place is in itself, or in what stood in for another, is not lost.
  for (const { from, to } of parts.values()) texts.push(html.slice(from, to))
  return texts.join('')
}

class StreamReader implements WalkSink {
  readonly parts = new Map<string, Part>()
  readonly places: Place[] = []
  readonly #html: string
  /** Of the open comments around what may be replaced, the place in each, if it is one. */
  readonly #comments: { readonly end: number; place: Place | undefined }[] = []
  readonly #open: (Part | Place)[] = []

  constructor(html: string) {
    this.#html = html
  }

  open(kind: ElementKind, tag: StartTag): number {
    const id = tag.size === 0 ? undefined : tag.get('id')
    if (id === undefined) return 0
    const partId = PART_ID.exec(id)?.[1]
    if (partId !== undefined) {
      const part = { start: tag.start, from: tag.end, to: tag.end, end: tag.end }
      if (!this.parts.has(partId)) this.parts.set(partId, part)
      return this.#open.push(part)
    }
    const placeId = kind.name === 'template' ? PLACE_ID.exec(id)?.[1] : undefined
    if (placeId === undefined) return 0
    const place = { start: tag.start, end: tag.end, part: placeId }
    this.places.push(place)
    const comment = this.#comments.at(-1)
    if (comment?.end === tag.start) comment.place = place
    return this.#open.push(place)
  }

  close(_: ElementKind, token: number, start: number, end: number): void {
    const opened = this.#open[token - 1]
    if (opened === undefined) return
    if ('to' in opened) opened.to = start
    opened.end = Math.max(opened.end, end)
  }

  drop(start: number, end: number): void {
    if (this.#html.startsWith(COMMENT_START, start)) this.#comments.push({ end, place: undefined })
    else if (this.#html.startsWith(COMMENT_END, start)) {
      const place = this.#comments.pop()?.place
      if (place !== undefined) place.end = start
    }
  }
}
