import { createHash } from 'node:crypto'
import { html, Markup } from '../../util/markup.ts'
import { packageFile, pageStyle } from '../../util/package-file.ts'

export interface PageParts {
  readonly title: string
  readonly body: Markup
  /** Default 200. */
  readonly status?: number
  /** Seconds between two refreshes; undefined for a page that does not change. */
  readonly live?: number | undefined
  /** The path that the page redirects to at once. */
  readonly onTo?: string
}

function hash(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
}

const style = pageStyle('jobs')
const liveScript = packageFile('templates/pages/live.js')

const POLICY = [
  "default-src 'none'",
  `script-src ${hash(liveScript)}`,
  `style-src ${hash(style)}`,
  'img-src data:',
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types live',
].join('; ')

/** Headers of every page: no caching, no embedding, no sniffing of types. */
export const safeHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  // Not "no-referrer": browsers would then send forms without their origin.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

/** Returns a page with a sign-out button if someone is signed in. It loads nothing else; the policy allows its script by hash. */
export function answerPage(parts: PageParts, isSignedIn: boolean): Response {
  const { title, body, status = 200, live, onTo } = parts
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${onTo === undefined ? undefined : html`<meta http-equiv="refresh" content="0; url=${onTo}" />`}
<title>${title} · crawlform</title>
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
</head>
<body${live === undefined ? undefined : html` data-live="${live}"`}>
<nav class="top" aria-label="Service"><a href="/">crawlform jobs</a>${isSignedIn ? signOut : undefined}</nav>
<main>
${body}
<p id="connection" role="status"></p>
</main>
<script>${new Markup(liveScript)}</script>
</body>
</html>
`
  return new Response(page.html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

const signOut = html`<form method="post" action="/sign-out"><button class="plain">Sign out</button></form>`
