import { isJsonObject, type JsonObject } from '../../util/json.ts'
import type { Capabilities } from '../../request/request-needs.ts'
import { generateOptions } from '../model/generate-options.ts'
import { type LanguageModel, ModelError } from '../model/model.ts'
import { ApiError } from './api-error.ts'
import { checkRequest } from './check-request.ts'
import type { CheckedRequest } from './submit-crawl.ts'
import { canParseUrl } from '../../util/can-parse-url.ts'

const MAX_PROMPT = 10_000

/** Checks bodies, and lets a language model resolve their prompts to settings. */
export interface RequestReader {
  /**
   * Returns the request of a submission.
   * @throws {ApiError}
   */
  read(body: unknown): Promise<CheckedRequest>
  /**
   * Returns the settings for a prompt.
   * @throws {ApiError}
   */
  preview(body: unknown): Promise<JsonObject>
}

/** Returns a reader that refuses prompts if there is no model. */
export function createRequestReader(model: LanguageModel | undefined, browser: boolean): RequestReader {
  const capabilities: Capabilities = { model: model !== undefined, browser }
  return {
    read: async (body) => {
      const request = await checkRequest(body, capabilities)
      const { prompt, url } = request
      if (prompt === undefined || prompt === '' || model === undefined || !isJsonObject(body))
        return { request }
      const generated = await ask(() => generateOptions(model, { url, prompt }))
      // Written settings win over generated ones, even if they only repeat a default.
      const merged = await checkRequest({ ...generated, ...body }, capabilities)
      const final: Record<string, unknown> = { ...merged }
      for (const key of ['url', 'prompt', 'webhook', 'scrapeOptions', 'origin', 'integration'])
        delete final[key]
      return {
        request: merged,
        // The other members were parsed from JSON.
        generated: { promptGeneratedOptions: generated, finalCrawlerOptions: final as JsonObject },
      }
    },
    preview: async (body) => {
      const { url, prompt } = isJsonObject(body) ? body : {}
      if (
        typeof url !== 'string' ||
        typeof prompt !== 'string' ||
        prompt.length > MAX_PROMPT ||
        !isWebUrl(url)
      ) {
        throw new ApiError(
          400,
          'Invalid request parameters: "url" must be an absolute URL and "prompt" a string.',
          {
            code: 'BAD_REQUEST',
          },
        )
      }
      if (model === undefined) {
        throw new ApiError(400, '"prompt" needs a language model, and this service has none configured.')
      }
      return { url, ...(await ask(() => generateOptions(model, { url, prompt }))) }
    },
  }
}

async function ask(question: () => Promise<JsonObject>): Promise<JsonObject> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    throw new ApiError(
      error.kind === 'unavailable' ? 503 : 400,
      `The prompt could not be processed. ${error.message}`,
    )
  }
}

function isWebUrl(text: string): boolean {
  return canParseUrl(text) && /^https?:$/.test(new URL(text).protocol)
}
