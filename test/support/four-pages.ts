import type { LoopbackSite } from './loopback-site.ts'

/** Serves a home page that links to these pages, out of `a` to `d`, each with its first words. The others answer 404. */
export function serveFourPages(site: LoopbackSite, pages: Readonly<Record<string, string>>): void {
  const text = (title: string, words: string) =>
    `<title>${title}</title><main><h1>${title}</h1><p>${words} text of a page with enough words.</p>`
  const links = Object.keys(pages).map((name) => `<a href="/${name}">${name}</a>`)
  site.set('/', `${text('Home', 'The')}${links.join(' ')}</main>`)
  for (const name of ['a', 'b', 'c', 'd']) {
    const words = pages[name]
    site.set(`/${name}`, words === undefined ? { status: 404 } : `${text(name, words)}</main>`)
  }
}
