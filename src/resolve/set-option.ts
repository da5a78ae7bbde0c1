import { diagnose } from '../diagnostics/diagnostic.ts'
import type { Diagnostic, Place, RuleArgs, RuleId } from '../diagnostics/diagnostic.ts'
import { requestSettings, schemaAt } from '../schema/schema.ts'
import { matchGlob } from '../util/glob.ts'
import { joinPointer, type Json, parseJson } from '../util/json.ts'
import { suggest } from '../util/suggest.ts'
import { parseTemplate } from '../document/template.ts'
import { parseScalar } from './interpolate.ts'
import { OPTION_FILE } from './resolved-crawl.ts'

/** One `--set name.request.path=value`. */
export interface SetOption {
  readonly text: string
  /** Crawl name, or a glob over names. */
  readonly crawl: string
  /** Below `request`. */
  readonly path: readonly string[]
  readonly value: Json
  readonly place: Place
}

const SYNTAX = /^(?<crawl>[^=]+?)\.request\.(?<path>[^=]+)=(?<value>[^]*)$/

/** Reads `--set` options. A value is text where the setting wants text; else a number, true or false, a JSON list or mapping. */
export function parseSetOptions(options: readonly string[], diagnostics: Diagnostic[]): readonly SetOption[] {
  return options.flatMap((text, index) => {
    const place = optionPlace(index, 0, text.length)
    const refuse = <Id extends RuleId>(rule: Id, args: RuleArgs[Id], at: Place = place): [] => {
      diagnostics.push(diagnose(rule, args, at))
      return []
    }
    const groups = SYNTAX.exec(text)?.groups
    const { crawl = '', path: dotted = '', value = '' } = groups ?? {}
    const path = dotted.split('.')
    if (groups === undefined || path.includes(''))
      return refuse('resolve/option-syntax', { option: text, suggestion: suggestOption(text) })
    const setting = schemaAt('request-v2', joinPointer('', ...path))
    if (setting === undefined) {
      const start = crawl.length + '.request.'.length
      // The replacement of a setting of version 1.
      const advice = requestSettings(1).find(
        ({ pointer }) => pointer === joinPointer('', ...path),
      )?.deprecated
      const args = { setting: dotted, suggestion: suggestSetting(dotted), advice }
      return refuse('resolve/option-setting', args, optionPlace(index, start, start + dotted.length))
    }
    const list = enclosingList(path)
    if (list !== undefined) return refuse('resolve/option-item', { list })
    const unread = parseTemplate(value).find((part) => part.kind === 'malformed')
    if (unread !== undefined) {
      const help = 'Write "$${" for the two characters themselves.'
      return refuse('interpolation/unknown-form', { form: unread.text, help })
    }
    if (!setting.types.includes('string') && looksLikeJson(value) && parseJson(value) === undefined)
      return refuse('resolve/option-json', { setting: dotted })
    return [{ text, crawl, path, value: parseValue(value, setting.types), place }]
  })
}

/** Reports the options that match none of `names`. */
export function checkSetOptions(
  options: readonly SetOption[],
  names: readonly string[],
): readonly Diagnostic[] {
  return options
    .filter((option) => !names.some((name) => matchGlob(option.crawl, name)))
    .map((option) =>
      diagnose(
        'resolve/option-crawl',
        { crawl: option.crawl, suggestion: suggest(option.crawl, names)[0] },
        { ...option.place, endColumn: 1 + option.crawl.length },
      ),
    )
}

/** Returns the list that `path` leads into, unless by a list operator. */
function enclosingList(path: readonly string[]): string | undefined {
  const end = path.findIndex((_, index) => {
    const parents = path.slice(0, index)
    return schemaAt('request-v2', joinPointer('', ...parents))?.types.includes('array') === true
  })
  if (end < 1 || /^(?:append|prepend|remove)$/.test(path[end] ?? '')) return undefined
  return path.slice(0, end).join('.')
}

function suggestSetting(dotted: string): string | undefined {
  const known = requestSettings(2)
    .filter(({ pointer }) => !pointer.includes('*'))
    .map(({ pointer }) => pointer.slice(1).replaceAll('/', '.'))
  const last = dotted.split('.').at(-1)
  // The right key at the wrong level is the most frequent mistake.
  return known.find((setting) => setting.split('.').at(-1) === last) ?? suggest(dotted, known)[0]
}

/** Returns the option with the parts that are missing in `limit=5`, `request.limit=5` and `docs.limit=5`. */
function suggestOption(text: string): string | undefined {
  const end = text.indexOf('=')
  if (end === -1) return undefined
  const [first = '', ...rest] = text.slice(0, end).split('.')
  const isSetting = (path: readonly string[]): boolean =>
    path.length > 0 && schemaAt('request-v2', joinPointer('', ...path)) !== undefined
  const write = (crawl: string, path: readonly string[]): string =>
    `${crawl}.request.${path.join('.')}${text.slice(end)}`
  if (isSetting([first, ...rest])) return write('*', [first, ...rest])
  if (!isSetting(rest)) return undefined
  return write(first === 'request' ? '*' : first, rest)
}

function looksLikeJson(text: string): boolean {
  return /^[[{"]/.test(text)
}

function parseValue(text: string, types: readonly string[]): Json {
  if (types.includes('string') && !looksLikeJson(text)) return text
  return looksLikeJson(text) ? (parseJson(text) ?? text) : parseScalar(text)
}

function optionPlace(index: number, start: number, end: number): Place {
  return { file: OPTION_FILE, line: index + 1, column: start + 1, endLine: index + 1, endColumn: end + 1 }
}
