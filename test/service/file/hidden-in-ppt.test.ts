import { expect, it } from 'vitest'
import { readOffice } from '../../../src/service/file/read-office.ts'
import { makeCompound } from '../../support/make-compound.ts'
import { pptRecord } from '../../support/make-doc.ts'

const text = async (file: Buffer) => (await readOffice(file, new AbortController().signal)).markdown
const longs = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [at, number] of numbers.entries()) bytes.writeUInt32LE(number, at * 4)
  return bytes
}
const wide = (words: string): Buffer => pptRecord(0xfa0, Buffer.from(words, 'utf16le'))
const narrow = (words: string): Buffer => pptRecord(0xfa8, Buffer.from(words, 'latin1'))

/** A slide with a text in a drawing. The fields are records about single characters of it. */
function slide(words: string, isHidden: boolean, fields: readonly Buffer[]): Buffer {
  const info = Buffer.alloc(16)
  info[10] = isHidden ? 4 : 0
  const box = pptRecord(0xf00d, [pptRecord(0xf9f, longs(4)), wide(words), ...fields])
  return pptRecord(0x3ee, [
    pptRecord(0x3f9, info),
    pptRecord(0x40c, [pptRecord(0xf002, [pptRecord(0xf003, [pptRecord(0xf004, [box])])])]),
  ])
}

/** Returns a presentation: the titles are in the outline of the document, the other texts in the slides. */
function makePpt(
  slides: readonly { title: string; words: string; isHidden: boolean; fields?: readonly Buffer[] }[],
): Buffer {
  const outline = slides.flatMap(({ title }, at) => [
    pptRecord(0x3f3, longs(at + 2, 0, 0, at + 256, 0)),
    pptRecord(0xf9f, longs(0)),
    narrow(title),
  ])
  const document = pptRecord(0x3e8, [
    pptRecord(0x3e9, Buffer.alloc(40)),
    pptRecord(0xff0, outline),
    pptRecord(0x3ea, Buffer.alloc(0)),
  ])
  const bodies = [
    document,
    ...slides.map(({ words, isHidden, fields = [] }) => slide(words, isHidden, fields)),
  ]
  let next = 0
  const starts = bodies.map((body) => (next += body.length) - body.length)
  const places = pptRecord(0x1772, longs(1 | (starts.length << 20), ...starts))
  const edit = pptRecord(0xff5, longs(256, 0x0300_0000, 0, next, 1, slides.length + 2, 1))
  const user = pptRecord(
    0xff6,
    Buffer.concat([longs(20, 0xe391c05f, next + places.length), Buffer.alloc(12)]),
  )
  return makeCompound({
    'Current User': user,
    'PowerPoint Document': Buffer.concat([...bodies, places, edit]),
  })
}

it('leaves out the hidden slides of an older presentation', async () => {
  const markdown = await text(
    makePpt([
      { title: 'First', words: 'One is shown.', isHidden: false },
      { title: 'HIDDEN', words: 'HIDDEN too', isHidden: true },
      { title: 'Third', words: 'Three is shown.', isHidden: false },
    ]),
  )
  for (const shown of ['First', 'One is shown.', 'Third', 'Three is shown.'])
    expect(markdown).toContain(shown)
  expect(markdown).not.toContain('HIDDEN')
})

it.each([
  ['a number', 0xfd8],
  ['a date', 0xff7],
  ['the date of today', 0xff8],
  ['a header', 0xff9],
  ['a footer', 0xffa],
  ['a date in a format of its own', 0x1015],
])('leaves out the star that stands for %s in an older presentation', async (_name, kind) => {
  const parts = [
    { title: 'First', words: '*', fields: [0] },
    { title: 'Second', words: 'On * a * day', fields: [3] },
  ].map((part) => ({ ...part, isHidden: false, fields: part.fields.map((at) => pptRecord(kind, longs(at))) }))
  const markdown = await text(makePpt(parts))
  expect(markdown).not.toMatch(/^\W*\*$/m)
  expect(markdown).toContain('First')
  expect(markdown).toMatch(/On {1,3}a \* day/)
})
