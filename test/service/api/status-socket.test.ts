import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startGatedSite, type GatedSite } from '../support/gated-site.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

interface Message {
  readonly type: string
  readonly data: {
    readonly status?: string
    readonly data?: readonly unknown[]
    readonly metadata?: { sourceURL: string }
  }
}

let service: TestService
let gated: GatedSite

beforeEach(async () => {
  gated = await startGatedSite(3)
  service = await startTestService({ apiKey: 'fc-key' })
})

afterEach(async () => {
  await gated.close()
  await service.dispose()
})

function open(id: string, protocol?: string, headers: Record<string, string> = {}, at = service) {
  const messages: Message[] = []
  const url = `${at.url.replace('http', 'ws')}/v2/crawl/${id}`
  const socket = new WebSocket(url, protocol === undefined ? [] : [protocol], { headers })
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as Message))
  const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)))
  return { messages, closed, socket }
}

describe('the status WebSocket', () => {
  it('sends existing documents, each further one when it arrives, and the end', async () => {
    const id = await service.start({ url: gated.url('/'), maxConcurrency: 1, sitemap: 'skip' })
    await until(() => gated.waiting.length === 1)
    const { messages, closed } = open(id, 'fc-key')
    await until(() => messages.length === 1)
    expect(messages[0]).toMatchObject({ type: 'catchup', data: { status: 'scraping', completed: 1 } })
    expect(messages[0]?.data.data).toHaveLength(1)
    gated.answer()
    await until(() => messages.length === 2)
    expect(messages[1]).toMatchObject({
      type: 'document',
      data: { metadata: { sourceURL: gated.url('/p0') } },
    })
    gated.open()
    expect(await closed).toBe(1000)
    expect(messages.slice(2).map(({ type }) => type)).toEqual(['document', 'document', 'done'])
    expect(messages.at(-1)?.data).toMatchObject({ status: 'completed', completed: 4, data: [] })
  })

  it('sends every document of a finished crawl, in parts', async () => {
    gated.open()
    const id = await service.start({ url: gated.url('/') })
    await service.finished(id)
    const { messages, closed } = open(id, undefined, { authorization: 'Bearer fc-key' })
    expect(await closed).toBe(1000)
    expect(messages.map(({ type }) => type)).toEqual(['catchup', 'done'])
    expect(messages[0]?.data.data).toHaveLength(4)
  })

  it('reports the end of a crawl only after its last document', async () => {
    const small = await startTestService({ apiKey: 'fc-key', limits: { answerBytes: 1 } })
    gated.open()
    const id = await small.start({ url: gated.url('/') })
    await small.finished(id)
    const { messages, closed } = open(id, 'fc-key', {}, small)
    expect(await closed).toBe(1000)
    expect(messages.map(({ type, data }) => [type, data.status])).toEqual([
      ['catchup', 'scraping'],
      ['document', undefined],
      ['document', undefined],
      ['document', undefined],
      ['done', 'completed'],
    ])
    await small.dispose()
  })

  it('closes with a code for the reason', async () => {
    const id = await service.start({ url: gated.url('/') })
    expect(await open(id, 'fc-wrong').closed).toBe(3000)
    expect(await open(id).closed).toBe(3000)
    expect(await open('nonsense', 'fc-key').closed).toBe(1008)
    expect(await open('00000000-0000-4000-8000-000000000000', 'fc-key').closed).toBe(1008)
  })

  it('ends with the service', async () => {
    const id = await service.start({ url: gated.url('/') })
    const { closed, messages } = open(id, 'fc-key')
    await until(() => messages.length === 1)
    gated.open()
    await service.close()
    expect([1000, 1006]).toContain(await closed)
  })
})
