import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodingsOf } from '../support/encodings-of.ts'
import type { RandomSource } from '../support/random-source.ts'

/** Values that are secret, by the place where they are written; `S_` ones are environment variables. */
export type Canaries = Readonly<Record<(typeof PLACES)[number], string>>

export const PLACES = [
  'S_KEY',
  'S_HOOK_URL',
  'S_HOOK_HEADER',
  'S_META',
  'S_COOKIE',
  'S_STATE_PASSWORD',
  'S_MODEL',
  'S_SIGNATURE',
  'GITHUB_TOKEN',
  'PROXY_PASSWORD',
  'GIT_PASSWORD',
  'QUERY_TOKEN',
  'HOOK_PASSWORD',
  'BEARER',
  'META_PASSWORD',
] as const

/** Characters that some encoding replaces. Canaries in URLs and headers have only letters and digits. */
const SIGNS = Array.from('+/=%"&<>~!\\ é')

/** Makes canaries: random texts that appear nowhere by chance. */
export function makeCanaries(random: RandomSource): Canaries {
  const letters = (count: number): string =>
    Array.from({ length: count }, () =>
      random.pick(Array.from('abcdefghkmnpqrstuvwxyzABCDEFGHKMNPQRSTUVWXYZ23456789')),
    ).join('')
  const canary = (place: string): string => {
    const isFree = ['S_HOOK_URL', 'S_META', 'S_COOKIE', 'S_STATE_PASSWORD'].includes(place)
    const signs = place === 'S_COOKIE' ? SIGNS.filter((sign) => /[!-~]/.test(sign)) : SIGNS
    return isFree
      ? letters(12) + random.pick(signs) + letters(4) + random.pick(signs) + letters(8)
      : letters(26)
  }
  return Object.fromEntries(PLACES.map((place) => [place, canary(place)])) as Canaries
}

/** All the ways in which a canary may come out; what is split over lines is found once white space is gone. */
export function formsOf(value: string): readonly string[] {
  const forms = [
    ...encodingsOf(value),
    Array.from(Buffer.from(value), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    Array.from(value, (sign) => String.raw`\u` + sign.charCodeAt(0).toString(16).padStart(4, '0')).join(''),
    Buffer.from(value).toString('hex'),
  ]
  return [...new Set(forms.map(withoutSpace))].filter((form) => form.length >= 12)
}

export function withoutSpace(text: string): string {
  return text.replaceAll(/\s|\\+[nrt]/g, '')
}

/** The secrets that the service gets; others are for other receivers. */
const TOLD = new Set([
  'S_KEY',
  'S_HOOK_URL',
  'S_HOOK_HEADER',
  'S_META',
  'S_COOKIE',
  'QUERY_TOKEN',
  'HOOK_PASSWORD',
  'BEARER',
  'META_PASSWORD',
])

/** Returns the answer of a service that repeats every secret, in every encoding and broken into lines. */
function saidOf(canaries: Canaries): string {
  const values = Object.entries(canaries).flatMap(([place, value]) => (TOLD.has(place) ? [value] : []))
  const forms = values.flatMap((value) => encodingsOf(value))
  const broken = values.flatMap((value) => [
    value.replaceAll(/(.{9})/gu, '$1\n'),
    value.replaceAll(/(.{9})/gu, '$1\r\n  '),
    Buffer.from(`user:${value} and what comes behind it in a longer text`)
      .toString('base64')
      .replaceAll(/(.{16})/g, '$1\n'),
  ])
  return [...forms, ...broken].join(' | ')
}

/** A server that repeats the canaries in every answer; `status` is what it answers with. */
export interface Parrot {
  readonly url: string
  status: number
  close(): Promise<void>
}

const JOB = '00000000-0000-7000-8000-000000000001'

export async function startParrot(canaries: Canaries): Promise<Parrot> {
  const said = saidOf(canaries)
  const names = encodeURIComponent(canaries.S_COOKIE)
  const parrot = { url: '', status: 200 }
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      const body =
        parrot.status === 200
          ? answer(request.method ?? '', request.url ?? '')
          : { success: false, error: said, message: said }
      response
        .writeHead(parrot.status, {
          'content-type': 'application/json',
          'x-said': names,
          location: `/x?${names}`,
        })
        .end(JSON.stringify(body))
    })
  })
  function answer(method: string, url: string): unknown {
    if (method === 'POST' && url.endsWith('/v2/crawl'))
      return { success: true, id: JOB, url: `${parrot.url}/v2/crawl/${JOB}?key=${names}`, warning: said }
    if (method === 'POST') return { choices: [{ message: { content: said } }] }
    if (url.includes('/active')) return { success: true, crawls: [] }
    if (url.includes('/errors'))
      return {
        errors: [{ id: 'x', url: `https://example.com/${names}`, error: said }],
        robotsBlocked: [`https://example.com/${names}`],
      }
    const page = (path: string) => ({
      markdown: `# ${said}`,
      html: `<p>${said}`,
      metadata: {
        url: `https://example.com/${path}`,
        sourceURL: `https://example.com/${path}`,
        statusCode: 200,
        title: said,
        error: said,
      },
    })
    return {
      success: true,
      status: 'completed',
      total: 2,
      completed: 2,
      creditsUsed: 2,
      expiresAt: '2027-11-22T00:00:00.000Z',
      warning: said,
      data: [page(''), page(`named/${names}/${Buffer.from(canaries.S_KEY).toString('base64url')}`)],
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  parrot.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return Object.assign(parrot, { close })
}
