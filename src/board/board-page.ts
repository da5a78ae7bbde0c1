import { html, Markup } from '../util/markup.ts'
import { packageFile, pageStyle } from '../util/package-file.ts'
import { STATES, type Board, type BoardCrawl, type CrawlState } from './board-model.ts'
import { shortTime } from './run-chart.ts'

/** A file of the board, by its path below the board's first page. */
export interface BoardFile {
  readonly path: string
  readonly type: 'text/html' | 'text/css' | 'text/javascript'
  readonly text: string
}

/** Returns the style sheet and the script that all pages share. */
export function sharedFiles(): readonly BoardFile[] {
  return [
    { path: 'board.css', type: 'text/css', text: pageStyle('board') },
    { path: 'board.js', type: 'text/javascript', text: packageFile('templates/pages/board.js') },
  ]
}

/**
 * The Content-Security-Policy of pages on a disk: their own style sheet and script, and nothing else. A page that was opened
 * from a disk has no own origin in some browsers, so files are named too.
 */
const FILE_POLICY = "default-src 'none';style-src 'self' file:;base-uri 'none';form-action 'none'"

/** The one of served pages, which also ask their server how things stand now. */
export const SERVED_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"

/**
 * Returns a page with the name of the board, and when it was read. `up` leads to the folder of the first page. Served pages
 * always have the script.
 */
export function boardPage(
  path: string,
  {
    title,
    about,
    body,
    up,
    hasScript = false,
  }: { title: string; about: Board; body: Markup; up?: '../' | '../../'; hasScript?: boolean },
): BoardFile {
  const { environment, at, isOffline, isServed } = about
  const policy = hasScript ? `${FILE_POLICY};script-src 'self' file:` : FILE_POLICY
  const page = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      ${isServed ? html`<link rel="icon" href="data:," />` : html`<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}" />`}
      <meta name="referrer" content="no-referrer" />
      <title>${title}</title>
      <link rel="stylesheet" href="${up ?? ''}board.css" />
      ${isServed || hasScript ? html`<script src="${up ?? ''}board.js" defer></script>` : undefined}
      <nav>
        <a href="${up ?? ''}index.html">crawlform board</a>
        <i>${environment} · read ${shortTime(at)} UTC${isOffline ? ', offline' : ''}</i>
      </nav>
      <main>${body}</main>
    </html>`
  return { path, type: 'text/html', text: page.html }
}

/** Returns how far a running crawl is; the script of served pages keeps it up to date. */
export function progressText({ name, progress }: Pick<BoardCrawl, 'name' | 'progress'>): Markup | undefined {
  return progress === undefined
    ? undefined
    : html`<span class="why" data-live="${name}" data-done="${progress.completed}">${progress.text}</span>`
}

/** Returns a state as a word with its sign. */
export function badge(state: CrawlState): Markup {
  const { sign, tone } = STATES[state]
  return html`<b class="badge ${tone}">${sign} ${state}</b>`
}
