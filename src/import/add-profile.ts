import { isMap, isScalar, parseDocument, type YAMLMap } from 'yaml'
import { canonicalJson } from '../util/canonical-json.ts'
import { isJsonObject, type Json, type JsonObject } from '../util/json.ts'

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
  if (text === undefined)
    return { name, text: `version: 2\nprofiles:\n${indent(profileText(name, body), 2)}` }
  const before = readMapping(text)
  if (before === undefined) return undefined
  const profiles = before.value['profiles']
  let free = name
  for (let count = 2; isJsonObject(profiles) && Object.hasOwn(profiles, free); count++)
    free = `${name}-${count}`
  const added = insert(text, before.map, profileText(free, body))
  if (added === undefined) return undefined
  // Checks that the new text means the same as the old one, plus the profile.
  const after = readMapping(added)?.value
  const wanted = readMapping(profileText(free, body))?.value ?? {}
  const expected = { ...before.value, profiles: { ...(isJsonObject(profiles) ? profiles : {}), ...wanted } }
  return after !== undefined && canonicalJson(after) === canonicalJson(expected)
    ? { name: free, text: added }
    : undefined
}

function insert(text: string, root: YAMLMap, profile: string): string | undefined {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const put = (at: number, lines: string): string => {
    const head = text.slice(0, at)
    const gap = head === '' || head.endsWith('\n') ? '' : eol
    return `${head}${gap}${lines.replaceAll('\n', eol)}${text.slice(at)}`
  }
  const pair = root.items.find(({ key }) => isScalar(key) && key.value === 'profiles')
  if (pair === undefined) return put(text.length, `profiles:\n${indent(profile, 2)}`)
  const { value } = pair
  if (!isMap(value) || value.flow === true) return undefined
  const [first] = value.items
  const start = isScalar(first?.key) ? first.key.range?.[0] : undefined
  const end = value.range?.[1]
  if (start === undefined || end === undefined) return undefined
  const column = start - (text.lastIndexOf('\n', start - 1) + 1)
  // The value may end in the middle of a line, before a comment.
  const lineEnd = text[end - 1] === '\n' ? end : text.indexOf('\n', end) + 1
  return put(lineEnd === 0 ? text.length : lineEnd, indent(profile, column))
}

function profileText(name: string, body: string): string {
  return `${name}:\n${indent(body, 2)}`
}

function indent(text: string, by: number): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(by))
}

function readMapping(text: string): { readonly value: JsonObject; readonly map: YAMLMap } | undefined {
  const document = parseDocument(text)
  if (document.errors.length > 0 || !isMap(document.contents) || document.contents.flow === true)
    return undefined
  // `toJS` gives what JSON has for YAML that parses without errors.
  const value = document.toJS() as Json
  return isJsonObject(value) ? { value, map: document.contents } : undefined
}
