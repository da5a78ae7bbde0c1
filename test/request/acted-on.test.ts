import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { requestNeeds } from '../../src/request/request-needs.ts'
import { crawlOrder, pageOrder } from '../../src/schema/request-standards.gen.ts'
import { sourceFiles } from '../support/room-imports.ts'
import { type Level, settingsRead } from '../support/settings-read.ts'

const source = path.join(import.meta.dirname, '../../src')

/** Files in which the service reads settings: its own rooms, and the part of the request room that it uses. */
const readers = [
  ...sourceFiles(source).filter((file) => file.startsWith('service/')),
  'request/page-settings.ts',
]

/** Settings that need no work of a service: they name the client, or the one way in which pages are fetched here. */
const labels = ['origin', 'integration', 'proxy']

/** Returns the settings of a level that the service takes, and that none of these texts reads. */
function ignored(level: Level, names: readonly string[], texts: readonly string[]): readonly string[] {
  const read = new Set(texts.flatMap((text) => [...settingsRead(text, level)]))
  const bodyOf = (name: string) =>
    level === 'crawl' ? { [name]: true } : { scrapeOptions: { [name]: true } }
  const isTaken = (name: string): boolean =>
    requestNeeds(bodyOf(name)).every(({ means }) => means !== undefined)
  return names.filter((name) => !read.has(name) && !labels.includes(name) && isTaken(name))
}

describe('a setting', () => {
  it('is either used or refused by the embedded service', () => {
    const texts = readers.map((file) => readFileSync(path.join(source, file), 'utf8'))
    expect(ignored('crawl', crawlOrder, texts)).toEqual([])
    expect(ignored('page', pageOrder, texts)).toEqual([])
  })

  it.each([
    ['crawl', 'limit', 'const { limit } = params; options.limit'],
    ['crawl', 'delay', 'function wait({ delay }: Site) { return rules.delay }'],
    ['page', 'timeout', 'AbortSignal.timeout(5); const { timeout } = request'],
    ['page', 'location', 'const { location } = headers; answer.headers.location'],
  ] as const)('of a %s is not found in another object with a member of its name: %s', (level, name, text) => {
    expect(ignored(level, [name], [text])).toEqual([name])
  })

  it.each([
    ['crawl', 'limit', 'const { limit } = this.#record.request'],
    ['crawl', 'delay', "request['delay']"],
    ['page', 'timeout', 'function read({ timeout = 3 }: Pick<ScrapeSettings, "timeout">) {}'],
    ['page', 'location', 'const { scrapeOptions: { location } } = request'],
  ] as const)('of a %s is found if it is read from the request: %s', (level, name, text) => {
    expect(ignored(level, [name], [text])).toEqual([])
  })
})
