import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { canParseUrl } from '../../src/util/can-parse-url.ts'

/** File types that a crawl never takes for pages. */
const assets =
  /\.(?:png|jpe?g|gif|css|js|ico|svg|tiff|zip|exe|dmg|mp4|mp3|wav|pptx|xlsx|avi|flv|woff2?|ttf|webp|inc)$/

/**
 * The pages below `root` that links reach from `start`, by reading the files themselves with a regular expression:
 * deliberately another way than the crawler's, so that the two can be held against each other. Paths are URL paths; a
 * folder and its `index.html` are one page, named by the folder.
 */
export function walkLinks(root: string, start: string): Set<string> {
  const seen = new Set([start])
  const queue = [start]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const target of linksOf(root, next)) {
      if (
        seen.has(target) ||
        !target.startsWith(start) ||
        assets.test(target) ||
        pageFile(root, target) === undefined
      )
        continue
      seen.add(target)
      queue.push(target)
    }
  }
  return seen
}

/** One name for `/a/` and `/a/index.html`. */
export function pageName(pathname: string): string {
  return pathname.replace(/\/index\.html$/, '/')
}

function pageFile(root: string, pathname: string): string | undefined {
  const file = path.join(root, decodeURIComponent(pathname))
  if (!existsSync(file)) return undefined
  if (!statSync(file).isDirectory()) return file
  const index = path.join(file, 'index.html')
  return pathname.endsWith('/') && existsSync(index) ? index : undefined
}

function linksOf(root: string, pathname: string): string[] {
  const file = pageFile(root, pathname)
  if (file?.endsWith('.html') !== true) return []
  const html = readFileSync(file, 'utf8')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<(script|style|textarea|title)\b[\s\S]*?<\/\1>/gi, '')
  const base = new URL(pathname, 'http://site')
  return [...html.matchAll(/<a\b[^>]*?\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi)].flatMap(
    ([, double, single, bare]) => {
      const written = (double ?? single ?? bare ?? '').replaceAll('&amp;', '&').replaceAll('&#38;', '&')
      if (!canParseUrl(written, base.href)) return []
      const url = new URL(written, base.href)
      return url.host === 'site' ? [pageName(url.pathname)] : []
    },
  )
}
