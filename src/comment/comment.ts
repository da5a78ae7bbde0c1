/**
 * Input: a text and the pull or merge request that it belongs to.
 * Output: one comment that holds the text, created once and then updated.
 * Must not know plans or crawls.
 */
import { isJsonObject, type Json, type JsonObject, parseJson } from '../util/json.ts'
import type { CommentPlace } from './comment-place.ts'
import { canParseUrl } from '../util/can-parse-url.ts'
import { networkReason, proxyFor, type ProxySettings, readBounded } from '../util/network.ts'
import { Agent, EnvHttpProxyAgent, request } from 'undici'

export interface CommentContent {
  /** The first line, by which the comment is found again: an HTML comment, which readers do not see. */
  readonly mark: string
  /** Markdown below the mark. */
  readonly text: string
  /** Create nothing: a plan without changes is news only if there was one with changes before. */
  readonly updateOnly?: boolean
}

export type KeptComment =
  | { readonly outcome: 'created' | 'updated' | 'unchanged'; readonly url?: string }
  /** There is no comment yet, and `updateOnly` forbids creating one. */
  | { readonly outcome: 'left out' }

interface Comment extends JsonObject {
  readonly id: number
  readonly body: string
}

/**
 * Creates or updates the comment.
 * @throws {CommentError} when the server refuses, cannot be reached, or the text is longer than a comment may be
 */
export async function keepComment(
  place: CommentPlace,
  content: CommentContent,
  connection: ForgeConnection,
): Promise<KeptComment> {
  const body = `${content.mark}\n${content.text}`
  const tooLong = `A comment holds at most ${place.mostCharacters} characters, and this one has ${body.length}.`
  if (body.length > place.mostCharacters) throw new CommentError('refused', tooLong)
  const ask = asker(connection, place.headers)
  const found = await findOwn(place, content.mark, (url) => ask('GET', url))
  if (found === undefined) {
    if (content.updateOnly === true) return { outcome: 'left out' }
    const answer = accepted(await ask('POST', place.commentsUrl, { body }), place)
    return { outcome: 'created', ...linkOf(answer) }
  }
  if (found.body === body) return { outcome: 'unchanged', ...linkOf(found) }
  const url = place.commentUrl(found.id)
  const answer = accepted(await ask(place.updateMethod, url, { body }), place)
  return { outcome: 'updated', ...linkOf(answer) }
}

/** Returns our oldest comment with the mark. Others can write the mark too, and could change a plan in a comment of their own. */
async function findOwn(
  place: CommentPlace,
  mark: string,
  get: (url: string) => Promise<ForgeAnswer>,
): Promise<Comment | undefined> {
  const marked: Comment[] = []
  const seen = new Set<string>()
  for (let url: string | undefined = place.firstPageUrl; url !== undefined && !seen.has(url);) {
    seen.add(url)
    const answer = await get(url)
    marked.push(...commentsOf(accepted(answer, place)).filter(({ body }) => firstLine(body) === mark))
    url = nextPage(answer, url)
  }
  if (marked.length === 0) return undefined
  const self = await get(place.selfUrl)
  // A workflow's token may not ask for its user, but its comments are by a bot. Those of other people are not.
  const isOwn =
    self.status === 200 && isJsonObject(self.json)
      ? authorIs(self.json['id'])
      : (comment: Comment) => place.authorOf(comment)?.['type'] === 'Bot'
  return marked.find((comment) => isOwn(comment))

  function authorIs(id: Json | undefined): (comment: Comment) => boolean {
    return (comment) => id !== undefined && place.authorOf(comment)?.['id'] === id
  }
}

function commentsOf(json: Json | undefined): readonly Comment[] {
  return Array.isArray(json) ? json.filter((entry: Json) => isComment(entry)) : []
}

function isComment(entry: Json): entry is Comment {
  return isJsonObject(entry) && typeof entry['id'] === 'number' && typeof entry['body'] === 'string'
}

function firstLine(text: string): string | undefined {
  // Some servers keep the line endings of a web form.
  return text.split(/\r?\n/, 1)[0]
}

/** Returns the next page (RFC 8288), on the same server only: the token goes nowhere else. */
function nextPage({ link }: ForgeAnswer, current: string): string | undefined {
  const [, target] = /<([^<>]+)>\s*;[^,]*\brel="?next"?/.exec(link ?? '') ?? []
  if (target === undefined || !canParseUrl(target, current)) return undefined
  const url = new URL(target, current)
  return url.origin === new URL(current).origin ? url.href : undefined
}

/**
 * Returns the answer of a success.
 * @throws {CommentError} for everything else
 */
function accepted({ status, json }: ForgeAnswer, place: CommentPlace): Json | undefined {
  if (status >= 200 && status < 300) return json
  const reason = isJsonObject(json) ? (json['message'] ?? json['error']) : undefined
  const words = typeof reason === 'string' ? `: ${reason}` : ''
  const advice = [401, 403, 404].includes(status) ? ` ${place.advice}` : ''
  throw new CommentError('refused', `${place.description} answered HTTP ${status}${words}.${advice}`)
}

function linkOf(json: Json | undefined): { url?: string } {
  const url = isJsonObject(json) ? json['html_url'] : undefined
  return typeof url === 'string' ? { url } : {}
}

/** The comment could not be written. No message holds the token. */
export class CommentError extends Error {
  override readonly name = 'CommentError'
  /** The server refused, or gave no answer. */
  readonly code: 'refused' | 'unreachable'
  constructor(code: CommentError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export interface ForgeConnection {
  readonly userAgent: string
  readonly proxy: ProxySettings
}

interface ForgeAnswer {
  readonly status: number
  /** Undefined if the body is not JSON. */
  readonly json: Json | undefined
  /** The header of RFC 8288. */
  readonly link: string | undefined
}

const TIMEOUT_MS = 30_000
/** The size of a page with a hundred comments of maximum length. */
const LARGEST_ANSWER = 128 * 1024 * 1024

/**
 * Returns a function that makes one exchange with the API of GitHub or GitLab, and throws CommentError `unreachable`. Redirects are
 * not followed, because the token must not go elsewhere.
 */
function asker({ userAgent, proxy }: ForgeConnection, place: CommentPlace['headers']) {
  return async (
    method: 'GET' | 'POST' | 'PATCH' | 'PUT',
    url: string,
    sent?: JsonObject,
  ): Promise<ForgeAnswer> => {
    const way = proxyFor(url, proxy)
    const dispatcher = way === undefined ? new Agent() : new EnvHttpProxyAgent(way)
    const type = sent === undefined ? {} : { 'content-type': 'application/json' }
    const headers = { 'user-agent': userAgent, ...place, ...type }
    const body = sent === undefined ? null : JSON.stringify(sent)
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      const answer = await request(url, { dispatcher, method, headers, body, signal })
      const { link } = answer.headers
      return {
        status: answer.statusCode,
        json: parseJson(await readBounded(answer.body, LARGEST_ANSWER)),
        link: Array.isArray(link) ? link.join(', ') : link,
      }
    } catch (cause) {
      const message = `${new URL(url).origin} could not be reached: ${networkReason(cause)}`
      throw new CommentError('unreachable', message, { cause })
    } finally {
      await dispatcher.close()
    }
  }
}
