import { html, type Markup } from '../util/markup.ts'

/** Returns an address of the web as a link, shown without the origin of the crawl, and any other as text. */
export function link(url: string, origin = ''): Markup {
  if (!/^https?:\/\//i.test(url)) return html`${url}`
  const isBelow = origin !== '' && url.startsWith(`${origin}/`)
  return html`<a href="${url}">${isBelow ? url.slice(origin.length) : url}</a>`
}
