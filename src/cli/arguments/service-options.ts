import type { Embedded } from '../../schema/project-file.gen.ts'
import type { Setting } from '../../schema/setting.ts'
import { fileSettings } from '../../schema/settings.ts'
import { schemaErrors } from '../../schema/validators.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import { isJsonObject } from '../../util/json.ts'
import { suggest } from '../../util/suggest.ts'
import type { OptionSpec } from './command.ts'
import type { Options } from './options.ts'
import { UsageError } from '../process/usage-error.ts'

/**
 * The options of `serve` about how the service runs. Each is a key of an environment's `embedded`; the schema gives its
 * meaning, default and bounds. In: typed options. Out: the mapping that crawlform.yaml may hold.
 */

interface Row {
  readonly option: string
  /** The name of the value in `--help`. Without one, the option is a flag with a `no-` form. */
  readonly value?: string
  /** Below `embedded`. */
  readonly pointer: string
  /** What is wrong with a value that the schema refuses: "..., but it must be ...". */
  readonly expected?: string
}

const DURATION = 'a duration such as 30s, 15m or 2d'

const ROWS: readonly Row[] = [
  { option: 'concurrency', value: 'count', pointer: '/concurrency' },
  { option: 'host-concurrency', value: 'count', pointer: '/hostConcurrency' },
  { option: 'workers', value: 'count', pointer: '/workers' },
  { option: 'keep-results', value: 'duration', pointer: '/keepResults', expected: DURATION },
  { option: 'keep-unretained', value: 'duration', pointer: '/keepUnretained', expected: DURATION },
  { option: 'keep-cache', value: 'duration', pointer: '/keepCache', expected: DURATION },
  {
    option: 'model-url',
    value: 'url',
    pointer: '/model/baseUrl',
    expected: 'an address such as http://127.0.0.1:11434/v1',
  },
  { option: 'model-name', value: 'name', pointer: '/model/name', expected: 'the name of a model' },
  { option: 'model-timeout', value: 'duration', pointer: '/model/timeout', expected: DURATION },
  { option: 'browser', value: 'path', pointer: '/browser/executable', expected: 'the path of a program' },
  { option: 'browser-tabs', value: 'count', pointer: '/browser/tabs' },
  {
    option: 'webhook-retries',
    value: 'durations',
    pointer: '/webhooks/retryDelays',
    expected: 'durations with commas between them, such as 1s,1m,15m',
  },
  { option: 'webhook-timeout', value: 'duration', pointer: '/webhooks/timeout', expected: DURATION },
  { option: 'allow-private-addresses', pointer: '/allowPrivateAddresses' },
]

const HEAD = '/environments/*/embedded'

/** Returns the options as `--help` lists them. */
export function serviceOptions(): readonly OptionSpec[] {
  const settings = embeddedSchema()
  const rows = ROWS.map(({ option, value, pointer }) => ({
    flags: value === undefined ? `--${option}` : `--${option} <${value}>`,
    description: describe(settings.get(pointer)),
  }))
  return [
    ...rows,
    { flags: '--no-browser', description: 'use no browser, and refuse crawls that need one' },
    {
      flags: '--limit <bound>',
      description: `a bound against hostile sites and clients: NAME=NUMBER, such as pageBytes=8388608 (${limitNames(settings).join(', ')})`,
      repeatable: true,
    },
  ]
}

/**
 * Returns what the options say, laid over what the environment says.
 * @throws {UsageError} naming the option whose value is wrong
 */
export function readServiceOptions(options: Options, written: Embedded): Embedded {
  const given: Record<string, Json> = {}
  for (const { option, value, pointer } of ROWS) {
    const found = value === undefined ? options.flag(option) : readValue(options.text(option), value)
    if (found !== undefined) put(given, pointer, found)
  }
  if (options.flag('browser') === false && options.text('browser') === undefined) {
    put(given, '/browser/enabled', false)
  } else if (options.text('browser') !== undefined) put(given, '/browser/enabled', true)
  for (const bound of options.list('limit')) put(given, ...readLimit(bound))
  // Both sides have the schema's shape; what the options add is checked below.
  const merged = merge(written as JsonObject, given)
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
    const [meant] = suggest(name, names)
    throw new UsageError(
      `"--limit" is "${bound}", but it must be NAME=NUMBER with one of: ${names.join(', ')}.`,
      meant === undefined || meant === name ? undefined : `Did you mean "${meant}"?`,
    )
  }
  return [`/limits/${name}`, readValue(text, 'count') ?? text]
}

/** Throws one message, for the first value that the schema refuses. */
function check(options: Options, embedded: JsonObject): void {
  const environments = { local: { service: 'embedded', embedded } }
  const [error] = schemaErrors('project', { version: 2, environments })
  if (error === undefined) return
  const pointer = error.instancePath.replace('/environments/local/embedded', '').replace(/(?<=s)\/\d+$/, '')
  if (pointer === '/model') {
    throw new UsageError('A language model needs both "--model-url" and "--model-name".')
  }
  const setting = embeddedSchema().get(pointer)
  if (pointer.startsWith('/limits/')) {
    const name = pointer.slice('/limits/'.length)
    throw new UsageError(`"--limit ${name}" must be ${wholeNumber(setting)}.`)
  }
  const row = ROWS.find((candidate) => candidate.pointer === pointer)
  const text = row === undefined ? '' : options.text(row.option)
  throw new UsageError(
    `"--${row?.option ?? pointer}" is "${text}", but it must be ${row?.expected ?? wholeNumber(setting)}.`,
  )
}

function wholeNumber({ minimum, maximum }: Partial<Setting> = {}): string {
  return maximum === undefined
    ? `a whole number, at least ${minimum}`
    : `a whole number from ${minimum} to ${maximum}`
}

function embeddedSchema(): ReadonlyMap<string, Setting> {
  const own = fileSettings('project').filter(({ pointer }) => pointer.startsWith(`${HEAD}/`))
  return new Map(own.map((setting) => [setting.pointer.slice(HEAD.length), setting]))
}

function limitNames(settings: ReadonlyMap<string, Setting>): readonly string[] {
  return [...settings.keys()].flatMap((pointer) => /^\/limits\/(\w+)$/.exec(pointer)?.[1] ?? [])
}

/** Returns the schema's sentence as a part of a list. */
function describe(setting: Setting | undefined): string {
  const text = (setting?.description ?? '').replace(/\.$/, '')
  const standard: unknown = setting?.default
  const words = Array.isArray(standard)
    ? standard
    : [standard].filter((word) => word !== undefined && word !== false)
  const shown = words.length === 0 ? '' : ` (default: ${words.join(',')})`
  return text.charAt(0).toLowerCase() + text.slice(1) + shown
}

function put(target: Record<string, Json>, pointer: string, value: Json): void {
  const [, first = '', second] = pointer.split('/')
  if (second === undefined) target[first] = value
  else target[first] = { ...(isJsonObject(target[first]) ? target[first] : {}), [second]: value }
}

function merge(below: JsonObject, above: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...below }
  for (const [key, value] of Object.entries(above)) {
    const under = merged[key]
    merged[key] = isJsonObject(under) && isJsonObject(value) ? { ...under, ...value } : value
  }
  return merged
}
