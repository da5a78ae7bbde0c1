import { plainFileName } from '../util/files.ts'

/** Returns the file of a crawl's page. A name may hold any character that a record allows. */
export function crawlFile(name: string): string {
  return `crawls/${plainFileName(name)}.html`
}

/** Returns the address of that file from the first page. */
export function crawlPath(name: string): string {
  return `crawls/${encodeURIComponent(plainFileName(name))}.html`
}
