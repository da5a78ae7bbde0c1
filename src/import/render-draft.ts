import { Document, isMap, isNode, isScalar, isSeq, type Node, parseDocument } from 'yaml'
import { parsePointer, canonicalJson, isJsonObject, joinPointer } from '../util/json.ts'
import type { JsonPointer, Json, JsonObject } from '../util/json.ts'
import { printable } from '../util/text.ts'
import { type DraftItem, type DraftTest, draftValue, listOfItem, renumber } from './crawl-draft.ts'
import { addMember } from '../migrate/rewrite/rewrite-text.ts'

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

/** Returns the settings that all crawls share, for a profile, and the crawls without them; undefined if they share none. */
export function shareSettings(drafts: readonly SettledDraft[]) {
  const [first, ...others] = drafts
  if (first === undefined || others.length === 0) return undefined
  const keys = others.map(({ items }) => new Set(items.map((item) => keyOf(item))))
  const common = new Set(
    first.items.flatMap((item) => {
      const key = keyOf(item)
      return key !== undefined && keys.every((other) => other.has(key)) ? [key] : []
    }),
  )
  const isCommon = (item: DraftItem): boolean => common.has(keyOf(item) ?? '')
  const profile = renumber(first.items.filter((item) => isCommon(item)))
  if (!profile.some(({ kind }) => kind === 'setting')) return undefined
  const lists = new Set(profile.flatMap((item) => listOfItem(item) ?? []))
  return {
    profile,
    drafts: drafts.map((draft) => ({
      ...draft,
      items: renumber(
        draft.items
          .filter((item) => !isCommon(item))
          .map((item) => (lists.has(listOfItem(item) ?? '') ? asAppended(item) : item)),
      ),
    })),
  }
}

/** Returns the key by which items are compared; undefined for items that a profile cannot hold. */
function keyOf(item: DraftItem): string | undefined {
  switch (item.kind) {
    case 'dropped':
      return JSON.stringify([item.field, item.why])
    case 'remark':
      return undefined
    case 'setting': {
      const isOwn = item.pointer === '/request/url' || !item.pointer.startsWith('/request/')
      // The axes of a matrix belong to one crawl file.
      if (isOwn || JSON.stringify(item.value).includes('${matrix.')) return undefined
      return JSON.stringify([listOfItem(item) ?? item.pointer, item.value])
    }
  }
}

/** Returns an item of a list as an item that is appended to those of the profile. */
function asAppended(item: DraftItem): DraftItem {
  const list = listOfItem(item)
  if (item.kind !== 'setting' || list === undefined) return item
  return { ...item, pointer: joinPointer(list, 'append', '-') }
}

/**
 * Returns the text of a project file with one more profile and no other change. `text` is undefined if there is no such file
 * yet; `body` is the YAML below the profile's name. A taken name gets a number. Undefined if the style of the file does not
 * allow an addition.
 */
export function addProfile(
  text: string | undefined,
  name: string,
  body: string,
): { readonly text: string; readonly name: string } | undefined {
  const before = readMapping(text ?? 'version: 2')
  if (before === undefined) return undefined
  const profiles = isJsonObject(before['profiles']) ? before['profiles'] : {}
  let free = name
  for (let count = 2; Object.hasOwn(profiles, free); count++) free = `${name}-${count}`
  const member = `${free}:\n${indented(body)}`
  const added = Object.hasOwn(before, 'profiles')
    ? addMember(text ?? '', { document: 0, base: '/profiles' }, member)
    : addMember(text ?? 'version: 2\n', { document: 0, base: '' }, `profiles:\n${indented(member)}`)
  if (added === undefined) return undefined
  // Checks that the new text means the same as the old one, plus the profile.
  const after = readMapping(added)
  const expected = { ...before, profiles: { ...profiles, ...readMapping(member) } }
  if (after === undefined || canonicalJson(after) !== canonicalJson(expected)) return undefined
  return { name: free, text: added }
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}

function readMapping(text: string): JsonObject | undefined {
  const document = parseDocument(text)
  // `toJS` gives what JSON has for YAML that parses without errors.
  const value = document.errors.length > 0 ? undefined : (document.toJS() as Json)
  return isJsonObject(value) ? value : undefined
}
