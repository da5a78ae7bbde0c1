import { plainFileName } from '../util/files.ts'

/** Returns the file of a crawl's page. A name may hold any character that a record allows. */
export function crawlFile(name: string): string {
  return `crawls/${plainFileName(name)}.html`
}

/** Returns the file of a page of a crawl, by the page's id. */
export function pageFile(name: string, id: string): string {
  return `crawls/${plainFileName(name)}/${id}.html`
}

/** Returns the address of that file from the page of its crawl. */
export function pagePath(name: string, id: string): string {
  return `${encodeURIComponent(plainFileName(name))}/${id}.html`
}

/** Returns the address of a crawl's page from the first page. */
export function crawlPath(name: string): string {
  return `crawls/${encodeURIComponent(plainFileName(name))}.html`
}
