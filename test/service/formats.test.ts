import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { startModel, type TestModel } from './support/model.ts'
import { page, site } from './support/pages.ts'
import { startTestService, type TestService } from './support/service.ts'

let web: LoopbackSite
let model: TestModel
let service: TestService

beforeEach(async () => {
  web = await startLoopbackSite(site({ '/': [] }))
  model = await startModel()
  service = await startTestService({ model: model.settings, limits: { attempts: 1 } })
})

afterEach(async () => {
  await web.close()
  await service.dispose()
  await model.close()
})

const crawl = (scrapeOptions: object, more: object = {}) =>
  service.crawl({ url: web.url('/'), sitemap: 'skip', scrapeOptions, ...more })

describe('formats that a language model writes', () => {
  it('are in the document, which has Markdown only if requested', async () => {
    model.answers.push('A page.', { title: 'Page /' })
    const schema = { type: 'object', properties: { title: { type: 'string' } } }
    const answer = await crawl({ formats: ['summary', { type: 'json', prompt: 'the title', schema }] })
    expect(answer.data[0]).toMatchObject({ summary: 'A page.', json: { title: 'Page /' } })
    expect(answer.data[0]).not.toHaveProperty('markdown')
    const [summary, json] = model.asked.map(({ messages }) =>
      messages.map(({ content }) => content).join('\n'),
    )
    expect(summary).toContain('# Page /')
    expect(json).toContain('the title')
    expect(json).toContain(JSON.stringify(schema))
    model.answers.push('A page.')
    expect((await crawl({ formats: ['markdown', 'summary'] })).data[0]).toMatchObject({
      markdown: expect.stringContaining('# Page /'),
      summary: 'A page.',
    })
  })

  it.each(['/', '/chat/completions', '/chat/completions/'])(
    'call the model at an address that ends with %s',
    async (end) => {
      const settings = { ...model.settings, baseUrl: model.settings.baseUrl + end }
      await service.dispose()
      service = await startTestService({ model: settings })
      model.answers.push('A page.')
      expect((await crawl({ formats: ['summary'] })).data[0]).toMatchObject({ summary: 'A page.' })
    },
  )

  it('fail the page if the model fails', async () => {
    model.answers.push('no JSON at all')
    const id = await service.start({
      url: web.url('/'),
      sitemap: 'skip',
      scrapeOptions: { formats: [{ type: 'json', prompt: 'x' }] },
    })
    expect(await service.finished(id)).toMatchObject({ status: 'failed', data: [] })
    expect((await service.errors(id)).errors).toMatchObject([
      { code: 'SCRAPE_ALL_ENGINES_FAILED', error: 'The language model did not answer with JSON.' },
    ])
  })
})

describe('a prompt', () => {
  it('fills in settings that the request omits, and no others', async () => {
    model.answers.push({ limit: 3, sitemap: 'skip', excludePaths: ['^/x'], url: 'https://evil.example' })
    const { body } = await service.request('/v2/crawl', {
      json: { url: web.url('/'), prompt: 'a few pages', limit: 10_000 },
    })
    expect(body).toMatchObject({
      success: true,
      promptGeneratedOptions: { limit: 3, sitemap: 'skip', excludePaths: ['^/x'] },
      finalCrawlerOptions: { limit: 10_000, sitemap: 'skip', excludePaths: ['^/x'] },
    })
    expect(JSON.stringify(body)).not.toContain('evil')
  })

  it('calls the model once per idempotency key, even for simultaneous attempts', async () => {
    model.answers.push({ limit: 1 }, { limit: 1 }, { limit: 1 })
    const attempt = () =>
      service.request('/v2/crawl', {
        json: { url: web.url('/'), prompt: 'one page' },
        headers: { 'x-idempotency-key': '6f2c1a52-3f0e-4a3c-9a54-1d0f6f1f2b11' },
      })
    const answers = await Promise.all([attempt(), attempt(), attempt()])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(model.asked).toHaveLength(1)
    expect(service.events.filter(({ type }) => type === 'job-started')).toHaveLength(1)
  })

  it('omits wrong settings of the model', async () => {
    model.answers.push({
      limit: -1,
      sitemap: 'maybe',
      includePaths: ['(?=x)'],
      maxDiscoveryDepth: 2,
      nonsense: true,
    })
    const preview = await service.request('/v2/crawl/params-preview', {
      json: { url: web.url('/'), prompt: 'x' },
    })
    expect(preview.body).toEqual({ success: true, data: { url: web.url('/'), maxDiscoveryDepth: 2 } })
  })

  it('is refused if the model fails', async () => {
    model.answers.push('no idea')
    const start = () => service.request('/v2/crawl', { json: { url: web.url('/'), prompt: 'x' } })
    expect(await start()).toMatchObject({ status: 400, body: { success: false } })
    expect(await start()).toMatchObject({ status: 503, body: { success: false } })
    expect(JSON.stringify(await start())).not.toContain('model-key')
    expect((await service.active()).crawls).toEqual([])
  })

  it('is refused in a preview without a URL', async () => {
    const { status, body } = await service.request('/v2/crawl/params-preview', {
      json: { url: 'x', prompt: 'y' },
    })
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'BAD_REQUEST' })])
  })
})

describe('changeTracking', () => {
  const formats = ['markdown', { type: 'changeTracking', modes: ['git-diff'] }]

  it('compares with the last scrape of the page in any crawl', async () => {
    const first = await crawl({ formats })
    expect(first.data[0]).toMatchObject({ changeTracking: { changeStatus: 'new', previousScrapeAt: null } })
    const second = await crawl({ formats })
    expect(second.data[0]).toMatchObject({
      changeTracking: { changeStatus: 'same', previousScrapeAt: expect.any(String) },
    })
    web.set('/', page('Another title'))
    const third = await crawl({ formats })
    expect(third.data[0]).toMatchObject({
      changeTracking: {
        changeStatus: 'changed',
        diff: { text: expect.stringContaining('+# Another title') },
      },
    })
    const tagged = await crawl({ formats: ['markdown', { type: 'changeTracking', tag: 'other' }] })
    expect(tagged.data[0]).toMatchObject({ changeTracking: { changeStatus: 'new' } })
  })

  it('lets a language model compare in the mode json if there is a change', async () => {
    const schema = { type: 'object', properties: { price: { type: 'string' } } }
    const json = ['markdown', { type: 'changeTracking', modes: ['json', 'git-diff'], schema, tag: 'json' }]
    web.set('/', page('Price 1'))
    for (const changeStatus of ['new', 'same']) {
      const { data } = await crawl({ formats: json })
      expect(data[0]).toMatchObject({ changeTracking: { changeStatus } })
      expect(data[0]?.['changeTracking']).not.toHaveProperty('json')
    }
    web.set('/', page('Price 2'))
    const asked = model.asked.length
    model.answers.push({ price: { previous: '1', current: '2' } })
    const { data } = await crawl({ formats: json })
    expect(data[0]).toMatchObject({
      markdown: '# Price 2',
      changeTracking: {
        changeStatus: 'changed',
        diff: { text: expect.stringContaining('+# Price 2') },
        json: { price: { previous: '1', current: '2' } },
      },
    })
    expect(model.asked).toHaveLength(asked + 1)
    const [instruction, text] = model.asked.at(-1)?.messages ?? []
    expect(instruction?.content).toContain(JSON.stringify(schema))
    expect(text?.content).toMatch(/BEFORE:\n# Price 1\n\nNOW:\n# Price 2/)
  })

  it.each([
    ['with zeroDataRetention', { formats }, { zeroDataRetention: true }],
    [
      'with a schema that no mode uses',
      { formats: ['markdown', { type: 'changeTracking', schema: {} }] },
      {},
    ],
  ])('is refused %s', async (_, scrapeOptions, more) => {
    const { status } = await service.request('/v2/crawl', {
      json: { url: web.url('/'), scrapeOptions, ...more },
    })
    expect(status).toBe(400)
  })
})
