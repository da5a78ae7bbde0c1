import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { decodeText } from '../document/decode-text.ts'
import { fastParse } from '../document/fast-parse.ts'
import type { SourceDocument } from '../document/source-document.ts'
import { findSpan } from '../document/span-node.ts'
import { type CrawlFacts, crawlFacts, factsLike } from '../lint/crawl-facts.ts'
import { workLeft } from '../lint/proof.ts'
import { mayHoldHost } from '../lint/rules/host-in-pattern.ts'
import { unmetMinPages } from '../lint/rules/min-pages-above-limit.ts'
import { mayHoldKnownKey } from '../request/known-key.ts'
import { literalSecret } from '../request/literal-secret.ts'
import { crawlName } from '../resolve/crawl-name.ts'
import type { References } from '../resolve/interpolate.ts'
import type { ResolveContext } from '../resolve/resolve-crawl.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import type { Unread } from './file-source.ts'
import { STDIN } from './find-crawl-files.ts'
import { AlikeCrawl, type OwnSettings, UnreadDocument } from './alike-crawl.ts'
import { type FileOutline, outlineOf, type Own } from './file-outline.ts'

/** Files that are tried before it is judged whether trying is worth it. */
const TRIED_FIRST = 500

/** A crawl that others are like, and its start URL around the host. */
interface Model {
  readonly crawl: ResolvedCrawl
  readonly facts: CrawlFacts
  /** All of them, a line each. */
  readonly patterns: string
  readonly beforeHost: string
  readonly afterHost: string
}

/** What is known of files that have one outline. */
type Kind =
  /** One file was checked, and nothing is to be said of it. */
  | { readonly isKnown: false }
  /** Two were, the second without any proof; so that a third needs none either. */
  | { readonly isKnown: true; readonly model: Model }
  /** Something was to be said of one, or it cannot stand for others. */
  | undefined

/**
 * Recognises files of which certainly nothing is to be said: those that are like files of this run of which nothing was. In
 * projects of thousands of crawls most are: they differ in the host of their start, in how many pages, in their name. In: a
 * file's bytes. Out: its crawl, or "don't know", and then whoever asks checks the file and says what came of it.
 *
 * What may differ are scalars of which no rule says anything but those that are asked here: which rules look at a host
 * (known keys, secrets in URLs, hosts in patterns), a name, or a limit (pages that are expected). Of how large a depth is,
 * none speaks.
 */
export class AlikeFiles {
  readonly #context: ResolveContext
  readonly #kinds = new Map<string, Kind>()
  #outline: FileOutline | undefined
  #workBefore = 0
  #tried = 0
  #recognised = 0

  constructor(context: ResolveContext) {
    this.#context = context
  }

  /** Returns the crawl of `file`, or undefined where it has to be checked: `learn` then has to follow. */
  recognise(file: string, bytes: Uint8Array | Unread): ResolvedCrawl | undefined {
    this.#outline = undefined
    if (this.#tried > TRIED_FIRST && this.#recognised * 4 < this.#tried) return undefined
    this.#tried++
    if (typeof bytes === 'string' || file === STDIN) return undefined
    const text = decodeText(file, bytes)
    const outline = typeof text === 'string' ? outlineOf(text) : undefined
    if (typeof text !== 'string' || outline === undefined) return undefined
    const kind = this.#kinds.get(outline.shared)
    const crawl = kind?.isKnown === true ? this.#make(kind.model, file, text, outline) : undefined
    if (crawl !== undefined) this.#recognised++
    else this.#outline = outline
    this.#workBefore = workLeft()
    return crawl
  }

  /** Takes the crawl of the file that was asked for last; undefined where something is to be said of the file. */
  learn(crawl: ResolvedCrawl | undefined): void {
    const outline = this.#outline
    if (outline === undefined) return
    const { shared } = outline
    const isNew = !this.#kinds.has(shared)
    if (isNew) this.#kinds.set(shared, crawl === undefined ? undefined : { isKnown: false })
    else if (this.#kinds.get(shared)?.isKnown === false) {
      const isProven = crawl !== undefined && workLeft() === this.#workBefore
      const model = isProven ? modelOf(crawl, outline) : undefined
      this.#kinds.set(shared, model && { isKnown: true, model })
    }
  }

  #make(model: Model, file: string, text: string, outline: FileOutline): ResolvedCrawl | undefined {
    const { name, description, host, limit, depth } = outline
    for (const own of [name, description, host])
      if (own !== undefined && mayHoldKnownKey(own.text)) return undefined
    const url = model.beforeHost + host.text + model.afterHost
    const document = new UnreadDocument(file, text)
    const called = nameOf(model.crawl, document, name)
    if (called === undefined || literalSecret(url, URL_PATH, false) !== undefined) return undefined
    const crawl = new AlikeCrawl(
      model.crawl,
      { url, ...ownNumber('limit', limit), ...ownNumber('maxDiscoveryDepth', depth) },
      { name: called, document, context: this.#context },
    )
    const facts = factsLike(crawl, model.facts)
    if (unmetMinPages(crawl.expect, facts.settings.limit) !== undefined) return undefined
    return startsAlike(facts, model.facts, model.patterns) ? crawl : undefined
  }
}

const URL_PATH = ['request', 'url']

function ownNumber(setting: 'limit' | 'maxDiscoveryDepth', own: Own | undefined): Partial<OwnSettings> {
  return own === undefined ? {} : { [setting]: Number(own.text) }
}

/** Returns the name of a crawl like `model`; undefined for one that is no name. */
function nameOf({ spec }: ResolvedCrawl, document: SourceDocument, own: Own | undefined): string | undefined {
  if (own !== undefined) return own.text
  const found: Diagnostic[] = []
  const name = crawlName({ name: spec.name, document }, NOTHING, found)
  return found.length === 0 ? name : undefined
}

const NOTHING: References = { variables: {}, cell: undefined }

/** Tells whether no rule sees a difference between a start and one on another host, which are searched for in `patterns`. */
function startsAlike({ start }: CrawlFacts, { start: usual }: CrawlFacts, patterns: string): boolean {
  if (start === undefined || start.path !== usual?.path || start.port !== usual.port) return false
  return !mayHoldHost(patterns, { start })
}

/** Returns `crawl` as one that others may be like, where its own parts are what they look like. */
function modelOf(crawl: ResolvedCrawl, outline: FileOutline): Model | undefined {
  const { spec, document, chosen, question, tests } = crawl
  const { url, limit, maxDiscoveryDepth: depth } = chosen
  if (spec.version !== 2 || spec.matrix !== undefined || tests !== undefined || question !== undefined)
    return undefined
  const facts = crawlFacts(crawl)
  const patterns = [...facts.includes, ...facts.excludes].map(({ source }) => source).join('\n')
  if (facts.settings.regexOnFullURL || !startsAlike(facts, facts, patterns)) return undefined
  const { host } = outline
  const [beforeHost, afterHost] = url.split(host.text, 2)
  if (beforeHost === undefined || afterHost === undefined) return undefined
  const root = fastParse(document.text, { spans: true })?.span
  if (root === undefined) return undefined
  const holds = (pointer: JsonPointer, own: Own | undefined): boolean => {
    if (own === undefined) return true
    const [start, end] = findSpan(root, pointer, 'value')
    return start <= own.at && own.at + own.text.length <= end
  }
  const isWhole =
    holds('/request/url', host) &&
    url === beforeHost + host.text + afterHost &&
    holds('/request/limit', outline.limit) &&
    holds('/request/maxDiscoveryDepth', outline.depth) &&
    holds('/name', outline.name) &&
    holds('/description', outline.description) &&
    (outline.limit === undefined || limit === Number(outline.limit.text)) &&
    (outline.depth === undefined || depth === Number(outline.depth.text))
  return isWhole ? { crawl, facts, patterns, beforeHost, afterHost } : undefined
}
