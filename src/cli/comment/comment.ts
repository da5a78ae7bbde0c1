/**
 * Input: a text and the pull or merge request that it belongs to.
 * Output: one comment that holds the text, created once and then updated.
 * Must not know plans or crawls.
 */
import { isJsonObject, type Json, type JsonObject, listOf, objectOf, parseJson } from '../../util/json.ts'
import { canParseUrl } from '../../util/can-parse-url.ts'
import { networkReason, proxyFor, type ProxySettings, readBounded } from '../../util/network.ts'
import { Agent, EnvHttpProxyAgent, request } from 'undici'

interface CommentContent {
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

/** Creates or updates the comment. @throws {CommentError} when the server refuses or is not reached, or the text is too long */
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
    // Some servers keep the line endings of a web form.
    const isMarked = ({ body }: Comment): boolean => body.split(/\r?\n/, 1)[0] === mark
    marked.push(...listOf(accepted(answer, place)).filter(isComment).filter(isMarked))
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

function isComment(entry: Json): entry is Comment {
  return isJsonObject(entry) && typeof entry['id'] === 'number' && typeof entry['body'] === 'string'
}

/** Returns the next page (RFC 8288), on the same server only: the token goes nowhere else. */
function nextPage({ link }: ForgeAnswer, current: string): string | undefined {
  const [, target] = /<([^<>]+)>\s*;[^,]*\brel="?next"?/.exec(link ?? '') ?? []
  if (target === undefined || !canParseUrl(target, current)) return undefined
  const url = new URL(target, current)
  return url.origin === new URL(current).origin ? url.href : undefined
}

/** Returns the answer of a success. @throws {CommentError} for everything else */
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
class CommentError extends Error {
  override readonly name = 'CommentError'
  /** The server refused, or gave no answer. */
  readonly code: 'refused' | 'unreachable'
  constructor(code: CommentError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

interface ForgeConnection {
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

/** Returns a function for one exchange with GitHub or GitLab, without redirects, because the token must not go elsewhere. */
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
      // undici's parser may throw in a callback if a connection ends while it is paused.
      const highWaterMark = LARGEST_ANSWER
      const answer = await request(url, { dispatcher, method, headers, body, signal, highWaterMark })
      const { link, 'content-encoding': codings } = answer.headers
      return {
        status: answer.statusCode,
        json: parseJson(await readBounded(answer.body, LARGEST_ANSWER, codings)),
        link: Array.isArray(link) ? link.join(', ') : link,
      }
    } catch (cause) {
      const message = `${new URL(url).origin} could not be reached: ${networkReason(cause, way)}`
      throw new CommentError('unreachable', message, { cause })
    } finally {
      await dispatcher.close()
    }
  }
}

/** The pull request, merge request or issue that gets the comment, as its server's API names it. */
interface CommentPlace {
  /** `pull request 12 of owner/name`. */
  readonly description: string
  readonly firstPageUrl: string
  readonly commentsUrl: string
  readonly commentUrl: (id: number) => string
  readonly updateMethod: 'PATCH' | 'PUT'
  /** Whom the token belongs to. */
  readonly selfUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly mostCharacters: number
  readonly authorOf: (comment: JsonObject) => JsonObject | undefined
  /** What to do when the token does not work. */
  readonly advice: string
}

type FoundPlace =
  | { readonly ok: true; readonly place: CommentPlace }
  | { readonly ok: false; readonly message: string; readonly help: string }

/**
 * Returns the issue with this number, or else the pull or merge request that a CI job runs for. `variables` are those of the
 * job, as GitHub Actions and GitLab CI/CD document them. `readEvent` reads the event that started the workflow, which is in the
 * file GITHUB_EVENT_PATH.
 */
export function findCommentPlace(
  variables: Variables,
  readEvent: (file: string) => Json | undefined,
  issue?: number,
): FoundPlace {
  if (variables['GITLAB_CI'] === 'true') return onGitlab(variables, issue)
  if (variables['GITHUB_ACTIONS'] === 'true') return onGithub(variables, readEvent, issue)
  return notFound(
    'Not running in GitHub Actions or GitLab CI, so there is no pull or merge request.',
    'Run it in a workflow; elsewhere "crawlform plan --format markdown" prints the text.',
  )
}

function notFound(message: string, help: string): FoundPlace {
  return { ok: false, message, help }
}

type Variables = Readonly<Record<string, string | undefined>>

function onGithub(
  variables: Variables,
  readEvent: (file: string) => Json | undefined,
  issue: number | undefined,
): FoundPlace {
  const event = readEvent(variables['GITHUB_EVENT_PATH'] ?? '')
  const pull = isJsonObject(event) ? event['pull_request'] : undefined
  const number = issue ?? (isJsonObject(pull) ? pull['number'] : undefined)
  const [kind, permission] = issue === undefined ? ['pull request', 'pull-requests'] : ['issue', 'issues']
  const repository = variables['GITHUB_REPOSITORY'] ?? ''
  if (typeof number !== 'number' || repository === '') {
    return notFound(
      'This workflow was not started by a pull request.',
      'Comment in jobs with "if: github.event_name == \'pull_request\'".',
    )
  }
  const token = variables['GITHUB_TOKEN'] ?? ''
  if (token === '') {
    return notFound(
      `GITHUB_TOKEN is not set, so nothing can be written to the ${kind}.`,
      `Give the step "env: { GITHUB_TOKEN: \${{ github.token }} }" and the job "permissions: { ${permission}: write }".`,
    )
  }
  const api = `${(variables['GITHUB_API_URL'] ?? 'https://api.github.com').replace(/\/+$/, '')}/repos/${repository}`
  return {
    ok: true,
    place: {
      description: `${kind} ${number} of ${repository}`,
      firstPageUrl: `${api}/issues/${number}/comments?per_page=100`,
      commentsUrl: `${api}/issues/${number}/comments`,
      commentUrl: (id) => `${api}/issues/comments/${id}`,
      updateMethod: 'PATCH',
      selfUrl: `${api.slice(0, api.indexOf('/repos/'))}/user`,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'x-github-api-version': '2022-11-28',
      },
      mostCharacters: 65_536,
      authorOf: (comment) => objectOf(comment['user']),
      advice: `The job needs "permissions: { ${permission}: write }"; pull requests from forks get no token with write access.`,
    },
  }
}

function onGitlab(variables: Variables, issue: number | undefined): FoundPlace {
  const api = (variables['CI_API_V4_URL'] ?? '').replace(/\/+$/, '')
  const [kind, folder] = issue === undefined ? ['merge request', 'merge_requests'] : ['issue', 'issues']
  const project = variables[issue === undefined ? 'CI_MERGE_REQUEST_PROJECT_ID' : 'CI_PROJECT_ID'] ?? ''
  const number = issue === undefined ? (variables['CI_MERGE_REQUEST_IID'] ?? '') : String(issue)
  if (api === '' || project === '' || number === '') {
    return notFound(
      'This pipeline was not started by a merge request.',
      'Comment in jobs with "rules: [{ if: $CI_PIPELINE_SOURCE == "merge_request_event" }]".',
    )
  }
  const token = variables['GITLAB_TOKEN'] ?? ''
  if (token === '') {
    return notFound(
      `GITLAB_TOKEN is not set, so nothing can be written to the ${kind}.`,
      'Set it as a masked variable: a project access token with the scope "api"; CI_JOB_TOKEN cannot write comments.',
    )
  }
  const notes = `${api}/projects/${encodeURIComponent(project)}/${folder}/${encodeURIComponent(number)}/notes`
  return {
    ok: true,
    place: {
      description: `${kind} ${number} of project ${project}`,
      firstPageUrl: `${notes}?per_page=100&order_by=created_at&sort=asc`,
      commentsUrl: notes,
      commentUrl: (id) => `${notes}/${id}`,
      updateMethod: 'PUT',
      selfUrl: `${api}/user`,
      headers: { accept: 'application/json', 'private-token': token },
      mostCharacters: 1_000_000,
      authorOf: (comment) => objectOf(comment['author']),
      advice: 'GITLAB_TOKEN must be a token of this project with the scope "api".',
    },
  }
}
