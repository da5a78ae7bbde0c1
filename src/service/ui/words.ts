import { STATUS_CODES } from 'node:http'
import { formatDuration, toIsoTime } from '../../util/clock.ts'
import { html, type Markup, type MarkupPart } from '../../util/markup.ts'

/**
 * The state of a job in one or two words. A waiting job has not begun, because others must end first. An empty one was completed
 * without a page.
 */
export type JobState = 'waiting' | 'running' | 'completed' | 'empty' | 'held back' | 'failed' | 'cancelled'

const signs: Readonly<Record<JobState, string>> = {
  waiting: '…',
  running: '▸',
  completed: '✓',
  empty: '✗',
  'held back': '✗',
  failed: '✗',
  cancelled: '■',
}

export function badge(state: JobState): Markup {
  return html`<span class="badge ${state.replace(' ', '-')}"
    ><span aria-hidden="true">${signs[state]} </span>${state}</span
  >`
}

const numbers = new Intl.NumberFormat('en')

/** Returns `1,234 pages`. */
export function count(amount: number, one: string, many = `${one}s`): string {
  return `${numbers.format(amount)} ${amount === 1 ? one : many}`
}

export const number = (amount: number): string => numbers.format(amount)

const rates = new Intl.NumberFormat('en', {
  maximumSignificantDigits: 2,
  maximumFractionDigits: 0,
  roundingPriority: 'morePrecision',
})

/** Returns pages per second, rounded to meaningful digits. */
export function speed(perSecond: number): string {
  return `${rates.format(perSecond)} pages/s`
}

/** Returns a time for people and programs, in UTC because the reader's time zone is unknown. */
export function time(epochMs: number): Markup {
  const iso = toIsoTime(epochMs)
  return html`<time datetime="${iso}">${`${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`}</time>`
}

/** Returns a length of time to the second. */
export function duration(milliseconds: number): string {
  return formatDuration(Math.round(milliseconds / 1000) * 1000)
}

export function bytes(amount: number): string {
  if (amount < 1000) return count(amount, 'byte')
  return amount < 1e6 ? `${numbers.format(Math.round(amount / 1000))} kB` : `${(amount / 1e6).toFixed(1)} MB`
}

/** Returns a path with the parameters that have a value. */
export function linkTo(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') params.set(name, value)
  return params.size === 0 ? path : `${path}?${params.toString()}`
}

/** Returns links to the parts before and after this one; nothing if there is only one part. */
export function parts(
  { part, all, what }: { readonly part: number; readonly all: number; readonly what: string },
  address: (part: number) => string,
): Markup | undefined {
  if (all <= 1) return undefined
  const link = (to: number, text: string): Markup | undefined =>
    to < 1 || to > all || to === part ? undefined : html`<a href="${address(to)}">${text}</a>`
  return html`<nav class="parts" aria-label="Parts of ${what}">
    ${link(1, 'First')} ${link(part - 1, 'Previous')}
    <span>Part ${number(part)} of ${number(all)}</span> ${link(part + 1, 'Next')} ${link(all, 'Last')}
  </nav>`
}

/** Returns an HTTP status as people read it. An error has a mark. */
export function status(code: number): Markup {
  const text = `${code} ${STATUS_CODES[code] ?? ''}`.trim()
  return code >= LEAST_ERROR ? html`<span class="error">✗ ${text}</span>` : html`${text}`
}

/** The least HTTP status of an error. */
export const LEAST_ERROR = 400

/** Returns an address of the web as a link, and any other as text. */
export function externalLink(url: string): Markup {
  return /^https?:\/\//i.test(url)
    ? html`<a href="${url}" rel="noreferrer noopener">${url}</a>`
    : html`${url}`
}

/** Returns a line of a list of facts; nothing without a value. */
export function factRow(name: string, value: MarkupPart): Markup | undefined {
  return value === undefined
    ? undefined
    : html`<dt>${name}</dt>
        <dd>${value}</dd>`
}

/** Returns a part of a page with a heading and a list; nothing without an item. */
export function listSection(title: string, items: readonly Markup[], more?: Markup): Markup | undefined {
  if (items.length === 0) return undefined
  return html`<h2>${title}</h2>
    <ul class="rows">
      ${items.map((item) => html`<li>${item}</li> `)}
    </ul>
    ${more}`
}

/** Returns a remark; nothing without a text. */
export function note(text: MarkupPart): Markup | undefined {
  return text === undefined ? undefined : html`<p class="note">${text}</p>`
}
