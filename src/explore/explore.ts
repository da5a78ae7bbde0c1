/**
 * Input: the trail of a crawl and the script of the page.
 * Output: one HTML page that shows the scope and tries changes, with its Content-Security-Policy.
 * Must not know servers, crawl files or how pages are fetched.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { escapeXml } from '../util/escape-xml.ts'
import { printable } from '../util/printable.ts'
import { SWITCHES, type ExploredCrawl } from './explored-crawl.ts'
import { explorerStyle } from './explorer-style.ts'

/** A page, and the value of its header Content-Security-Policy. */
export interface ExplorerPage {
  readonly html: string
  readonly policy: string
}

/**
 * Returns a crawl as one self-contained HTML file. Texts from files and sites are escaped. Only the given script may run,
 * allowed by its hash.
 */
export function renderExplorer(crawl: ExploredCrawl, script: string): ExplorerPage {
  const code = inScript(script)
  const title = text(`Scope of ${crawl.name}`)
  const policy = [
    "default-src 'none'",
    `script-src '${hash(code)}'`,
    `style-src '${hash(explorerStyle)}'`,
    'img-src data:',
    ...(crawl.canWrite ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${explorerStyle}</style>
</head>
<body>
<main>
${heading(crawl, title)}
<div class="panes">
${FOUND}
${form(crawl)}
</div>${crawl.canWrite ? DIALOG : ''}
</main>
<script type="application/json" id="crawl">${inScript(JSON.stringify(crawl))}</script>
<script>${code}</script>
</body>
</html>
`
  return { html, policy }
}

function heading({ name, place, environment, settings }: ExploredCrawl, title: string): string {
  const about = [settings.url, place, `environment ${environment}`].map((part) => text(part)).join(' · ')
  return `<header>
<h1>${title}</h1>
<p class="quiet">${about}</p>
<p class="summary" id="summary" role="status"></p>
<p class="note" id="stale" role="status" hidden>A setting is invalid. The counts and the tree belong to the last valid settings.</p>
<div id="notes"></div>
<noscript><p class="note">This page decides which URLs of ${text(name)} are in with a script of its own; it asks for nothing else. Let it run to see them.</p></noscript>
</header>`
}

function form({ canWrite, place }: ExploredCrawl): string {
  const file = text(place.replace(/:\d+$/, ''))
  const write = canWrite ? `\n<button type="button" id="write">Write to ${file} …</button>` : ''
  return `<form id="scope" aria-label="Scope settings" autocomplete="off">
<label for="includePaths">includePaths <span>one pattern per line; empty: every path is in</span></label>
<textarea id="includePaths" rows="3" spellcheck="false"></textarea>
<label for="excludePaths">excludePaths <span>one pattern per line; exclusions win</span></label>
<textarea id="excludePaths" rows="3" spellcheck="false"></textarea>
<ul id="problems" role="alert" hidden></ul>
<div class="pair">
<label>maxDiscoveryDepth <input id="maxDiscoveryDepth" type="number" min="0" step="1" placeholder="any"></label>
<label>limit <input id="limit" type="number" min="1" step="1" required></label>
</div>
<label>sitemap <select id="sitemap"><option>include</option><option>skip</option><option>only</option></select></label>
<fieldset>
<legend>Links to follow</legend>
${SWITCHES.map(switchOf).join('\n')}
</fieldset>
<label for="yaml">Changed settings</label>
<pre id="yaml" tabindex="0" aria-label="Changed settings as YAML"></pre>
<div class="actions">
<button type="button" id="copy-yaml">Copy YAML</button>${write}
<button type="button" id="reset">Reset</button>
<p id="copied" role="status" class="quiet"></p>
</div>
</form>`
}

const SWITCH_WORDS: Readonly<Record<(typeof SWITCHES)[number], string>> = {
  crawlEntireDomain: 'pages outside the folder of the start URL',
  allowSubdomains: 'other hosts of the same domain',
  allowExternalLinks: 'pages of other sites, one link away',
  ignoreQueryParameters: 'URLs that differ only in their query are one page',
}

function switchOf(name: (typeof SWITCHES)[number]): string {
  return `<label class="switch"><input id="${name}" type="checkbox"> <b>${name}</b> <span>${SWITCH_WORDS[name]}</span></label>`
}

const FOUND = `<div class="found">
<div class="tools">
<label>Search <input id="search" type="search" placeholder="part of a URL" spellcheck="false"></label>
<button type="button" id="copy-urls">Copy URLs</button>
<a class="narrow" href="#scope">Settings ↓</a>
</div>
<div id="kinds" role="group" aria-label="Show only"></div>
<div id="tree" role="tree" tabindex="0" aria-label="URLs by host and path"><div id="rows" role="presentation"></div>
<p id="no-rows" class="quiet" hidden>No URL matches.</p></div>
<div id="details" role="region" aria-label="Why" aria-live="polite"></div>
</div>`

const DIALOG = `
<dialog id="ask" aria-labelledby="ask-title">
<h2 id="ask-title"></h2>
<div id="ask-text"></div>
<pre id="ask-diff" tabindex="0" aria-label="Changes in the file"></pre>
<div class="actions"><button type="button" id="ask-yes">Write</button><button type="button" id="ask-no">Cancel</button></div>
</dialog>`

/** Escapes text so that it cannot end the script element around it, without changing its meaning in JSON or code. */
function inScript(code: string): string {
  return code.replaceAll(/<(?=\/script|!--|script)/gi, '\\u003C')
}

function hash(code: string): string {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`
}

function text(raw: string): string {
  return escapeXml(printable(raw))
}

/** Returns the script that the build made for the page. It judges URLs with the same code as commands. */
export function pageScript(): string {
  return readFileSync(new URL('../../dist/explore/page.js', import.meta.url), 'utf8')
}
