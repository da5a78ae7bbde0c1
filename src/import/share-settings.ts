import { parseDocument } from 'yaml'
import { addMember } from '../migrate/rewrite/rewrite-text.ts'
import { canonicalJson, isJsonObject, joinPointer, type Json, type JsonObject } from '../util/json.ts'
import { type DraftItem, listOfItem, renumber } from './crawl-draft.ts'
import type { SettledDraft } from './render-draft.ts'

/** The common settings of one source's crawls, and the crawls without them. */
export interface SharedSettings {
  readonly profile: readonly DraftItem[]
  readonly drafts: readonly SettledDraft[]
}

/** Returns the settings that all crawls share, for a profile; undefined if they share no setting. */
export function shareSettings(drafts: readonly SettledDraft[]): SharedSettings | undefined {
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

/** Returns an item of a list as one that comes after those of the profile. */
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
