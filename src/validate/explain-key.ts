import { diagnose, ruleIds } from '../diagnostics/diagnostic.ts'
import type { Diagnostic, Fix, RuleArgs, RuleId } from '../diagnostics/diagnostic.ts'
import {
  fileSettings,
  requestAround,
  requestSettings,
  schemaAt,
  type Setting,
  spelledName,
} from '../schema/schema.ts'
import { isWithin, joinPointer, type JsonPointer, parsePointer, valueAt } from '../util/json.ts'
import { printable } from '../util/text.ts'
import { fold, suggest } from '../util/suggest.ts'
import { hasTemplate } from '../document/template.ts'
import { borrowedKeys, environmentKeys, lookUp, oldKeys, projectKeys } from './borrowed-keys.ts'
import { holdsUrl, ownerName, type Subject, variantAt } from './subject.ts'
import type { ApiVersion } from '../schema/api-version.ts'

/** The mapping with an unknown key, seen as a level of settings. */
interface Level {
  readonly subject: Subject
  readonly pointer: JsonPointer
  readonly owner: string
  /** Every setting of the file or request that this level is part of. */
  readonly settings: readonly Setting[]
  /** The level as the settings name it, with `*` for items and chosen names. */
  readonly pattern: string
  readonly version: ApiVersion
  readonly inRequest: boolean
}

/** Explains an unknown key by its probable meaning: another spelling, level, version or tool. */
export function explainUnknownKey(subject: Subject, parent: JsonPointer, key: string): Diagnostic {
  const level = levelAt(subject, parent)
  if (hasTemplate(key)) return report(level, key, 'interpolation/in-key', { key })
  return (
    explainUnprintable(level, key) ??
    explainSpelling(level, key) ??
    (isNumberOf(level, key) ? explainTypo(level, key) : undefined) ??
    explainVariant(level, key) ??
    explainVersion(level, key) ??
    explainOutside(level, key) ??
    explainPlace(level, key) ??
    explainBorrowed(level, key) ??
    explainTypo(level, key)
  )
}

/** Returns the same without guessing the meaning. */
export function plainUnknownKey(subject: Subject, parent: JsonPointer, key: string): Diagnostic {
  return unknownKey({ subject, pointer: parent, owner: ownerName(subject, parent) }, key, undefined)
}

function unknownKey(
  level: Pick<Level, 'subject' | 'pointer' | 'owner'>,
  key: string,
  help: string | undefined,
): Diagnostic {
  const args = { key: clip(key), owner: level.owner, help }
  return report(level, key, 'schema/unknown-key', args)
}

function levelAt(subject: Subject, pointer: JsonPointer): Level {
  const { schema } = subject
  const version = schema === 'crawl-v1' || schema === 'request-v1' ? 1 : 2
  const file = schema === 'project' ? 'project' : 'crawl'
  const wire = schema === 'request-v1' || schema === 'request-v2'
  const base = wire ? '' : requestAround(file, pointer)
  const inRequest = base !== undefined
  const settings = inRequest ? requestSettings(version) : fileSettings(file)
  const pattern = patternOf(settings, inRequest ? pointer.slice(base.length) : pointer)
  return { subject, pointer, owner: ownerName(subject, pointer), settings, pattern, version, inRequest }
}

/** Returns `pointer` with `*` where the settings have it; list operations are looked through. */
function patternOf(settings: readonly Setting[], pointer: JsonPointer): string {
  const tokens = pointer.split('/').filter((token) => !/^(?:append|prepend|remove)$/.test(token))
  let pattern = ''
  for (const token of tokens.slice(1)) {
    const exact = `${pattern}/${token}`
    pattern = settings.some((setting) => isWithin(setting.pointer, exact)) ? exact : `${pattern}/*`
  }
  return pattern
}

/** Returns the names of the settings of the mapping at `pointer`; `*` where people choose them. */
export function namesAt(subject: Subject, pointer: JsonPointer): readonly string[] {
  return settingsAt(levelAt(subject, pointer)).map(lastToken)
}

function settingsAt({ settings, pattern }: Level): Setting[] {
  return settings.filter((setting) => levelOf(setting) === pattern)
}

function keysAt(level: Level): string[] {
  const variant = variantAt(level.subject, level.pointer)
  return settingsAt(level)
    .filter((setting) => variant === undefined || (setting.variant ?? variant) === variant)
    .map(lastToken)
    .filter((name) => name !== '*')
}

/** Explains a name, chosen by a person, that a terminal cannot show unchanged. */
function explainUnprintable(level: Level, key: string): Diagnostic | undefined {
  const isChosen = level.settings.some(({ pointer }) => pointer === `${level.pattern}/*`)
  const shown = printable(clip(key))
  if (!isChosen || shown === clip(key)) return undefined
  const help = 'Remove control characters, line breaks and text direction marks.'
  return report(level, key, 'schema/bad-format', {
    subject: `The name "${shown}"`,
    wanted: 'printable',
    help,
  })
}

function explainSpelling(level: Level, key: string): Diagnostic | undefined {
  const name = spelledName(key)
  if (name === key || !keysAt(level).includes(name)) return undefined
  return { ...report(level, key, 'schema/snake-case-key', { key, name }), ...rename(level, key, name) }
}

/** Explains a key of another kind of format, action or parser. */
function explainVariant(level: Level, key: string): Diagnostic | undefined {
  const name = spelledName(key)
  const kinds = settingsAt(level)
    .filter((setting) => lastToken(setting) === name)
    .flatMap(({ variant }) => (variant === undefined ? [] : [`"${variant}"`]))
  if (kinds.length === 0) return undefined
  return unknownKey(level, key, `"${name}" is a setting of ${kinds.slice(0, 3).join(', ')}.`)
}

function explainVersion(level: Level, key: string): Diagnostic | undefined {
  if (!level.inRequest) return undefined
  const name = spelledName(key)
  if (level.version === 1) {
    const isNewer = requestSettings(2).some((setting) => setting.pointer === `${level.pattern}/${name}`)
    return isNewer ? report(level, key, 'schema/newer-key', { key }) : undefined
  }
  if (/^(?:crawler|page)options$/.test(fold(key))) {
    const to = fold(key) === 'crawleroptions' ? 'directly under "request"' : 'under "scrapeOptions"'
    return report(level, key, 'schema/old-body', { key, to, old: 1 })
  }
  const old = requestSettings(1).find(
    (setting) => setting.deprecated !== undefined && lastToken(setting) === name,
  )
  if (old?.deprecated !== undefined) {
    return report(level, key, 'schema/renamed-key', { key, version: 1, advice: old.deprecated })
  }
  const advice = lookUp(oldKeys, key)
  if (advice === undefined) return undefined
  return report(level, key, 'schema/renamed-key', { key, version: 0, advice })
}

function explainPlace(level: Level, key: string): Diagnostic | undefined {
  const name = spelledName(key)
  const home = homeOf(level, name)
  if (home === undefined) return undefined
  return report(level, key, 'schema/misplaced-key', { key, name, owner: level.owner, home })
}

/** Returns true for "profile" where "profiles" is a setting, and the other way round. */
function isNumberOf(level: Level, key: string): boolean {
  return (
    lookUp(borrowedKeys, key) === undefined &&
    keysAt(level).some((name) => name === `${key}s` || `${name}s` === key)
  )
}

/** The depth of members of "scrapeOptions". Names further down, such as "mode", mean other things elsewhere. */
const FAR = 3

/** Returns where a setting of exactly this name belongs, in words. */
function homeOf(level: Level, name: string): string | undefined {
  const beside = homeBeside(level, name)
  if (beside !== undefined) return beside
  const request = level.inRequest ? level.settings : requestSettings(level.version)
  const homes = request.filter(
    (setting) => lastToken(setting) === name && !(level.inRequest && levelOf(setting) === level.pattern),
  )
  // A key that exists only in formats or actions does not show where it was meant to go.
  const [home] = homes
    .filter((setting) => !levelOf(setting).includes('*') && (level.inRequest || depth(setting) <= FAR))
    .toSorted((a, b) => depth(a) - depth(b) || (a.pointer < b.pointer ? -1 : 1))
  if (home === undefined) {
    const [only] = homes
    const isClear = homes.every(({ variant }) => variant === only?.variant)
    // A name that other tools use for something else was probably meant as in those tools.
    if (only === undefined || !isClear || lookUp(borrowedKeys, name) !== undefined) return undefined
    return variantHome(only)
  }
  const path = parsePointer(levelOf(home))
  if (path.length === 0) return level.inRequest ? 'directly under "request"' : 'under "request"'
  return `under "${(level.inRequest ? path : ['request', ...path]).join('.')}"`
}

/** Returns where a key that stands next to "request" belongs. */
function homeBeside({ subject, inRequest, pattern }: Level, name: string): string | undefined {
  const has = (file: 'crawl' | 'project', pointer: string): boolean =>
    fileSettings(file).some((setting) => setting.pointer === pointer)
  if (name === 'request' || !has('crawl', `/${name}`)) return undefined
  const isShared = has('project', `/defaults/${name}`)
  // Other names, such as "description", mean other things elsewhere.
  if (!inRequest && (!isShared || pattern.includes('*') || (pattern === '' && subject.schema !== 'project')))
    return undefined
  if (subject.schema !== 'project' || (inRequest && isShared)) return 'next to "request"'
  return isShared ? 'under "defaults"' : 'next to "request" in a crawl file'
}

function variantHome({ pointer, variant }: Setting): string | undefined {
  const tokens = parsePointer(pointer)
  const item = tokens.indexOf('*')
  if (variant === undefined || item < 1 || item < tokens.length - 2) return undefined
  return `in an item of "scrapeOptions.${tokens[item - 1]}": { type: ${variant}, ... }`
}

/** Explains a file's key (not a request's) that belongs to another file or has another name there. */
function explainOutside(level: Level, key: string): Diagnostic | undefined {
  if (level.inRequest) return undefined
  return level.subject.schema === 'project' ? explainInProject(level, key) : explainAtTop(level, key)
}

function explainAtTop(level: Level, key: string): Diagnostic | undefined {
  if (level.pointer !== '') return undefined
  const advice = lookUp(projectKeys, key)
  if (advice !== undefined)
    return report(level, key, 'schema/borrowed-key', { key: clip(key), owner: level.owner, advice })
  if (!holdsUrl(level.subject.root, key) || hasKey(level, 'request')) return undefined
  return unknownKey(level, key, 'Did you mean "request"?')
}

function explainInProject(level: Level, key: string): Diagnostic | undefined {
  const meant = level.pattern === '/environments/*' ? lookUp(environmentKeys, key) : undefined
  if (meant !== undefined) return unknownKey(level, key, `Did you mean "${meant}"?`)
  if (level.pattern === '/rules') {
    const [rule] = [...ruleIds().filter((id) => id.endsWith(`/${key}`)), ...suggest(key, ruleIds())]
    const help = rule === undefined ? 'A rule is named like "limits/unset".' : `Did you mean "${rule}"?`
    return unknownKey(level, key, help)
  }
  if (level.pointer !== '') return undefined
  if (/^(?:files?|paths?|include|sources?)$/.test(key))
    return unknownKey(level, key, 'Did you mean "crawls"?')
  const name = spelledName(key)
  const beside = homeBeside(level, name)
  if (beside !== undefined)
    return report(level, key, 'schema/misplaced-key', { key, name, owner: level.owner, home: beside })
  const isOfRequest = requestSettings(2).some(({ pointer }) => pointer === `/${name}`)
  const isOfEnvironment = level.settings.some(({ pointer }) => pointer === `/environments/*/${name}`)
  if (!isOfRequest && !isOfEnvironment) return undefined
  const below = isOfRequest ? 'under "defaults.request"' : 'in an environment below "environments"'
  const home = key === 'request' ? 'under "defaults"' : below
  return report(level, key, 'schema/misplaced-key', { key, name, owner: level.owner, home })
}

function explainBorrowed(level: Level, key: string): Diagnostic | undefined {
  const isRequestLike = level.inRequest ? !level.pattern.includes('*') : level.pattern === ''
  const advice = isRequestLike ? lookUp(borrowedKeys, key) : undefined
  if (advice === undefined) return undefined
  return report(level, key, 'schema/borrowed-key', { key, owner: level.owner, advice })
}

function explainTypo(level: Level, key: string): Diagnostic {
  const here = keysAt(level)
  const [near] = suggest(key, here)
  const elsewhere = near === undefined && (level.inRequest || level.pattern === '') ? farNames(level) : []
  const [far] = suggest(key, elsewhere, 0.25)
  const help = (): string | undefined => {
    if (near !== undefined) return `Did you mean "${near}"?`
    if (schemaAt(level.subject.schema, level.pointer)?.types.includes('array') === true)
      return 'A list is changed with "append", "prepend" or "remove".'
    const home = far === undefined ? undefined : homeOf(level, far)
    if (far !== undefined && home !== undefined) return `Did you mean "${far}"? It belongs ${home}.`
    const names = here.filter((name) => !isSuperseded(level, name))
    if (names.length === 0 || names.length > 8) return undefined
    return `Its settings are ${names.map((name) => `"${name}"`).join(', ')}.`
  }
  return unknownKey(level, key, help())
}

/** Returns true for an older name of a setting that version 2 takes too. */
function isSuperseded({ pattern, version, settings }: Level, name: string): boolean {
  const own = settings.find(({ pointer }) => pointer === `${pattern}/${name}`)
  return version === 2 && own?.deprecated !== undefined
}

/** Returns names that occur at exactly one other level of the request. */
function farNames(level: Level): string[] {
  const request = level.inRequest ? level.settings : requestSettings(level.version)
  return request
    .filter(
      (setting) =>
        setting.variant === undefined &&
        depth(setting) <= FAR &&
        !(level.inRequest && levelOf(setting) === level.pattern),
    )
    .map(lastToken)
    .filter((name) => name !== '*')
}

function report<Id extends RuleId>(
  { subject, pointer: parent }: Pick<Level, 'subject' | 'pointer'>,
  key: string,
  rule: Id,
  args: RuleArgs[Id],
): Diagnostic {
  return diagnose(rule, args, subject.locate(joinPointer(parent, key), 'key'))
}

function rename(level: Level, key: string, name: string): { fix?: Fix } {
  // A fix must not write a key twice.
  if (level.subject.text === undefined || hasKey(level, name)) return {}
  const place = level.subject.locate(joinPointer(level.pointer, key), 'key')
  return { fix: { description: `Rename "${key}" to "${name}"`, edits: [{ place, text: name }] } }
}

function hasKey(level: Level, name: string): boolean {
  return valueAt(level.subject.root, joinPointer(level.pointer, name)) !== undefined
}

function clip(key: string): string {
  return key.length > 60 ? `${key.slice(0, 60)}…` : key
}

function lastToken({ pointer }: Setting): string {
  return parsePointer(pointer).at(-1) ?? ''
}

function levelOf({ pointer }: Setting): string {
  return pointer.slice(0, pointer.lastIndexOf('/'))
}

function depth({ pointer }: Setting): number {
  return pointer.split('/').length
}
