import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSegment, readDocuments, segmentPath } from '../../../src/service/store/segment-file.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'crawlform-segment-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('"', '\\', '\n', '\t', '\0', '\u001F', '\u2028', '{', '7', 'a', 'ä', '–', '😀'))
    .map((parts) => parts.join('')),
)
const documents = fc.array(fc.record({ title: texts, tail: texts }), { minLength: 1, maxLength: 4 })

it.each([
  ['as they are', undefined],
  ['sealed', new Uint8Array(32).fill(7)],
])('documents that are stored %s are read back as JSON', async (_, key) => {
  let segment = 0
  await fc.assert(
    fc.asyncProperty(documents, async (pages) => {
      const writer = createSegment(directory, ++segment, key)
      const stored = pages.map(({ title, tail }) =>
        writer.append(JSON.stringify({ title }), JSON.stringify(tail)),
      )
      await writer.save()
      writer.close()
      const read = readDocuments(directory, stored, key)
      const expected = pages.map(({ title }) => JSON.stringify({ title }))
      expect(read.map(String)).toEqual(expected)
      const reversed = readDocuments(directory, stored.toReversed(), key)
      expect(reversed.map(String).toReversed()).toEqual(expected)
      if (key !== undefined) return
      const tails = stored.map(({ start, length, tail }) => ({
        segment,
        start: start + length,
        length: tail,
      }))
      const readTails = readDocuments(directory, tails).map((bytes) => JSON.parse(String(bytes)) as string)
      expect(readTails).toEqual(pages.map(({ tail }) => tail))
    }),
    { numRuns: 200 },
  )
})

it('a sealed document contains no readable text', async () => {
  const writer = createSegment(directory, 1, new Uint8Array(32).fill(7))
  writer.append('{"markdown":"# hidden","metadata":{"title":"secret"}}', 'tail')
  await writer.save()
  writer.close()
  const bytes = readFileSync(segmentPath(directory, 1), 'latin1')
  for (const word of ['secret', 'hidden', 'tail']) expect(bytes).not.toContain(word)
})
