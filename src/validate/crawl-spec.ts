import type { SourceDocument } from '../document/source-document.ts'
import type { Embedded, ProjectFile } from '../schema/project-file.gen.ts'
import { given, type Json, type JsonObject } from '../util/json.ts'
import type { ApiVersion } from '../schema/api-version.ts'
import type { ServiceKind } from '../request/service-facts.ts'
import { parseUrl } from '../util/can-parse-url.ts'

/** A crawl as written: checked by the schema, nothing resolved. Templates and list operators are still in place. */
export interface CrawlSpec extends SharedSettings {
  readonly document: SourceDocument
  /** API version that `request` is written for. */
  readonly version: ApiVersion
  /** May hold templates; undefined when the file's stem names the crawl. */
  readonly name: string | undefined
  /** The name before, which may hold templates. */
  readonly was: string | undefined
  readonly description: string | undefined
  readonly extends: readonly string[]
  readonly matrix: MatrixSpec | undefined
  readonly request: JsonObject
  readonly tests: ScopeTests | undefined
}

export interface MatrixSpec {
  /** Axis name -> values, in written order. */
  readonly axes: Readonly<Record<string, readonly Json[]>>
  /** Further cells; `request` inside one overlays that cell only. */
  readonly include: readonly JsonObject[]
  readonly exclude: readonly JsonObject[]
}

/** The ways to reach a page that a test may require, the most certain first. */
export type AskedReach = 'start' | 'sitemap' | 'link'

export interface ScopeTest {
  /** A URL; for `ignored` and `counted`, a text of a page. */
  readonly url: string
  readonly why: string | undefined
  /** How the page must be reached; undefined for any way. */
  readonly reached?: AskedReach
  /** JSON Pointer of the test in its document. */
  readonly pointer: string
}

export interface ScopeTests {
  readonly in: readonly ScopeTest[]
  readonly out: readonly ScopeTest[]
  /** Texts that `changes.ignore` must leave out whole. */
  readonly ignored: readonly ScopeTest[]
  /** Texts of which it must leave out nothing. */
  readonly counted: readonly ScopeTest[]
}

/** The crawl files of a project that does not set `crawls`. */
export const DEFAULT_CRAWLS: readonly string[] = ['crawls/**/*.yaml']

/** The project file as written. */
export interface ProjectSpec {
  readonly document: SourceDocument | undefined
  /** Globs relative to the root. */
  readonly crawls: readonly string[]
  readonly defaults: SharedSettings
  readonly profiles: Readonly<Record<string, SharedSettings>>
  readonly environments: Readonly<Record<string, EnvironmentSpec>>
  readonly budget: ProjectFile['budget'] | undefined
  /** Severity by rule id. */
  readonly rules: Readonly<Record<string, 'off' | 'warning' | 'error'>>
}

/** What a crawl file says of its crawl, and crawls inherit from a part of the project file. */
export interface SharedSettings {
  readonly request: JsonObject | undefined
  /** Those of `refresh`, `expect` and `changes` that are written. */
  readonly beside: JsonObject
}

/** Returns the settings next to `request`, from which crawls of a project can inherit. */
export function readBeside({ refresh, expect, changes }: JsonObject): JsonObject {
  return given({ refresh, expect, changes })
}

export interface EnvironmentSpec extends SharedSettings {
  readonly name: string
  readonly service: 'embedded' | undefined
  readonly baseUrl: string | undefined
  /** A `${secret:NAME}` or `${env:NAME}` template, never a literal key. */
  readonly apiKey: string | undefined
  /** Whether to send an idempotency key with every submission. If unset, self-hosted services get none. */
  readonly idempotencyKeys?: boolean
  readonly state: StateSpec
  /** How the embedded service runs, as written: its texts may hold references. */
  readonly embedded?: Embedded
  /** Whether to send the service's defaults too, so that a later change of them changes nothing. */
  readonly sendDefaults?: boolean
  /** Credits by charge. */
  readonly prices?: Readonly<Record<string, number>>
  /** Where the board is published. */
  readonly board?: string
}

/** The written `state:` mapping of an environment: `backend` and that backend's own settings. */
export interface StateSpec {
  readonly backend: 'local' | 'git' | 'http'
  readonly [setting: string]: Json
}

export function serviceKind({ service, baseUrl }: EnvironmentSpec): ServiceKind {
  if (service === 'embedded') return 'embedded'
  const { hostname: host = '' } = parseUrl(baseUrl ?? '') ?? {}
  return host === 'firecrawl.dev' || host.endsWith('.firecrawl.dev') ? 'hosted' : 'self-hosted'
}

/** Returns whether a service supports idempotency keys: we know that it does, or the project file says so. */
export function supportsIdempotencyKeys(environment: EnvironmentSpec): boolean {
  return environment.idempotencyKeys ?? serviceKind(environment) !== 'self-hosted'
}
