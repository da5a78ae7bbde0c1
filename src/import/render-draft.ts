import { Document, isMap, isNode, isScalar, isSeq, type Node } from 'yaml'
import { type JsonPointer, parsePointer } from '../util/json.ts'
import { printable } from '../util/text.ts'
import { draftValue, type DraftItem, type DraftTest } from './crawl-draft.ts'

export interface SettledDraft {
  readonly name: string
  readonly items: readonly DraftItem[]
  /** Those that hold. */
  readonly tests: readonly DraftTest[]
  /** Those that do not, with the reason. */
  readonly failedTests: readonly (DraftTest & { readonly because: string })[]
}

/**
 * Returns one YAML document. Approximated settings have a comment above them; dropped ones leave a comment in their place.
 * `isNamed` writes the name into the document, for files that hold several; `profile` is the profile that the crawl extends.
 */
export function renderDraft(
  draft: SettledDraft,
  { isNamed, profile }: { readonly isNamed: boolean; readonly profile?: string },
): string {
  const { version, ...value } = draftValue(draft.items)
  const document = new Document({
    version: version ?? 2,
    ...(isNamed ? { name: draft.name } : {}),
    ...(profile === undefined ? {} : { extends: [profile] }),
    ...value,
    ...testsOf(draft.tests),
  })
  placeComments(document, draft.items)
  const failed = draft.failedTests.map(
    ({ side, url, because }) =>
      `${printable(url)} was ${side} the scope of the source, but is not here: ${because}`,
  )
  const tests = document.get('tests')
  // Each test is one line.
  if (isMap(tests))
    for (const { value: list } of tests.items)
      if (isSeq(list)) for (const test of list.items) if (isMap(test)) test.flow = true
  const last = isNode(tests) ? tests : document
  if (failed.length > 0) last.comment = commentText(failed)
  const profiles = document.get('extends')
  if (isSeq(profiles)) profiles.flow = true
  return document.toString(FORM)
}

/** Returns the YAML below the name of a profile. */
export function renderProfile(items: readonly DraftItem[]): string {
  const { request } = draftValue(items)
  const document = new Document({ request })
  placeComments(document, items)
  return document.toString(FORM)
}

const FORM = { lineWidth: 0, singleQuote: true, flowCollectionPadding: true } as const

type WrittenTest = string | { readonly url: string; readonly reached: string }

function testsOf(tests: readonly DraftTest[]): { tests?: Record<string, WrittenTest[]> } {
  const sides = (['in', 'out'] as const).flatMap((side): [string, WrittenTest[]][] => {
    const written = tests
      .filter((test) => test.side === side)
      .map(({ url, reached }) => (reached === undefined ? url : { url, reached }))
    return written.length === 0 ? [] : [[side, written]]
  })
  return sides.length === 0 ? {} : { tests: Object.fromEntries(sides) }
}

/** Writes comments above the settings that follow them, and after the last setting of the request. */
function placeComments(document: Document, items: readonly DraftItem[]): void {
  let waiting: string[] = []
  const placed = new Set<JsonPointer>()
  for (const item of items) {
    if (item.kind === 'remark') waiting.push(printable(item.text))
    else if (item.kind === 'dropped')
      waiting.push(`${printable(item.field)} is dropped: ${printable(item.why)}`)
    else {
      const path = parsePointer(item.pointer)
      const top = path.slice(0, path[0] === 'request' ? 2 : 1)
      const isFirst = !placed.has(top.join('/'))
      placed.add(top.join('/'))
      if (isFirst && waiting.length > 0) {
        addComment(document, top, waiting)
        waiting = []
      }
      if (item.why !== undefined)
        addComment(document, path, [`${printable(item.field)}: ${printable(item.why)}`])
    }
  }
  const request = document.get('request')
  if (isMap(request) && waiting.length > 0) request.comment = commentText(waiting)
}

function addComment(document: Document, path: readonly string[], lines: readonly string[]): void {
  const node = commentable(document, path)
  if (node === undefined) return
  const before = node.commentBefore ?? ''
  node.commentBefore = before === '' ? commentText(lines) : `${before}\n${commentText(lines)}`
}

/** Returns the node that the line of a setting begins with: the key of a member, or an item; else that of its holder. */
function commentable(document: Document, path: readonly string[]): Node | undefined {
  const key = path.at(-1)
  if (key === undefined) return undefined
  const holder: unknown = document.getIn(path.slice(0, -1), true)
  const node: unknown = isMap(holder)
    ? holder.items.find((pair) => isScalar(pair.key) && pair.key.value === key)?.key
    : isSeq(holder) && holder.items[Number(key)]
  return isNode(node) ? node : commentable(document, path.slice(0, -1))
}

function commentText(lines: readonly string[]): string {
  return lines.map((line) => ` ${line}`).join('\n')
}
