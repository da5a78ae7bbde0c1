import { describe, expect, it } from 'vitest'
import { readOffice } from '../../../src/service/file/read-office.ts'
import { type DocRun, makeDoc } from '../../support/make-doc.ts'

const text = async (file: Buffer) => (await readOffice(file, new AbortController().signal)).markdown
const HIDE = [0x3c, 0x08, 1]
const SHOW = [0x3c, 0x08, 0]
const BOLD = [0x35, 0x08, 1]
const styled = (number: number): number[] => [0x30, 0x4a, number, 0]
const between = (hidden: readonly DocRun[]): DocRun[] => [
  { text: 'The price ' },
  ...hidden,
  { text: 'is ten.\rThe end.\r' },
]

describe('hidden text of an older Word file', () => {
  it.each([false, true])('is left out, with characters of two bytes: %s', async (isWide) => {
    const runs = between([{ text: 'HIDDEN ', properties: [...BOLD, ...HIDE] }])
    expect(await text(makeDoc(runs, { isWide }))).toBe('The price is ten.\n\nThe end.')
  })

  it('is left out if its style or a parent of its style hides it', async () => {
    const styles = [
      { isParagraph: true, properties: [] },
      { isParagraph: false, properties: HIDE },
      { isParagraph: false, parent: 1, properties: BOLD },
      { isParagraph: true, properties: HIDE },
    ]
    const runs = [
      ...between([
        { text: 'HIDDEN ', properties: styled(1) },
        { text: 'HIDDEN ', properties: styled(2) },
      ]),
      { text: 'HIDDEN ' },
      { text: 'SHOWN', properties: SHOW },
      { text: ' HIDDEN\r' },
    ]
    expect(await text(makeDoc(runs, { styles, paragraphs: [0, 0, 3] }))).toBe(
      'The price is ten.\n\nThe end.\n\nSHOWN',
    )
  })

  it('keeps the paragraphs before and after it separate', async () => {
    const runs = [{ text: 'One.' }, { text: '\rHIDDEN\r', properties: HIDE }, { text: 'Two.\r' }]
    expect(await text(makeDoc(runs))).toBe('One.\n\nTwo.')
  })

  it('is left out if it was deleted', async () => {
    const runs = between([{ text: 'DELETED ', properties: [0x00, 0x08, 1, ...SHOW] }])
    expect(await text(makeDoc(runs))).toBe('The price is ten.\n\nThe end.')
  })

  it('does not change text that is shown', async () => {
    const runs = between([{ text: 'in May ', properties: SHOW }])
    expect(await text(makeDoc(runs))).toBe('The price in May is ten.\n\nThe end.')
  })
})
