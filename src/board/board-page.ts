import { createHash } from 'node:crypto'
import { html, Markup } from '../util/markup.ts'
import { packageFile, pageStyle } from '../util/package-file.ts'
import { STATES, type Board, type CrawlState } from './board-model.ts'
import { chartPatterns, shortTime } from './run-chart.ts'

/** A file of the board, by its path below the board's first page. */
export interface BoardFile {
  readonly path: string
  readonly type: 'text/html' | 'text/css'
  readonly text: string
}

export const STYLE_PATH = 'board.css'

export function styleFile(): BoardFile {
  return { path: STYLE_PATH, type: 'text/css', text: pageStyle('board') }
}

/** Spaces between elements mean nothing here, and would be a third of a long page. */
function squeezed(text: string): string {
  return text.replaceAll(/\n +/g, '\n')
}

const script = squeezed(packageFile('templates/pages/board.js'))

/**
 * The Content-Security-Policy of every page: its own style sheet, one script by its hash, and nothing else. A page that was
 * opened from a disk has no own origin in some browsers, so files are named too.
 */
export const BOARD_POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  "style-src 'self' file:",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Returns a page with the name of the board, and when it was read. `up` leads to the folder of the first page. */
export function boardPage(
  path: string,
  {
    title,
    up,
    about,
    body,
    hasScript,
  }: { title: string; up: '' | '../'; about: Board; body: Markup; hasScript: boolean },
): BoardFile {
  const { environment, at, isOffline } = about
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${BOARD_POLICY}" />
        <meta name="referrer" content="no-referrer" />
        <title>${title} · crawlform</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${up}${STYLE_PATH}" />
      </head>
      <body>
        <nav class="top" aria-label="Board">
          <a href="${up}index.html">crawlform board</a>
          <span class="quiet"
            >${environment} · read ${shortTime(at)}
            UTC${isOffline ? ', as recorded: the service was not asked' : ''}</span
          >
        </nav>
        <main>${chartPatterns}${body}</main>
        ${hasScript ? new Markup(`<script>${script}</script>`) : undefined}
      </body>
    </html> `
  return { path, type: 'text/html', text: squeezed(page.html) }
}

/** Returns a state as a word with its sign. */
export function badge(state: CrawlState): Markup {
  const { sign, tone } = STATES[state]
  return html`<span class="badge ${tone}"><span aria-hidden="true">${sign}</span> ${state}</span>`
}
