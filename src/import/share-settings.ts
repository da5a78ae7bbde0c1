import { joinPointer } from '../util/json-pointer.ts'
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
  return { ...item, pointer: joinPointer(joinPointer(list, 'append'), 0) }
}
