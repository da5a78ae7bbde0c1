import { hasScheme } from '../scope/page-url.ts'
import { isJsonList, isJsonObject, jsonAt } from '../util/json.ts'
import type { Json, JsonObject, JsonPointer } from '../util/json.ts'
import { formatDuration } from '../util/clock.ts'
import { plural } from '../util/text.ts'
import type { ApiVersion } from '../schema/api-version.ts'
import { changedDefaults } from './former-defaults.ts'
import { formatTypes } from './formats.ts'

/** The kind of service that runs the crawl; kinds treat some settings differently. */
export type ServiceKind = 'embedded' | 'hosted' | 'self-hosted'

export interface SettingNote {
  /** JSON Pointer into the request that the note is about. */
  readonly pointer: string
  readonly text: string
}

interface Facts {
  /** As it is sent. */
  readonly request: JsonObject
  /** With defaults. */
  readonly effective: JsonObject
  readonly service: ServiceKind
  /** API version that the crawl file is written for. */
  readonly version: ApiVersion
  /** How long after a submission the crawl is due again, in milliseconds. */
  readonly refreshMs?: number | undefined
  readonly prompt: PromptFate
}

/** No prompt, answered by the prompt lock, or left to the service. */
export type PromptFate = 'none' | 'locked' | 'generated'

/** Returns notes on how a service treats these settings, where the settings do not say it. */
export function serviceFacts(facts: Facts): readonly SettingNote[] {
  const notes: SettingNote[] = []
  for (const [pointer, say] of Object.entries(FACTS)) {
    const text = say(facts, jsonAt(facts.request, pointer))
    if (text !== undefined) notes.push({ pointer, text })
  }
  return notes
}

type Fact = (facts: Facts, value: Json | undefined) => string | undefined

/** In the order of the settings in a file. */
const FACTS: Readonly<Record<JsonPointer, Fact>> = {
  '/url': (_, url) => (typeof url === 'string' && !hasScheme(url) ? 'http:// is added in front' : undefined),
  '/limit': ({ effective, service }, limit) => {
    if (limit !== undefined) return undefined
    const most = `not set: up to ${JSON.stringify(effective['limit'])} pages`
    return service === 'hosted'
      ? `${most}; without credits for all of them, the service may answer 402`
      : most
  },
  '/prompt': ({ prompt }) => PROMPT_FACTS[prompt],
  '/includePaths': includesFact,
  '/excludePaths': excludesFact,
  '/maxDiscoveryDepth': depthFact,
  '/allowExternalLinks': ({ effective, service }, value) =>
    value === true && service === 'hosted' && effective['sitemap'] !== 'only'
      ? 'pages of x.com and twitter.com cost more than others, and are not counted as such'
      : undefined,
  '/delay': (facts, delay) => (typeof delay === 'number' ? delayFact(facts, delay) : undefined),
  '/maxConcurrency': ({ service }, pages) => {
    if (pages === undefined || service === 'embedded') return undefined
    return service === 'hosted'
      ? "lowered to the team's limit where that is less"
      : 'has no effect on a self-hosted service'
  },
  '/ignoreRobotsTxt': ({ service }, value) => (value === true ? needsPermission(service) : undefined),
  '/robotsUserAgent': ({ service }, value) => (value === undefined ? undefined : needsPermission(service)),
  '/zeroDataRetention': ({ service }, value) => (value === true ? needsPermission(service) : undefined),
  '/webhook/events': ({ service }, events) =>
    service !== 'embedded' && Array.isArray(events) && events.length === 0
      ? 'an empty list sends every event'
      : undefined,
  '/scrapeOptions/timeout': (facts, timeout) => (timeout === 30_000 ? timeoutFact(facts) : undefined),
  '/scrapeOptions/waitFor': waitForFact,
  '/scrapeOptions/maxAge': maxAgeFact,
  '/scrapeOptions/skipTlsVerification': (facts, value) => {
    if (value !== undefined) return undefined
    const skip = jsonAt(facts.effective, '/scrapeOptions/skipTlsVerification')
    if (skip === false) return 'certificates are verified, because headers or actions are sent'
    return formerDefault(facts, 'skipTlsVerification')
  },
  '/scrapeOptions/proxy': (facts) =>
    facts.service === 'embedded' ? undefined : formerDefault(facts, 'proxy'),
  '/scrapeOptions/parsers': (facts, parsers) => {
    if (facts.service !== 'embedded') return formerDefault(facts, 'parsers')
    return hasImageParser(parsers) ? 'text in pictures is not read' : undefined
  },
  '/scrapeOptions/threatProtection': threatFact,
  '/scrapeOptions/location': ({ service }, value) =>
    value !== undefined && service === 'embedded'
      ? 'pages are requested in its languages and shown in its time zone, but from the address of this machine'
      : undefined,
}

/** Says what changed where a setting is not written in a file for version 1. */
function formerDefault({ request, version }: Facts, key: string): string | undefined {
  const scrapeOptions = jsonAt(request, '/scrapeOptions')
  const written = isJsonObject(scrapeOptions) ? scrapeOptions : undefined
  return version === 1 ? changedDefaults(written).find((setting) => setting.key === key)?.text : undefined
}

function threatFact({ service }: Facts, value: Json | undefined): string | undefined {
  const mode = isJsonObject(value) ? (value['mode'] ?? 'unset') : 'off'
  if (service !== 'hosted' || (mode !== 'normal' && mode !== 'unset')) return undefined
  const redirects = 'the target of a redirect is checked and charged too'
  return mode === 'normal' ? redirects : `without a mode, that of the organization counts; ${redirects}`
}

function hasImageParser(parsers: Json | undefined): boolean {
  return isJsonList(parsers) && parsers.some((one) => (isJsonObject(one) ? one['type'] : one) === 'image')
}

function needsPermission(service: ServiceKind): string | undefined {
  return service === 'embedded' ? undefined : 'answered with 403 unless the team has permission'
}

const PROMPT_FACTS: Readonly<Record<PromptFate, string | undefined>> = {
  none: undefined,
  locked: 'not sent: crawls.lock.json has its settings',
  generated:
    'a language model generates the missing crawl settings, maybe different ones each time; "crawlform lock" saves them',
}

function includesFact({ effective, service }: Facts, patterns: Json | undefined): string | undefined {
  if (service === 'embedded' || !hasPattern(patterns, /\S/) || effective['sitemap'] === 'only')
    return undefined
  return effective['allowExternalLinks'] === true
    ? 'Firecrawl does not apply them to other sites: it follows every external link that is not excluded'
    : undefined
}

function excludesFact({ effective, service }: Facts, patterns: Json | undefined): string | undefined {
  if (service === 'embedded' || effective['regexOnFullURL'] === true) return undefined
  if (effective['allowSubdomains'] !== true && effective['allowExternalLinks'] !== true) return undefined
  return hasPattern(patterns, /^\^./)
    ? 'on other hosts Firecrawl searches whole URLs, where a pattern that begins with "^/" never matches'
    : undefined
}

function hasPattern(patterns: Json | undefined, kind: RegExp): boolean {
  return (
    Array.isArray(patterns) && patterns.some((pattern) => typeof pattern === 'string' && kind.test(pattern))
  )
}

function depthFact({ effective, service, version }: Facts, depth: Json | undefined): string | undefined {
  if (depth === undefined) {
    return version === 1 ? 'no limit; version 1 allowed 10 path segments by default' : undefined
  }
  if (depth !== 0 || service === 'embedded' || effective['sitemap'] === 'skip') return undefined
  return 'with 0 Firecrawl also drops the pages of the sitemap; to crawl only those, set sitemap to only and no depth'
}

function delayFact({ effective, service }: Facts, seconds: number): string {
  if (service === 'self-hosted') return 'has no effect on a self-hosted service'
  const limit = effective['limit']
  const atLeast =
    typeof limit === 'number'
      ? `; ${plural(limit, 'page')} ${limit === 1 ? 'takes' : 'take'} at least ${duration(seconds * limit)}`
      : ''
  const first =
    service === 'hosted' && effective['maxConcurrency'] !== undefined
      ? ', after a first batch of maxConcurrency pages'
      : ''
  return `pages are scraped one at a time${first}${atLeast}`
}

function duration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`
  if (seconds < 7200) return `${Math.round(seconds / 60)} minutes`
  return `${Math.round(seconds / 3600)} hours`
}

function timeoutFact(facts: Facts): string | undefined {
  if (facts.service === 'embedded') return undefined
  const isBasic = jsonAt(facts.effective, '/scrapeOptions/proxy') === 'basic'
  const isSlow = formatsOf(facts).some((type) => type === 'json' || type === 'changeTracking')
  const rewritten = !isBasic ? 120_000 : isSlow ? 60_000 : 30_000
  return rewritten === 30_000 ? undefined : `exactly 30000 is replaced by ${rewritten}; 30001 is not`
}

function waitForFact(facts: Facts, waitFor: Json | undefined): string | undefined {
  if (facts.service === 'embedded' || !formatsOf(facts).includes('changeTracking')) return undefined
  return typeof waitFor === 'number' && waitFor >= 5000 ? undefined : 'raised to 5000 by change tracking'
}

function maxAgeFact(facts: Facts, maxAge: Json | undefined): string | undefined {
  const { request, service } = facts
  // The embedded service is asked for fresh pages by each rerun.
  if (service === 'embedded') return undefined
  const stale = staleFact(facts)
  if (maxAge !== undefined || stale !== undefined) return stale
  if (jsonAt(request, '/scrapeOptions/lockdown') === true) return 'raised to 63072000000 by lockdown'
  return formerDefault(facts, 'maxAge')
}

/** Returns a warning if a crawl that is due again would accept cached pages older than its refresh interval. */
function staleFact({ effective, refreshMs }: Facts): string | undefined {
  const maxAge = jsonAt(effective, '/scrapeOptions/maxAge')
  if (typeof maxAge !== 'number' || refreshMs === undefined || maxAge <= refreshMs) return undefined
  return `refresh is ${formatDuration(refreshMs)}, but pages up to ${formatDuration(maxAge)} old may come from the service's cache; write "maxAge: ${refreshMs}" below "scrapeOptions"`
}

function formatsOf({ effective }: Facts): readonly string[] {
  return formatTypes(jsonAt(effective, '/scrapeOptions/formats'))
}
