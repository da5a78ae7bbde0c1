import { type CodeAction, CodeActionKind, type Position } from 'vscode-languageserver/node'
import type { SourceDocument } from '../document/source-document.ts'
import { set } from '../migrate/edited-request.ts'
import { rewriteList, rewriteText } from '../migrate/rewrite/rewrite-text.ts'
import { redactSecrets } from '../request/redact-secrets.ts'
import { jsonAt } from '../util/json-pointer.ts'
import { isJsonList, isJsonObject, type Json } from '../util/json.ts'
import { documentAt } from './document-at.ts'
import type { OpenProject } from './open-project.ts'
import type { TextPlaces } from './text-places.ts'

/** A URL as YAML and comments hold it. A reference may be part of it. */
const URL_TEXT = /https?:\/\/(?:\$\{[^}\s]*\}|[^\s"'`<>,()[\]{}])+/g

/** Offers to keep today's answer of the scope rules about the URL at a position as a test of the crawl. */
export function scopeTestAction(
  text: TextPlaces,
  position: Position,
  project: OpenProject,
): readonly CodeAction[] {
  const url = urlAt(text, position)
  if (url === undefined || url.includes('${secret:') || redactSecrets(url).redacted.length > 0) return []
  const document = documentAt(text, text.place(position).line)
  if (document === undefined || jsonAt(document.value, '/request/webhook/url') === url) return []
  const { resolved, diagnostics } = project.loadFile(text.file, text.body)
  const crawl = resolved.find(({ document: { index } }) => index === document.index)
  if (crawl === undefined) return []
  const origins = [jsonAt(document.value, '/request/url'), crawl.chosen.url].map(originOf)
  const origin = originOf(url)
  const tested = origin !== undefined && origins.includes(origin) ? url.slice(origin.length) || '/' : url
  if (testsOf(document.value).some((one) => one === tested || one === url)) return []
  for (const list of ['in', 'out'] as const) {
    const after = withTest(text.body, document, list, tested)
    // A test fails by the rules of its file. The crawls of a matrix may differ, and then no test holds.
    if (after === undefined || project.loadFile(text.file, after).diagnostics.length > diagnostics.length)
      continue
    return [
      {
        title: `Add a scope test: "${tested}" is ${list === 'in' ? 'in the crawl' : 'not in the crawl'}`,
        kind: CodeActionKind.RefactorRewrite,
        edit: { changes: { [text.uri]: [text.editTo(after)] } },
      },
    ]
  }
  return []
}

function urlAt(text: TextPlaces, position: Position): string | undefined {
  const offset = text.offset(position)
  const start = text.body.lastIndexOf('\n', offset - 1) + 1
  const end = text.body.indexOf('\n', offset)
  const line = text.body.slice(start, end === -1 ? undefined : end)
  const found = [...line.matchAll(URL_TEXT)].find(
    ({ 0: url, index }) => start + index <= offset && offset <= start + index + url.length,
  )
  return found?.[0].replace(/[.;:!?]+$/, '')
}

/** Returns the scheme and host of a URL, which may hold references. */
function originOf(url: Json | undefined): string | undefined {
  return typeof url === 'string' ? /^https?:\/\/(?:\$\{[^}]*\}|[^/?#])+/.exec(url)?.[0] : undefined
}

function testsOf(crawl: Json): readonly (Json | undefined)[] {
  return ['/tests/in', '/tests/out']
    .flatMap((pointer) => jsonAt(crawl, pointer) ?? [])
    .map((test) => (isJsonObject(test) ? test['url'] : test))
}

function withTest(
  text: string,
  { index, value }: SourceDocument,
  list: 'in' | 'out',
  url: string,
): string | undefined {
  const written = jsonAt(value, `/tests/${list}`)
  if (isJsonList(written) && written.length > 0)
    return rewriteList(text, { document: index, base: `/tests/${list}` }, { drop: [], add: [url] })
  const edit =
    jsonAt(value, '/tests') === undefined ? set('/tests', { [list]: [url] }) : set(`/tests/${list}`, [url])
  return rewriteText(text, { document: index, base: '' }, edit)
}
