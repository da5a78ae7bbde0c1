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
  const streamed = new StreamedParts()
  walkHtml(html, new StreamReader(html, streamed))
  return streamed.isEmpty ? html : streamed.join(html)
}

class StreamedParts {
  readonly parts = new Map<string, Part>()
  readonly places: Place[] = []

  get isEmpty(): boolean {
    return !this.places.some(({ part }) => this.parts.has(part))
  }

  join(html: string): string {
    const cuts = this.#cuts()
    const left = new Map(this.parts)
    const texts: string[] = []
    // A list and no recursion: parts may stand in parts to any depth.
    const ranges = [{ from: 0, to: html.length }]
    for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
      const { from, to } = range
      const cut = cuts[firstFrom(cuts, from)]
      if (cut === undefined || cut.start >= to) {
        texts.push(html.slice(from, to))
        continue
      }
      texts.push(html.slice(from, cut.start))
      ranges.push({ from: cut.end, to })
      const part = cut.part === undefined ? undefined : left.get(cut.part)
      if (part === undefined) continue
      left.delete(cut.part ?? '')
      ranges.push({ from: part.from, to: part.to })
    }
    // One whose place is in itself, or in what stood in for another, is not lost.
    const placed = new Set(this.places.map(({ part }) => part))
    for (const [id, { from, to }] of left) if (placed.has(id)) texts.push(html.slice(from, to))
    return texts.join('')
  }

  /** What does not stay where it is, in order: places, and parts that have one. */
  #cuts(): { readonly start: number; readonly end: number; readonly part?: string }[] {
    const places = this.places.filter(({ part }) => this.parts.has(part))
    const placed = new Set(places.map(({ part }) => part))
    const parts = [...this.parts].flatMap(([id, part]) => (placed.has(id) ? [part] : []))
    const moved = parts.map(({ start, end }) => ({ start, end }))
    return [...places, ...moved].toSorted((one, other) => one.start - other.start)
  }
}

/** Returns the index of the first that starts at a place or behind it. */
function firstFrom(cuts: readonly { readonly start: number }[], from: number): number {
  let low = 0
  let high = cuts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cuts[middle]?.start ?? 0) < from) low = middle + 1
    else high = middle
  }
  return low
}

class StreamReader implements WalkSink {
  readonly #html: string
  readonly #streamed: StreamedParts
  /** Of the open comments around what may be replaced, the place in each, if it is one. */
  readonly #comments: { readonly end: number; place: Place | undefined }[] = []
  readonly #open: (Part | Place)[] = []

  constructor(html: string, streamed: StreamedParts) {
    this.#html = html
    this.#streamed = streamed
  }

  open(kind: ElementKind, tag: StartTag): number {
    const id = tag.size === 0 ? undefined : tag.get('id')
    if (id === undefined) return 0
    const partId = PART_ID.exec(id)?.[1]
    if (partId !== undefined) {
      const part = { start: tag.start, from: tag.end, to: tag.end, end: tag.end }
      if (!this.#streamed.parts.has(partId)) this.#streamed.parts.set(partId, part)
      return this.#open.push(part)
    }
    const placeId = kind.name === 'template' ? PLACE_ID.exec(id)?.[1] : undefined
    if (placeId === undefined) return 0
    const place = { start: tag.start, end: tag.end, part: placeId }
    this.#streamed.places.push(place)
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
