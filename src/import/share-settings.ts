import { joinPointer, type JsonPointer } from '../util/json-pointer.ts'
import type { DraftItem } from './crawl-draft.ts'
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
  const lists = new Set(profile.flatMap((item) => listOf(item) ?? []))
  return {
    profile,
    drafts: drafts.map((draft) => ({
      ...draft,
      items: renumber(
        draft.items
          .filter((item) => !isCommon(item))
          .map((item) => (lists.has(listOf(item) ?? '') ? asAppended(item) : item)),
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
      return JSON.stringify([listOf(item) ?? item.pointer, item.value])
    }
  }
}

/** Returns the list that `item` is an item of. */
function listOf(item: DraftItem): JsonPointer | undefined {
  return item.kind === 'setting' ? /^(.*)\/\d+$/.exec(item.pointer)?.[1] : undefined
}

/** Returns an item of a list as one that comes after those of the profile. */
function asAppended(item: DraftItem): DraftItem {
  const list = listOf(item)
  if (item.kind !== 'setting' || list === undefined) return item
  return { ...item, pointer: joinPointer(joinPointer(list, 'append'), 0) }
}

/** Returns `items` with the items of each list counted from 0. */
function renumber(items: readonly DraftItem[]): readonly DraftItem[] {
  const next = new Map<JsonPointer, number>()
  return items.map((item) => {
    const list = listOf(item)
    if (item.kind !== 'setting' || list === undefined) return item
    const index = next.get(list) ?? 0
    next.set(list, index + 1)
    return { ...item, pointer: joinPointer(list, index) }
  })
}
