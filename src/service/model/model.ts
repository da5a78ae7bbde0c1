/**
 * Input: an instruction and a text.
 * Output: the answer of a language model, as text or JSON.
 * Must not know pages or jobs.
 */
import { LONGEST_TIMER_MS } from '../../util/clock.ts'
import { type Json, type JsonObject, isJsonObject } from '../../util/json.ts'
import { networkReason, readBounded, TooLong } from '../../util/network.ts'
import type { ModelSettings } from '../settings/settings.ts'

export type LanguageModel = ReturnType<typeof createLanguageModel>

interface ModelQuestion {
  readonly instruction: string
  readonly text: string
}

/** The model could not be asked (`unavailable`), or its answer cannot be used (`unusable`). Names no key. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly kind: 'unavailable' | 'unusable'

  constructor(kind: ModelError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

const DEFAULT_TIMEOUT_MS = 60_000
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

export function createLanguageModel(settings: ModelSettings) {
  const json = { response_format: { type: 'json_object' } }
  return {
    /** Returns its answer to one instruction and one text. @throws {ModelError} */
    complete: (question: ModelQuestion, signal?: AbortSignal): Promise<string> =>
      ask(settings, question, {}, signal),
    /** Returns the same, for an answer that is asked to be JSON. @throws {ModelError} */
    completeJson: async (question: ModelQuestion, signal?: AbortSignal): Promise<Json> =>
      readJson(await ask(settings, question, json, signal)),
  }
}

async function ask(
  { baseUrl, model, apiKey, timeoutMs = DEFAULT_TIMEOUT_MS }: ModelSettings,
  { instruction, text }: ModelQuestion,
  options: JsonObject,
  signal: AbortSignal | undefined,
): Promise<string> {
  const messages = [
    { role: 'system', content: instruction },
    { role: 'user', content: text },
  ]
  const timeout = AbortSignal.timeout(Math.min(timeoutMs, LONGEST_TIMER_MS))
  try {
    const { request } = await import('undici')
    // Vendors also show the whole address of their endpoint.
    const answer = await request(`${baseUrl.replace(/(?:\/chat\/completions)?\/*$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, temperature: 0, messages, ...options }),
      // undici's parser may throw in a callback if a connection ends while it is paused.
      highWaterMark: MAX_ANSWER_BYTES,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    const answered = await readBounded(answer.body, MAX_ANSWER_BYTES, answer.headers['content-encoding'])
    if (answer.statusCode !== 200)
      throw new ModelError('unavailable', `The language model answered HTTP ${answer.statusCode}.`)
    return contentOf(answered)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ModelError) throw error
    if (error instanceof TooLong)
      throw new ModelError('unusable', 'The answer of the language model is too long.')
    throw new ModelError('unavailable', `The language model cannot be reached (${networkReason(error)}).`)
  }
}

function contentOf(text: string): string {
  const answer = readJson(text)
  const choices = isJsonObject(answer) ? answer['choices'] : undefined
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined
  const message = isJsonObject(first) ? first['message'] : undefined
  const content = isJsonObject(message) ? message['content'] : undefined
  if (typeof content === 'string') return content
  throw new ModelError('unusable', 'The language model sent an empty answer.')
}

/** Models often wrap JSON in a code fence. */
function readJson(text: string): Json {
  const bare = text
    .trim()
    .replace(/^```(?:json)?\s*/, '')
    .replace(/\s*```$/, '')
  try {
    return JSON.parse(bare) as Json
  } catch {
    throw new ModelError('unusable', 'The language model did not answer with JSON.')
  }
}
