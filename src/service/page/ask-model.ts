import { onceEach } from '../../util/once-each.ts'
import { isJsonObject, type Json } from '../../util/json.ts'
import { ModelError, type LanguageModel } from '../model/model.ts'
import type { ScrapedDocument } from './make-document.ts'
import { formatTypes, type FormatNeeding } from '../../request/formats.ts'
import { findFormat, hasFormat, type ScrapeSettings } from '../../request/page-settings.ts'
import type { PreviousScrape } from './track-change.ts'

/** Characters of a page that are sent: models take no more. */
const MAX_TEXT = 200_000

/** Returns the scrape options with Markdown added if a language model has to read it. */
export function withModelInput(scrape: ScrapeSettings): ScrapeSettings {
  if (!asksModel(scrape) || hasFormat(scrape, 'markdown')) return scrape
  return { ...scrape, formats: [...scrape.formats, 'markdown'] }
}

export interface ModelWork<Model = LanguageModel | undefined> {
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

const asksModel = onceEach((scrape: ScrapeSettings): boolean => {
  const isCompared = findFormat(scrape, 'changeTracking')?.modes?.includes('json') === true
  return isCompared || formatTypes(scrape.formats).some((type) => Object.hasOwn(writers, type))
})

/**
 * Returns an instruction for a model.
 * @param lead says what the fields of a schema are
 */
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
