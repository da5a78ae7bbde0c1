import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createSegment,
  readDocuments,
  readPages,
  segmentPath,
} from '../../../src/service/store/segment-file.ts'
import { Utf8Text } from '../../../src/util/utf8-text.ts'

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
const documents = fc.array(
  fc.record({ markdown: fc.option(texts, { nil: undefined }), title: texts, tail: texts }),
  { minLength: 1, maxLength: 4 },
)

it.each([
  ['as they are', undefined],
  ['sealed', new Uint8Array(32).fill(7)],
])('documents that are kept %s are read back as JSON, their Markdown first', async (_, key) => {
  let segment = 0
  await fc.assert(
    fc.asyncProperty(documents, async (pages) => {
      const writer = createSegment(directory, ++segment, key)
      const stored = pages.map(({ markdown, title, tail }) => {
        const bytes = markdown === undefined ? undefined : Buffer.from(markdown).toString('latin1')
        const text = bytes === undefined ? undefined : new Utf8Text(bytes)
        return writer.append({ json: JSON.stringify({ title }), markdown: text }, JSON.stringify(tail))
      })
      await writer.save()
      writer.close()
      const read = await readDocuments(directory, stored, key)
      // Text is well-formed in UTF-8: a lone surrogate is not.
      const expected = pages.map(({ markdown, title }) =>
        JSON.stringify({ markdown: markdown?.toWellFormed(), title }),
      )
      expect(read.map(String)).toEqual(expected)
      const values = await readPages(directory, stored.toReversed(), key)
      expect(values.toReversed().map((value) => JSON.stringify(value))).toEqual(expected)
      if (key !== undefined) return
      const tails = stored.map(({ start, length, tail }) => ({
        segment,
        start: start + length,
        length: tail,
      }))
      const readTails = (await readDocuments(directory, tails)).map(
        (bytes) => JSON.parse(String(bytes)) as string,
      )
      expect(readTails).toEqual(pages.map(({ tail }) => tail))
    }),
    { numRuns: 200 },
  )
})

it('keeps Markdown as it is, without what JSON would make of it', async () => {
  const writer = createSegment(directory, 1)
  const markdown = '# "Title"\n\nText\n'
  writer.append({ json: '{"metadata":{}}', markdown: new Utf8Text(markdown) }, '')
  await writer.save()
  writer.close()
  expect(readFileSync(segmentPath(directory, 1), 'utf8')).toContain(markdown)
})

it('tells nothing of a sealed document to who has no key', async () => {
  const writer = createSegment(directory, 1, new Uint8Array(32).fill(7))
  writer.append({ json: '{"metadata":{"title":"secret"}}', markdown: new Utf8Text('# hidden') }, 'tail')
  await writer.save()
  writer.close()
  const bytes = readFileSync(segmentPath(directory, 1), 'latin1')
  for (const word of ['secret', 'hidden', 'tail']) expect(bytes).not.toContain(word)
})
