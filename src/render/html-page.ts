import { escapeXml } from '../util/escape-xml.ts'
import { pageStyle } from '../util/package-file.ts'
import { printable } from '../util/text.ts'

/** Returns an HTML page without scripts or network access. `title` and `body` are HTML. */
export function reportPage(kind: 'plan' | 'changes', title: string, body: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${pageStyle(kind)}</style>
</head>
<body>
<main>
${body.join('\n')}
</main>
</body>
</html>
`
}

export function htmlText(raw: string): string {
  return escapeXml(printable(raw))
}
