import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startService } from '../../src/service/index.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { site } from './support/pages.ts'
import { newDataDirectory, startTestService } from './support/service.ts'

let web: LoopbackSite
let dataDirectory: string
let job: string

beforeEach(async () => {
  dataDirectory = newDataDirectory()
  web = await startLoopbackSite(site({ '/': ['/a', '/b'], '/a': [], '/b': [] }))
  const service = await startTestService({ dataDirectory })
  job = await service.start({ url: web.url('/') })
  await service.finished(job)
  await service.close()
})

afterEach(async () => {
  await web.close()
  rmSync(dataDirectory, { recursive: true, force: true })
})

const database = () => path.join(dataDirectory, 'service.db')
const segment = () => {
  const [name = ''] = readdirSync(path.join(dataDirectory, 'segments'))
  return path.join(dataDirectory, 'segments', name)
}

function changeBytes(file: string, change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(file)
  change(bytes)
  writeFileSync(file, bytes)
}

describe('a service refuses to start', () => {
  it.each<[what: string, change: () => void]>([
    ['is another kind of file', () => writeFileSync(database(), 'no database '.repeat(1000))],
    ['is cut off', () => truncateSync(database(), 8192)],
    ['is empty', () => truncateSync(database())],
    ['is gone', () => rmSync(database())],
    ['has zeros for its tables', () => changeBytes(database(), (bytes) => bytes.fill(0, 100))],
    [
      'has zeros for all but its list of tables',
      () => changeBytes(database(), (bytes) => bytes.fill(0, 4096)),
    ],
    [
      'has an unfinished job without a request',
      () => {
        const db = new Database(database())
        db.exec(`UPDATE job SET status = 'scraping', request = '{"url":'`)
        db.close()
      },
    ],
  ])('if its database %s', async (_, change) => {
    change()
    const started = startService({ dataDirectory })
    await expect(started).rejects.toMatchObject({ name: 'ServiceError', code: 'data-broken' })
    await expect(started).rejects.toThrow(`"${database()}" is broken: `)
  })
})

describe('stored pages that are requested', () => {
  it.each<[what: string, change: () => void]>([
    ['are cut off', () => truncateSync(segment(), 100)],
    ['are gone', () => rmSync(segment())],
    ['are only zeros', () => changeBytes(segment(), (bytes) => bytes.fill(0))],
    ['are not UTF-8', () => changeBytes(segment(), (bytes) => bytes.fill(0xff, 10, 12))],
    [
      'lost a quote',
      () =>
        changeBytes(segment(), (bytes) =>
          bytes.fill(0x20, bytes.indexOf('"metadata'), bytes.indexOf('"metadata') + 1),
        ),
    ],
    ['have another length', () => changeBytes(segment(), (bytes) => bytes.fill(0x39, 0, 1))],
  ])('are an error with the name of their file if they %s', async (_, change) => {
    const file = segment()
    change()
    const service = await startTestService({ dataDirectory })
    try {
      const { status, body } = await service.request(`/v2/crawl/${job}`)
      expect({ status, body }).toEqual({
        status: 500,
        body: {
          success: false,
          code: 'DATA_BROKEN',
          error: expect.stringContaining(`"${file}" is broken: `) as unknown,
        },
      })
    } finally {
      await service.close()
    }
  })
})
