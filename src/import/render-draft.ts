import { Document, isMap, isNode, isScalar, isSeq, type Node, type Pair } from 'yaml'
import { type JsonPointer, parsePointer } from '../util/json-pointer.ts'
import { printable } from '../util/printable.ts'
import { draftValue, type DraftItem, type DraftTest } from './crawl-draft.ts'

/** The contents of a settled draft. */
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
  const request = document.get('request')
  const left = placeComments(document, draft.items)
  if (isMap(request) && left.length > 0) request.comment = commentText(left)
  const failed = draft.failedTests.map(
    ({ side, url, because }) =>
      `${printable(url)} was ${side} the scope of the source, but is not here: ${because}`,
  )
  const tests = document.get('tests')
  putOnOneLine(tests)
  if (failed.length > 0) {
    if (isNode(tests)) tests.comment = commentText(failed)
    else document.comment = commentText(failed)
  }
  putExtendsOnOneLine(document)
  return document.toString(FORM)
}

/** Returns the YAML below the name of a profile. */
export function renderProfile(items: readonly DraftItem[]): string {
  const { request } = draftValue(items)
  const document = new Document({ request })
  const left = placeComments(document, items)
  const node = document.get('request')
  if (isMap(node) && left.length > 0) node.comment = commentText(left)
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

function putExtendsOnOneLine(document: Document): void {
  const node = document.get('extends')
  if (isSeq(node)) node.flow = true
}

/** Writes each test on a line of its own. */
function putOnOneLine(tests: unknown): void {
  if (!isMap(tests)) return
  for (const { value } of tests.items)
    if (isSeq(value)) for (const test of value.items) if (isMap(test)) test.flow = true
}

/** Writes comments above the settings that follow them. Returns the comments after the last setting. */
function placeComments(document: Document, items: readonly DraftItem[]): readonly string[] {
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
  return waiting
}

function addComment(document: Document, path: readonly string[], lines: readonly string[]): void {
  const node = commentable(document, path)
  if (node === undefined) return
  const before = node.commentBefore ?? ''
  node.commentBefore = before === '' ? commentText(lines) : `${before}\n${commentText(lines)}`
}

/** Returns the key of a mapping's member, or the item of a list: the node that a line begins with. */
function commentable(document: Document, path: readonly string[]): Node | undefined {
  let node: unknown = document.contents
  let found: Node | undefined
  for (const token of path) {
    if (isMap(node)) {
      const pair: Pair | undefined = node.items.find(({ key }) => isScalar(key) && key.value === token)
      if (pair === undefined) return found
      if (isNode(pair.key)) found = pair.key
      node = pair.value
    } else if (isSeq(node)) {
      const item = node.items[Number(token)]
      if (!isNode(item)) return found
      found = item
      node = item
    } else return found
  }
  return found
}

function commentText(lines: readonly string[]): string {
  return lines.map((line) => ` ${line}`).join('\n')
}
