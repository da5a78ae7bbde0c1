import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EffectiveRequest } from '../../../src/request/page-settings.ts'
import { asServiceError, closeDatabase, FORMAT, openDatabase } from '../../../src/service/store/database.ts'
import { discardData, readKeptData } from '../../../src/service/store/kept-data.ts'
import { openStore } from '../../../src/service/store/store.ts'
import { createSegment, readDocuments, segmentPath } from '../../../src/service/store/segment-file.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'crawlform-data-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const database = () => path.join(directory, 'service.db')
const coded = (code: string, ...words: string[]) =>
  expect.objectContaining({
    name: 'ServiceError',
    code,
    message: expect.stringMatching(words.join('.*')) as string,
  }) as Error

/** Changes a database as no service does. */
function change(sql: string): void {
  const db = new Database(database())
  db.exec(sql)
  db.close()
}

describe('a data directory', () => {
  const version = () => {
    const db = openDatabase(directory)
    const row = db.prepare('PRAGMA user_version').get() as { user_version: number }
    closeDatabase(db)
    return row.user_version
  }

  it('has the format of its service', () => expect([version(), version()]).toEqual([FORMAT, FORMAT]))

  it.each([1, FORMAT - 1, FORMAT + 1])('with the format %i is refused and not changed', (format) => {
    openStore(directory).close()
    change(`PRAGMA user_version = ${format}`)
    const refusal = coded('other-data-format', directory, `format ${format};`)
    for (const _ of [1, 2]) expect(() => openStore(directory)).toThrow(refusal)
    const broken = expect.stringContaining(`format ${format};`) as unknown
    expect(readKeptData(directory)).toMatchObject({ counts: undefined, broken })
  })

  it('that is in use by another process is refused without keeping a lock', () => {
    openStore(directory).close()
    const other = new Database(database())
    other.pragma('locking_mode = EXCLUSIVE')
    other.prepare('SELECT count(*) FROM job').get()
    expect(() => openStore(directory)).toThrow(coded('data-directory-in-use', directory))
    expect(() => other.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${FORMAT}; COMMIT`)).not.toThrow()
    other.close()
  })

  it('with tables but no format is refused', () => {
    change('CREATE TABLE job (id TEXT)')
    expect(() => openStore(directory)).toThrow(coded('other-data-format', directory, 'format 0;'))
  })

  it.each<[string, (store: string) => void]>([
    ['is not a database', (file) => writeFileSync(file, 'no database '.repeat(1000))],
    ['is empty but pages exist', (file) => truncateSync(file)],
    ['has one byte', (file) => truncateSync(file, 1)],
    ['has half of a header', (file) => truncateSync(file, 50)],
    ['lost all but its header', (file) => truncateSync(file, 512)],
    ['is gone but pages exist', (file) => rmSync(file)],
    ['has an unfinished job without a request', () => change(`UPDATE job SET request = '{"url":'`)],
  ])('is broken if its database %s', (_, harm) => {
    const store = openStore(directory)
    const request = { url: 'https://example.com/' } as EffectiveRequest
    store.jobs.insert({ id: 'a', request, createdAt: 0, expiresAt: 1 })
    writeFileSync(path.join(directory, 'segments', '1.segment'), '{}')
    store.close()
    harm(database())
    for (const _ of [1, 2]) expect(() => openStore(directory)).toThrow(coded('data-broken', 'service.db'))
  })

  it('that is broken is described with its size, and can be discarded', () => {
    openStore(directory).close()
    writeFileSync(database(), 'no database '.repeat(1000))
    mkdirSync(path.join(directory, 'segments', 'deep'))
    writeFileSync(path.join(directory, 'segments', 'deep', 'file'), '12345')
    const bytes = 12_000 + statSync(path.join(directory, 'reserve')).size + 5
    expect(readKeptData(directory)).toEqual({
      bytes,
      counts: undefined,
      broken: expect.stringContaining('service.db') as string,
    })
    discardData(directory)
    expect(readdirSync(directory)).toEqual([])
    expect(readKeptData(directory)).toBeUndefined()
  })

  it('is not read while a service uses it', () => {
    const store = openStore(directory)
    expect(() => readKeptData(directory)).toThrow(coded('data-directory-in-use'))
    store.close()
    expect(readKeptData(directory)).toMatchObject({
      counts: { jobs: 0, unfinished: 0, pages: 0 },
      broken: undefined,
    })
    // Reading it let go of it.
    openStore(directory).close()
    expect(existsSync(`${database()}-wal`)).toBe(false)
  })

  it('with empty segments and no database is new', () => {
    mkdirSync(path.join(directory, 'segments'))
    openStore(directory).close()
    expect(existsSync(database())).toBe(true)
  })

  it('has an error for each kind of problem', () => {
    const told = asServiceError(directory, new Error('why not'))
    expect(told).toEqual(coded('data-directory-unusable', directory, 'why not'))
    expect(asServiceError(directory, told)).toBe(told)
    const damage = Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' })
    expect(asServiceError(directory, damage)).toEqual(coded('data-broken', 'service.db', 'malformed'))
    expect(asServiceError(directory, 'text')).toEqual(coded('data-directory-unusable', 'text'))
  })
})

describe('documents', () => {
  /** Writes documents of these lengths into one segment. */
  async function write(segment: number, titles: readonly string[]) {
    const writer = createSegment(directory, segment)
    const stored = titles.map((title) => writer.append(JSON.stringify({ title }), ''))
    await writer.save()
    writer.close()
    return stored
  }

  it('are read from several files, in the requested order, even repeatedly', async () => {
    const long = 'x'.repeat(40_000)
    const stored = [...(await write(1, ['a', long, 'b', 'c'])), ...(await write(2, ['d', 'e']))]
    const [a, x, b, c, d, e] = stored
    const titles = async (asked: (typeof a)[]) => {
      const read = readDocuments(directory, asked as typeof stored)
      return read.map((page) => (JSON.parse(String(page)) as { title: string }).title)
    }
    expect(await titles([e, c, a, d, b])).toEqual(['e', 'c', 'a', 'd', 'b'])
    expect(await titles([x, a, a, d])).toEqual([long, 'a', 'a', 'd'])
    expect(await titles([b, { ...b! }, c])).toEqual(['b', 'b', 'c'])
    expect(await titles([])).toEqual([])
  })

  it.each<[string, (file: string) => void, string]>([
    ['is gone', (file) => rmSync(file), 'it is gone'],
    ['lost its end', (file) => truncateSync(file, 5), 'it ends before byte 13'],
    ['is not JSON', (file) => writeFileSync(file, 'x'.repeat(40)), 'bytes at 0 are not a document'],
    [
      'is not text',
      (file) => writeFileSync(file, Buffer.from(`"${'\u00ff'.repeat(11)}"`, 'latin1')),
      'at 0 are not a document',
    ],
  ])('are an error if their file %s', async (_, harm, reason) => {
    const [document] = await write(1, ['a'])
    expect(document).toMatchObject({ start: 0, length: 13 })
    harm(segmentPath(directory, 1))
    expect(() => readDocuments(directory, [document!])).toThrow(coded('data-broken', '1.segment', reason))
  })

  it.each([
    ['zeros', 0],
    ['no UTF-8', 0xff],
  ])('with several megabytes are refused with %s in them', async (_, byte) => {
    const [document] = await write(1, ['x'.repeat(2_000_000)])
    expect(readDocuments(directory, [document!])[0]).toHaveLength(document!.length)
    const file = segmentPath(directory, 1)
    writeFileSync(file, readFileSync(file).fill(byte, 1_000_000, 1_000_512))
    expect(() => readDocuments(directory, [document!])).toThrow(
      coded('data-broken', 'at 0 are not a document'),
    )
  })

  it('at the end of their file are complete', async () => {
    const [document] = await write(1, ['a'])
    truncateSync(segmentPath(directory, 1), document!.length)
    expect(String(readDocuments(directory, [document!]))).toBe('{"title":"a"}')
  })

  it('that were sealed with another key or changed are refused', async () => {
    const keys = [1, 2].map((byte) => new Uint8Array(32).fill(byte))
    const writer = createSegment(directory, 1, keys[0])
    const stored = [1, 2].map((title) => writer.append(`{"title":${title}}`, 'tail'))
    expect(stored.map(({ tail }) => tail)).toEqual([0, 0])
    await writer.save()
    writer.close()
    const read = async (key?: Uint8Array) => readDocuments(directory, stored, key).map(String)
    expect(await read(keys[0])).toEqual(['{"title":1}', '{"title":2}'])
    await expect(read(keys[1])).rejects.toThrow(coded('data-broken'))
    const bytes = readFileSync(segmentPath(directory, 1))
    bytes[bytes.length - 1]! ^= 1
    writeFileSync(segmentPath(directory, 1), bytes)
    await expect(read(keys[0])).rejects.toThrow(coded('data-broken'))
  })

  it('are kept until a disk that refused them accepts them', async () => {
    const folder = path.join(directory, 'later')
    const writer = createSegment(folder, 1)
    const text = 'é'.repeat(700_000)
    const stored = [text, 'b'].map((markdown) => writer.append(JSON.stringify({ markdown, x: 1 }), '[]'))
    await expect(writer.save()).rejects.toThrow('ENOENT')
    mkdirSync(folder)
    await writer.save()
    const { size } = statSync(segmentPath(folder, 1))
    // Nothing is new, so the disk is not used.
    await writer.save()
    stored.push(writer.append('{"x":2}', '[]'))
    await writer.save()
    expect(statSync(segmentPath(folder, 1)).size).toBe(size + 7 + 4)
    writer.close()
    writer.close()
    await writer.save()
    const read = readDocuments(folder, stored).map((bytes) => JSON.parse(String(bytes)) as unknown)
    expect(read).toEqual([{ markdown: text, x: 1 }, { markdown: 'b', x: 1 }, { x: 2 }])
  })

  it('do not overwrite an existing file', async () => {
    await write(1, ['a'])
    const writer = createSegment(directory, 1)
    writer.append('{}', '')
    await expect(writer.save()).rejects.toThrow('EEXIST')
    writer.close()
  })

  it('create a file only when needed, unreadable for others', async () => {
    const writer = createSegment(directory, 1)
    await writer.save()
    expect(existsSync(segmentPath(directory, 1))).toBe(false)
    writer.close()
    await write(2, ['a'])
    const mode = process.platform === 'win32' ? 0o600 : statSync(segmentPath(directory, 2)).mode & 0o777
    expect(mode).toBe(0o600)
  })

  it('with many megabytes are kept, and small ones after them', async () => {
    const titles = ['a', 'y'.repeat(9 * 1024 * 1024), 'b']
    const writer = createSegment(directory, 1)
    const stored: ReturnType<typeof writer.append>[] = []
    for (const title of titles) {
      stored.push(writer.append(JSON.stringify({ title }), ''))
      await writer.save()
    }
    writer.close()
    const read = readDocuments(directory, stored)
    expect(read.map(String)).toEqual(titles.map((title) => JSON.stringify({ title })))
  })
})
