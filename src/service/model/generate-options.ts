import { validateRequest } from '../../request/request.ts'
import { requestSettings } from '../../schema/schema.ts'
import { isJsonObject, type Json, type JsonObject } from '../../util/json.ts'
import { type LanguageModel, ModelError } from './model.ts'

/** The settings that a prompt may decide. */
const GENERATED = (
  'includePaths excludePaths maxDiscoveryDepth crawlEntireDomain allowExternalLinks allowSubdomains sitemap ' +
  'ignoreQueryParameters deduplicateSimilarURLs delay limit'
).split(' ')

/**
 * Returns the crawl settings that a prompt asks for, each valid by itself; what the model makes up beyond them is
 * dropped.
 * @throws {ModelError}
 */
export async function generateOptions(
  model: LanguageModel,
  { url, prompt }: { url: string; prompt: string },
  signal?: AbortSignal,
): Promise<JsonObject> {
  const answer = await model.completeJson(
    { instruction: instruction(), text: `URL: ${url}\n\n${prompt}` },
    signal,
  )
  if (!isJsonObject(answer))
    throw new ModelError('unusable', 'The language model did not answer with settings.')
  const options: Record<string, Json> = {}
  for (const name of GENERATED) {
    const value = answer[name]
    if (value === undefined || value === null) continue
    const { errors, problems } = validateRequest(
      { url: 'https://example.com', [name]: value },
      { references: false },
    )
    if (errors.length > 0 || problems.some(({ isRemark }) => isRemark !== true)) continue
    options[name] = value
  }
  return options
}

function instruction(): string {
  const settings = requestSettings(2).filter(({ pointer }) =>
    GENERATED.some((name) => pointer === `/${name}`),
  )
  const lines = settings.map(({ pointer, types, description, values }) => {
    const kinds =
      values === undefined ? types.join(' or ') : values.map((value) => JSON.stringify(value)).join(' | ')
    return `- ${pointer.slice(1)} (${kinds}): ${description}`
  })
  return [
    'You turn a wish about crawling a web site into settings of a crawler.',
    'Answer with one JSON object that holds only settings from this list, and only those that the wish calls for:',
    ...lines,
    'Path patterns are RE2 regular expressions, searched in the path of a URL, which starts with a slash.',
  ].join('\n')
}
