import type { PageDocument, PageMetadata } from '../../protocol/crawl-status.ts'
import { given, isJsonObject, type Json } from '../../util/json.ts'
import { memoize } from '../../util/memoize.ts'
import type { ShownPage } from '../browser/show-page.ts'
import { readAttributes } from '../content/select-kept.ts'
import type { PageContent } from '../content/html-content.ts'
import { formatTypes, type FormatNeeding } from '../../request/formats.ts'
import { findFormat, type ScrapeSettings, hasFormat } from '../../request/page-settings.ts'
import type { PageTask, PreviousScrape } from './page-task.ts'
import { ModelError, type LanguageModel } from '../model/model.ts'
import type { ChangeTrackingFormat } from '../../schema/request-v2.gen.ts'
import { type Hunk, hunksOf } from '../../util/diff.ts'

/** A page's document on its way to the store, where it becomes the `PageDocument` of the API. */
export interface ScrapedDocument extends Pick<
  PageDocument,
  'markdown' | 'html' | 'rawHtml' | 'links' | 'images' | 'screenshot' | 'warning' | 'metadata'
> {
  readonly [format: string]: unknown
}

interface Material {
  readonly content: PageContent
  readonly task: PageTask
  /** Absent without a browser. */
  readonly shown: Pick<ShownPage, 'screenshot' | 'actions'> | undefined
  /** Whether the site answers that the page is not there. */
  readonly isGone: boolean
}

/** The functions that make the formats without a language model, in the order of the document's members. */
const makers: {
  readonly [Type in FormatNeeding<'browser' | undefined>]: (from: Material) => ScrapedDocument[Type]
} = {
  markdown: ({ content }) => content.markdown,
  html: ({ content }) => content.html,
  rawHtml: ({ content }) => content.rawHtml,
  links: ({ content }) => content.documentLinks,
  images: ({ content }) => content.images,
  screenshot: ({ shown }) => shown?.screenshot,
  attributes: ({ content, task }) =>
    readAttributes(content, findFormat(task.scrape, 'attributes')?.selectors ?? []),
  changeTracking: ({ content, task, isGone }) => {
    const { scrape, previous, isLinked = true } = task
    const tracking = findFormat(scrape, 'changeTracking') ?? { type: 'changeTracking' }
    return trackChange(content.markdown, previous, tracking, { isGone, isLinked })
  },
}

const makersFor = memoize((scrape: ScrapeSettings) => {
  const types = new Set(formatTypes(scrape.formats))
  return Object.entries(makers).filter(([type]) => types.has(type))
})

/** Returns the document of a page in the asked formats that need no language model, and in no others. */
export function makeDocument(
  { content, task, shown }: Omit<Material, 'isGone'>,
  metadata: PageMetadata,
): ScrapedDocument {
  const isGone = metadata.statusCode === 404 || metadata.statusCode === 410
  const made: Record<string, unknown> = {}
  for (const [type, make] of makersFor(task.scrape)) made[type] = make({ content, task, shown, isGone })
  return Object.assign(made, given({ actions: shown?.actions, warning: content.warning }), { metadata })
}

/** Characters of a page that are sent: models take no more. */
const MAX_TEXT = 200_000

/** Returns the scrape options with Markdown added if a language model has to read it. */
export function withModelInput(scrape: ScrapeSettings): ScrapeSettings {
  if (!asksModel(scrape) || hasFormat(scrape, 'markdown')) return scrape
  return { ...scrape, formats: [...scrape.formats, 'markdown'] }
}

interface ModelWork<Model = LanguageModel | undefined> {
  readonly scrape: ScrapeSettings
  /** The last scrape, for `changeTracking`. */
  readonly previous: PreviousScrape | undefined
  readonly model: Model
}

type ModelReading = Pick<ModelWork<LanguageModel>, 'scrape' | 'model'> & {
  readonly text: string
  readonly signal: AbortSignal
}

/** The functions that write the formats which need a language model. */
const writers: { readonly [Type in FormatNeeding<'model'>]: (reading: ModelReading) => Promise<Json> } = {
  summary: async ({ model, text, signal }) => {
    const instruction = 'Summarise this web page in a few sentences, in its own language.'
    return await model.complete({ instruction, text }, signal)
  },
  json: async ({ scrape, model, text, signal }) => {
    const instruction = instructionOf(EXTRACTION, findFormat(scrape, 'json') ?? {})
    return await model.completeJson({ instruction, text }, signal)
  },
}

/**
 * Returns the document with the formats that a language model writes, and without the Markdown
 * that only the model needed.
 * @throws {ModelError}
 */
export async function addModelFormats(
  document: ScrapedDocument,
  { scrape, previous, model }: ModelWork,
  signal: AbortSignal,
): Promise<ScrapedDocument> {
  if (!asksModel(scrape)) return document
  if (model === undefined) {
    // The job was submitted to a service with a model, and continues on this one.
    throw new ModelError('unusable', 'The page needs a language model, and this service has none configured.')
  }
  const { markdown, metadata, ...rest } = document
  const text = `URL: ${metadata.url}\n\n${(markdown ?? '').slice(0, MAX_TEXT)}`
  const types = new Set(formatTypes(scrape.formats))
  const written: Record<string, Json> = {}
  for (const [type, write] of Object.entries(writers))
    if (types.has(type)) written[type] = await write({ scrape, model, text, signal })
  return {
    ...(types.has('markdown') && { markdown }),
    ...rest,
    ...written,
    ...(await compareByModel(document, { scrape, previous, model }, signal)),
    metadata,
  }
}

/** Returns a model's answer about a changed page: each field of the schema, or of the prompt's answer, before and now. */
async function compareByModel(
  { markdown, changeTracking }: ScrapedDocument,
  { scrape, previous, model }: ModelWork<LanguageModel>,
  signal: AbortSignal,
): Promise<{ readonly changeTracking?: Json }> {
  const format = findFormat(scrape, 'changeTracking')
  if (format?.modes?.includes('json') !== true || previous === undefined) return {}
  if (!isJsonObject(changeTracking) || changeTracking['changeStatus'] !== 'changed') return {}
  const half = MAX_TEXT / 2
  const text = `BEFORE:\n${previous.markdown.slice(0, half)}\n\nNOW:\n${(markdown ?? '').slice(0, half)}`
  const json = await model.completeJson({ instruction: instructionOf(COMPARISON, format), text }, signal)
  return { changeTracking: { ...changeTracking, json } }
}

const asksModel = memoize((scrape: ScrapeSettings): boolean => {
  const isCompared = findFormat(scrape, 'changeTracking')?.modes?.includes('json') === true
  return isCompared || formatTypes(scrape.formats).some((type) => Object.hasOwn(writers, type))
})

/** @param lead says what the fields of a schema are */
function instructionOf(
  [task, lead, values]: readonly [task: string, lead: string, values: string],
  { prompt, schema }: { readonly prompt?: unknown; readonly schema?: unknown },
): string {
  return [
    task,
    ...(typeof prompt === 'string' ? [prompt] : []),
    // The schema of a validated request came from JSON.
    ...(schema === undefined ? [] : [`${lead} this JSON Schema: ${JSON.stringify(schema as Json)}`]),
    values,
  ].join('\n')
}

const COMPARISON = [
  'Compare two versions of a web page, BEFORE and NOW, and answer with one JSON object.',
  'Its fields are those of',
  'In place of each value write {"previous": the value before, "current": the value now}, with null for what a version does not say.',
] as const
const EXTRACTION = [
  'Extract data from this web page and answer with one JSON object.',
  'It must be valid against',
  'Use null for what the page does not say.',
] as const

/** The `changeTracking` member of a document. */
interface ChangeTracking {
  readonly previousScrapeAt: string | null
  readonly changeStatus: 'new' | 'same' | 'changed' | 'removed'
  readonly visibility: 'visible' | 'hidden'
  readonly diff?: {
    readonly text: string
    /** As the library parse-diff describes a diff. */
    readonly json: { readonly files: readonly { readonly chunks: readonly unknown[] }[] }
  }
}

/**
 * Returns how a page's Markdown differs from its last scrape. White space alone is not a change.
 * @param isGone whether the site answered that the page is not there
 * @param isLinked whether the page was found by a link or a sitemap, not only asked for
 */
export function trackChange(
  markdown: string,
  previous: PreviousScrape | undefined,
  format: ChangeTrackingFormat,
  { isGone, isLinked }: { isGone: boolean; isLinked: boolean },
): ChangeTracking {
  const visibility = isLinked ? 'visible' : 'hidden'
  if (previous === undefined) return { previousScrapeAt: null, changeStatus: 'new', visibility }
  const known = { previousScrapeAt: previous.scrapedAt, visibility } as const
  if (isGone) return { ...known, changeStatus: 'removed' }
  if (squeeze(markdown) === squeeze(previous.markdown)) return { ...known, changeStatus: 'same' }
  if (format.modes?.includes('git-diff') !== true) return { ...known, changeStatus: 'changed' }
  const chunks = hunksOf(`${previous.markdown}\n`, `${markdown}\n`).map(chunkOf)
  const changes = chunks.flatMap((chunk) => chunk.changes)
  const count = (wanted: string): number => changes.filter(({ type }) => type === wanted).length
  const text = chunks.map(({ content, changes: shown }) =>
    [content, ...shown.map((change) => change.content), ''].join('\n'),
  )
  const file = { from: null, to: null, additions: count('add'), deletions: count('del'), chunks }
  return { ...known, changeStatus: 'changed', diff: { text: text.join(''), json: { files: [file] } } }
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

const TYPES: Readonly<Record<string, 'add' | 'del'>> = { '+': 'add', '-': 'del' }

function chunkOf({ lines, ...range }: Hunk) {
  const { oldStart, oldLines, newStart, newLines } = range
  const content = `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`
  const changes = lines.map((line) => ({ type: TYPES[line.charAt(0)] ?? 'normal', content: line }))
  return { content, oldStart, oldLines, newStart, newLines, changes }
}
