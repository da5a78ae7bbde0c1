/** Turns options of `serve` into settings of `embedded`. The schema has their meanings, defaults and bounds. */
import type { Embedded } from '../../schema/project-file.gen.ts'
import { fileSettings, type Setting } from '../../schema/schema.ts'
import { schemaErrors } from '../../schema/validators.ts'
import { isJsonObject, type Json, type JsonObject } from '../../util/json.ts'
import { serveSettings } from '../declarations/tool-commands.ts'
import type { Options } from './options.ts'
import { didYouMean, UsageError } from '../process/failures.ts'

/** Describes the expected value in error messages, by its kind. Numbers have bounds in the schema. */
const EXPECTED: Readonly<Record<string, string>> = {
  duration: 'a duration such as 30s, 15m or 2d',
  durations: 'durations separated by commas, such as 1s,1m,15m',
  url: 'an address such as http://127.0.0.1:11434/v1',
  name: 'the name of a model',
  path: 'the path of a program',
}

const HEAD = '/environments/*/embedded'

const rows = Object.entries(serveSettings).map(([flags, { setting }]) => {
  const [, name = '', value] = /^--([\w-]+)(?: <(.*)>)?$/.exec(flags) ?? []
  return { option: name, value, pointer: setting }
})

/** Returns the description of an option whose meaning is in the schema, as a capitalized phrase with the default. */
export function describeSetting(pointer: string, description: string): string {
  const settings = embeddedSchema()
  if (pointer === '/limits')
    return `${description}, such as pageBytes=8388608 (${limitNames(settings).join(', ')})`
  const setting = settings.get(pointer)
  const standard: unknown = setting?.default
  const words = [standard].flat().filter((word) => word !== undefined && word !== false)
  const shown = words.length === 0 ? '' : ` (default: ${words.join(',')})`
  return (setting?.description ?? '').replace(/\.$/, '') + shown
}

/**
 * Merges the options into the settings of the environment. Options win.
 * @throws {UsageError} naming the option whose value is wrong
 */
export function readServiceOptions(options: Options, written: Embedded): Embedded {
  // Both sides have the schema's shape; what the options add is checked below.
  const merged = structuredClone(written) as Record<string, Json>
  for (const { option, value, pointer } of rows) {
    const found =
      value === undefined ? options.flag(option) || undefined : readValue(options.text(option), value)
    if (found !== undefined) put(merged, pointer, found)
  }
  const isWithout = options.has('--no-browser')
  if (isWithout || options.has('--browser')) put(merged, '/browser/enabled', !isWithout)
  for (const bound of options.list('limit')) put(merged, ...readLimit(bound))
  check(options, merged)
  return merged as Embedded
}

function readValue(text: string | undefined, value: string): Json | undefined {
  if (text === undefined) return undefined
  if (value === 'count') return /^\d{1,15}$/.test(text) ? Number(text) : text
  return value === 'durations' ? text.split(',').map((part) => part.trim()) : text
}

function readLimit(bound: string): [pointer: string, value: Json] {
  const [name = '', text] = bound.split('=', 2)
  const names = limitNames(embeddedSchema())
  if (text === undefined || !names.includes(name)) {
    throw new UsageError(
      `"--limit" is "${bound}", but it must be NAME=NUMBER with one of: ${names.join(', ')}.`,
      names.includes(name) ? undefined : didYouMean(name, names),
    )
  }
  return [`/limits/${name}`, readValue(text, 'count') ?? text]
}

function check(options: Options, embedded: JsonObject): void {
  const environments = { local: { service: 'embedded', embedded } }
  const [error] = schemaErrors('project', { version: 2, environments })
  if (error === undefined) return
  const pointer = error.instancePath.replace('/environments/local/embedded', '').replace(/(?<=s)\/\d+$/, '')
  if (pointer === '/model')
    throw new UsageError('A language model needs both "--model-url" and "--model-name".')
  const setting = embeddedSchema().get(pointer)
  if (pointer.startsWith('/limits/')) {
    const name = pointer.slice('/limits/'.length)
    throw new UsageError(`"--limit ${name}" must be ${wholeNumber(setting)}.`)
  }
  const row = rows.find((candidate) => candidate.pointer === pointer)
  const text = row === undefined ? '' : options.text(row.option)
  throw new UsageError(
    `"--${row?.option ?? pointer}" is "${text}", but it must be ${EXPECTED[row?.value ?? ''] ?? wholeNumber(setting)}.`,
  )
}

function wholeNumber({ minimum, maximum }: Partial<Setting> = {}): string {
  return `a whole number${maximum === undefined ? `, at least ${minimum}` : ` from ${minimum} to ${maximum}`}`
}

function embeddedSchema(): ReadonlyMap<string, Setting> {
  const own = fileSettings('project').filter(({ pointer }) => pointer.startsWith(`${HEAD}/`))
  return new Map(own.map((setting) => [setting.pointer.slice(HEAD.length), setting]))
}

function limitNames(settings: ReadonlyMap<string, Setting>): readonly string[] {
  return [...settings.keys()].flatMap((pointer) => /^\/limits\/(\w+)$/.exec(pointer)?.[1] ?? [])
}

function put(target: Record<string, Json>, pointer: string, value: Json): void {
  const [, first = '', second] = pointer.split('/')
  if (second === undefined) target[first] = value
  else target[first] = { ...(isJsonObject(target[first]) ? target[first] : {}), [second]: value }
}
