import type { PageDocument } from '../../protocol/crawl-status.ts'
import type { Json } from '../../util/json.ts'
import type { LanguageModel } from '../model/language-model.ts'
import { findFormat, hasFormat, type ScrapeSettings } from '../page/scrape-settings.ts'

/** Text beyond this is not sent: models take no more, and pages that are longer repeat themselves. */
const MAX_TEXT = 200_000

/** What a page must be scraped with so that a language model can read it. */
export function withModelInput(scrape: ScrapeSettings): ScrapeSettings {
  if (!asksModel(scrape) || hasFormat(scrape, 'markdown')) return scrape
  return { ...scrape, formats: [...scrape.formats, 'markdown'] }
}

/**
 * The document with the formats that a language model writes, `json` and `summary`, and without the Markdown that only
 * the model needed.
 * @throws {ModelError}
 */
export async function addModelFormats(
  document: PageDocument,
  scrape: ScrapeSettings,
  model: LanguageModel | undefined,
  signal: AbortSignal,
): Promise<PageDocument> {
  if (model === undefined || !asksModel(scrape)) return document
  const { markdown, ...rest } = document
  const text = `URL: ${document.metadata.url}\n\n${(markdown ?? '').slice(0, MAX_TEXT)}`
  const json = findFormat(scrape, 'json')
  const question = json !== undefined && 'prompt' in json ? json.prompt : undefined
  const schema = json !== undefined && 'schema' in json ? json.schema : undefined
  return {
    ...(hasFormat(scrape, 'markdown') && { markdown }),
    ...rest,
    ...(hasFormat(scrape, 'summary') && {
      summary: await model.complete(
        { instruction: 'Summarise this web page in a few sentences, in its own language.', text },
        signal,
      ),
    }),
    ...(json !== undefined && {
      json: await model.completeJson({ instruction: extraction(question, schema), text }, signal),
    }),
  }
}

function asksModel(scrape: ScrapeSettings): boolean {
  return hasFormat(scrape, 'json') || hasFormat(scrape, 'summary')
}

function extraction(prompt: unknown, schema: unknown): string {
  return [
    'Extract data from this web page and answer with one JSON object.',
    ...(typeof prompt === 'string' ? [prompt] : []),
    // The schema of a validated request came from JSON.
    ...(schema === undefined
      ? []
      : [`It must be valid against this JSON Schema: ${JSON.stringify(schema as Json)}`]),
    'Use null for what the page does not say.',
  ].join('\n')
}
