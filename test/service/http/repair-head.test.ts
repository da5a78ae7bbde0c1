import { expect, it } from 'vitest'
import { createHeadRepair } from '../../../src/service/http/repair-head.ts'

function repaired(text: string, size: number): string {
  const repair = createHeadRepair()
  const bytes = Buffer.from(text, 'latin1')
  let result = ''
  for (let at = 0; at < bytes.length; at += size)
    result += repair(bytes.subarray(at, at + size)).toString('latin1')
  return result
}

it.each([1, 2, 3, 7, 1000])('a head in pieces of %i bytes is repaired, without its body', (size) => {
  const body = 'Not : a\nhead\r\n\r\nend'
  const head = 'HTTP/1.1 200 OK\r\nA : b \r\nbroken\r\n folded\r\nContent-Length: 18,18\r\nC:d\n\te\r\n\r\n'
  expect(repaired(head + body, size)).toBe(
    `HTTP/1.1 200 OK\r\nA: b \r\nContent-Length: 18\r\nC:d\n\te\r\n\r\n${body}`,
  )
})

it('a line that is too long is not changed', () => {
  const text = `HTTP/1.1 200 OK\r\nA: ${'b'.repeat(70_000)}\r\nC : d\r\n`
  expect(repaired(text, 1000)).toBe(text)
})

it.each(['A', ' ', '4, ', '4 ', ' ,', 'A : b\r\n', ' x\n', 'Content-Length: 4\n'])(
  'a head that repeats %j is repaired in linear time',
  (part) => {
    // Takes minutes where the work is not linear in the length.
    for (const start of ['', 'Content-Length: 4', 'A:'])
      expect(
        repaired(`HTTP/1.1 200 OK\r\n${start}${part.repeat(60_000 / part.length)}x\r\n\r\nend`, 3),
      ).toMatch(/end$/)
  },
)
