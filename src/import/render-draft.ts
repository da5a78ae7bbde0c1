import { Document, isMap, isNode, isScalar, isSeq, type Node, type Pair } from 'yaml'
import { type JsonPointer, parsePointer } from '../util/json-pointer.ts'
import { printable } from '../util/printable.ts'
import { draftValue, type DraftItem, type DraftTest } from './crawl-draft.ts'

/** What a settled draft holds. */
export interface SettledDraft {
  readonly name: string
  readonly items: readonly DraftItem[]
  /** Those that hold. */
  readonly tests: readonly DraftTest[]
  /** Those that do not, with the reason. */
  readonly failedTests: readonly (DraftTest & { readonly because: string })[]
}

/**
 * Returns one YAML document: what is approximated has a comment above it, what is dropped a comment where it would
 * stand. `isNamed` writes the name into the document, for files that hold several.
 */
export function renderDraft(draft: SettledDraft, isNamed: boolean): string {
  const { version, ...value } = draftValue(draft.items)
  const document = new Document({
    version: version ?? 2,
    ...(isNamed ? { name: draft.name } : {}),
    ...value,
    ...testsOf(draft.tests),
  })
  const request = document.get('request')
  const left = placeComments(document, draft.items)
  if (isMap(request) && left.length > 0) request.comment = commentText(left)
  const failed = draft.failedTests.map(
    ({ side, url, because }) => `${printable(url)} was ${side} the source's scope, but not here: ${because}`,
  )
  const tests = document.get('tests')
  if (failed.length > 0) {
    if (isNode(tests)) tests.comment = commentText(failed)
    else document.comment = commentText(failed)
  }
  return document.toString({ lineWidth: 0, singleQuote: true, flowCollectionPadding: true })
}

function testsOf(tests: readonly DraftTest[]): { tests?: Record<string, string[]> } {
  const sides = (['in', 'out'] as const).flatMap((side): [string, string[]][] => {
    const urls = tests.filter((test) => test.side === side).map(({ url }) => url)
    return urls.length === 0 ? [] : [[side, urls]]
  })
  return sides.length === 0 ? {} : { tests: Object.fromEntries(sides) }
}

/** Comments that no later setting took. */
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
