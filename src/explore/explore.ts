/**
 * Input: the trail of a crawl and the script of the page.
 * Output: one HTML page that shows the scope and tries changes, with its Content-Security-Policy.
 * Must not know servers, crawl files or how pages are fetched.
 */
import { createHash } from 'node:crypto'
import { htmlText } from '../render/html-page.ts'
import { packageFile, pageStyle } from '../util/package-file.ts'
import type { ExploredCrawl } from './explored-crawl.ts'

/**
 * Returns a crawl as one self-contained HTML file, `templates/pages/explorer.html` with its values, and the value of its header
 * Content-Security-Policy. Texts from files and sites are escaped. Only the given script may run, allowed by its hash: by default
 * the one that the build made. It decides about URLs with the same code as commands.
 */
export function renderExplorer(crawl: ExploredCrawl, script = packageFile('dist/explore/page.js')) {
  const { name, place, environment, settings, canWrite } = crawl
  const code = inScript(script)
  const style = pageStyle('explorer')
  const policy = [
    "default-src 'none'",
    `script-src '${hash(code)}'`,
    `style-src '${hash(style)}'`,
    'img-src data:',
    ...(canWrite ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
  const values = new Map([
    ['policy', policy],
    ['style', style],
    ['name', htmlText(name)],
    ['about', htmlText(`${settings.url} · ${place} · environment ${environment}`)],
    ['file', htmlText(place.replace(/:\d+$/, ''))],
    ['hidden', canWrite ? '' : ' hidden'],
    ['crawl', inScript(JSON.stringify(crawl))],
    ['script', code],
  ])
  const page = packageFile('templates/pages/explorer.html')
  return { html: page.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => values.get(key) ?? ''), policy }
}

/** Escapes text so that it cannot end the script element around it, without changing its meaning in JSON or code. */
function inScript(code: string): string {
  return code.replaceAll(/<(?=\/script|!--|script)/gi, '\\u003C')
}

function hash(code: string): string {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`
}
