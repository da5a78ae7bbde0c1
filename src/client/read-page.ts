import type { PageDocument } from '../protocol/crawl-status.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../util/json.ts'

const TEXTS = ['markdown', 'html', 'rawHtml', 'screenshot', 'warning'] as const
const LISTS = ['links', 'images'] as const

/**
 * Returns a page of an answer in the shape of the protocol. Members of another shape are left out, and the page's warning
 * names them. A page without an address has the URL ''.
 */
export function readPage(value: Json): PageDocument {
  const page = isJsonObject(value) ? value : {}
  const given = isJsonObject(page['metadata']) ? page['metadata'] : {}
  const url = addressOf(given['url']) ?? addressOf(given['sourceURL']) ?? ''
  const members = Object.entries(page).filter(([name, member]) => isShaped(name, member))
  const bad = Object.keys(page).filter((name) => !members.some(([kept]) => kept === name))
  if (addressOf(given['url']) === undefined) bad.push('metadata.url')
  const { statusCode } = given
  if (typeof statusCode !== 'number') bad.push('metadata.statusCode')
  return {
    ...(Object.fromEntries(members) as JsonObject),
    ...(bad.length === 0 ? {} : { warning: withBad(page['warning'], bad) }),
    metadata: {
      ...given,
      url,
      sourceURL: addressOf(given['sourceURL']) ?? url,
      statusCode: typeof statusCode === 'number' ? statusCode : 0,
      ...titleOf(given['title']),
    },
  }
}

/** The member title may be missing, and is never anything but a text. */
function titleOf(title: Json | undefined): { readonly title?: string } {
  return typeof title === 'string' ? { title } : {}
}

function isShaped(name: string, member: Json): boolean {
  if (TEXTS.some((text) => text === name)) return typeof member === 'string'
  if (LISTS.some((list) => list === name))
    return isJsonList(member) && member.every((item) => typeof item === 'string')
  return true
}

function addressOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function withBad(warning: Json | undefined, bad: readonly string[]): string {
  const told = `The service sent no usable ${bad.join(', ')}.`
  return typeof warning === 'string' && warning !== '' ? `${warning} ${told}` : told
}
