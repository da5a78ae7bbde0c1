import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readSealed, readSealedParts, SealedFolder } from '../../src/util/sealed-folder.ts'

let home: string
beforeEach(() => void (home = mkdtempSync(path.join(tmpdir(), 'sealed-'))))
afterEach(() => rmSync(home, { recursive: true, force: true }))

const text = Buffer.from('what nobody else may read '.repeat(40_000))

function written(folder: SealedFolder): ReturnType<SealedFolder['create']> {
  const file = folder.create()
  for (const part of [text.subarray(0, 7), text.subarray(7, 700_000), text.subarray(700_000)]) {
    file.add(part)
    file.flush()
  }
  return file
}

it('gives back what was written, at once and in parts, to who is told of it as JSON', () => {
  const file = JSON.parse(JSON.stringify(written(new SealedFolder(home)).close())) as Parameters<
    typeof readSealed
  >[0]
  expect(Buffer.from(readSealed(file)).equals(text)).toBe(true)
  expect(Buffer.concat([...readSealedParts(file)]).equals(text)).toBe(true)
  expect(() => readSealed({ ...file, length: file.length + 1 })).toThrow('ends before')
})

it('holds nothing that can be read without its key', () => {
  const { path: file } = written(new SealedFolder(path.join(home, 'a', 'b'))).close()
  const bytes = readFileSync(file)
  expect([bytes.length, bytes.includes('nobody')]).toEqual([text.length, false])
})

// Windows knows no such modes.
it.skipIf(process.platform === 'win32')('lets nobody else open it', () => {
  const directory = path.join(home, 'a', 'b')
  const { path: file } = written(new SealedFolder(directory)).close()
  expect([statSync(file).mode & 0o777, statSync(directory).mode & 0o777]).toEqual([0o600, 0o700])
})

it('is removed with what waits, file by file and all at once', () => {
  const folder = new SealedFolder(path.join(home, 'all'))
  const [first, second] = [written(folder), written(folder)]
  first.add(text)
  first.remove()
  first.flush()
  expect(readdirSync(folder.directory)).toEqual([path.basename(second.close().path)])
  folder.clear()
  second.remove()
  expect(readdirSync(home)).toEqual([])
  folder.clear()
})
