import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ForgeComment {
  readonly id: number
  body: string
  readonly author: { readonly id: number; readonly type: 'Bot' | 'User' }
}

export interface ForgeRequest {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly body?: string
}

/**
 * The comments of one pull request as GitHub's API has them below `/api`, and of one merge request as GitLab's has them
 * below `/api/v4`: pages of two, whatever is asked for, so that paging happens.
 */
export interface ForgeServer {
  readonly githubApi: string
  readonly gitlabApi: string
  readonly comments: ForgeComment[]
  /** Every request that came, in order. */
  readonly requests: ForgeRequest[]
  /** The token that may write; any other one reads and gets a 403 for the rest. */
  readonly token: string
  /** False for the token of a workflow, which may not ask who it is. */
  knowsSelf: boolean
  /** Another server, at which the next page is said to be. */
  nextAt?: string
  add(body: string, author: ForgeComment['author']): ForgeComment
  close(): Promise<void>
}

const SELF = { id: 41, type: 'Bot' } as const
const PAGE = 2

export async function startForgeServer(): Promise<ForgeServer> {
  const comments: ForgeComment[] = []
  const requests: ForgeRequest[] = []
  let lastId = 100
  const add = (body: string, author: ForgeComment['author']): ForgeComment => {
    const comment = { id: ++lastId, body, author }
    comments.push(comment)
    return comment
  }
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const url = new URL(request.url ?? '', forge.githubApi)
      const { status, json, link } = answer(forge, {
        method: request.method ?? '',
        url,
        token: tokenOf(request),
        body,
      })
      const path = url.pathname + url.search
      requests.push({
        method: request.method ?? '',
        path,
        status,
        ...(body === '' ? {} : { body: textOf(body) }),
      })
      reply(response, status, json, link)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const forge: ForgeServer = {
    githubApi: `${origin}/api`,
    gitlabApi: `${origin}/api/v4`,
    comments,
    requests,
    token: 'may-write',
    knowsSelf: true,
    add,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return forge
}

interface Asked {
  readonly method: string
  readonly url: URL
  readonly token: string
  readonly body: string
}

interface Answer {
  readonly status: number
  readonly json: unknown
  readonly link?: string
}

const lists = [
  '/api/repos/owner/name/issues/7/comments',
  '/api/v4/projects/12/merge_requests/7/notes',
  '/api/v4/projects/12/issues/7/notes',
] as const
const single =
  /^\/api\/(?:repos\/owner\/name\/issues\/comments|v4\/projects\/12\/(?:merge_requests|issues)\/7\/notes)\/(\d+)$/

function answer(forge: ForgeServer, { method, url, token, body }: Asked): Answer {
  const mayWrite = token === forge.token
  if (/^\/api(?:\/v4)?\/user$/.test(url.pathname))
    return mayWrite && forge.knowsSelf ? { status: 200, json: SELF } : refusal
  if (lists.some((list) => list === url.pathname)) {
    if (method === 'GET') return page(forge, url)
    if (method !== 'POST') return missing
    return mayWrite ? { status: 201, json: shown(forge.add(textOf(body), SELF)) } : refusal
  }
  const [, id] = single.exec(url.pathname) ?? []
  const comment = forge.comments.find((candidate) => String(candidate.id) === id)
  const updating = url.pathname.startsWith('/api/v4') ? 'PUT' : 'PATCH'
  if (comment === undefined || method !== updating) return missing
  if (!mayWrite) return refusal
  comment.body = textOf(body)
  return { status: 200, json: shown(comment) }
}

const refusal: Answer = { status: 403, json: { message: 'Resource not accessible by integration' } }
const missing: Answer = { status: 404, json: { message: 'Not Found' } }

function page({ comments, nextAt }: ForgeServer, url: URL): Answer {
  const number = Number(url.searchParams.get('page') ?? 1)
  const from = (number - 1) * PAGE
  const next = new URL(url.pathname + url.search, nextAt ?? url)
  next.searchParams.set('page', String(number + 1))
  const links = [
    ...(from + PAGE < comments.length ? [`<${next.href}>; rel="next"`] : []),
    `<${url.href}>; rel="first"`,
  ]
  return {
    status: 200,
    json: comments.slice(from, from + PAGE).map((comment) => shown(comment)),
    link: links.join(', '),
  }
}

function shown({ id, body, author }: ForgeComment): object {
  return { id, body, user: author, author, html_url: `https://forge.example.com/comments/${id}` }
}

function textOf(body: string): string {
  return (JSON.parse(body) as { body: string }).body
}

function tokenOf({ headers }: IncomingMessage): string {
  return headers.authorization?.replace('Bearer ', '') ?? String(headers['private-token'] ?? '')
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
  return body
}

function reply(response: ServerResponse, status: number, json: unknown, link: string | undefined): void {
  response.writeHead(status, { 'content-type': 'application/json', ...(link === undefined ? {} : { link }) })
  response.end(JSON.stringify(json))
}
