import { expect, it } from 'vitest'
import { abortSignalOf, Ending } from '../../src/util/ending.ts'

const REASON = new Error('enough')

it('tells listeners once, in the order in which they came, and none that has left', () => {
  const ending = new Ending()
  const heard: string[] = []
  const leaver = (): void => void heard.push('left')
  ending.addEventListener('abort', () => void heard.push('first'))
  ending.addEventListener('abort', leaver)
  ending.addEventListener('abort', () => void heard.push('second'))
  ending.removeEventListener('abort', leaver)
  expect(() => ending.throwIfAborted()).not.toThrow()
  ending.abort(REASON)
  ending.abort(new Error('more than enough'))
  ending.addEventListener('abort', () => void heard.push('late'))
  expect(heard).toEqual(['first', 'second'])
  expect([ending.aborted, ending.reason]).toEqual([true, REASON])
  expect(() => ending.throwIfAborted()).toThrow(REASON)
})

it('tells none that another has made leave, and ends once', () => {
  const ending = new Ending()
  const heard: string[] = []
  const last = (): void => void heard.push('last')
  ending.addEventListener('abort', () => {
    heard.push('first')
    ending.removeEventListener('abort', last)
    ending.abort(new Error('again'))
  })
  ending.addEventListener('abort', last)
  ending.addEventListener('abort', () => void heard.push('other'))
  ending.abort(REASON)
  expect(heard).toEqual(['first', 'other'])
  expect(ending.reason).toBe(REASON)
})

it.each(['before', 'after'])('is a signal of the platform, also for who asks %s its end', (when) => {
  const ending = new Ending()
  const before = when === 'before' ? abortSignalOf(ending) : undefined
  ending.abort(REASON)
  const signal = abortSignalOf(ending)
  expect(before ?? signal).toBe(signal)
  expect([signal.aborted, signal.reason]).toEqual([true, REASON])
  expect(AbortSignal.any([signal]).reason).toBe(REASON)
})

it("leaves the platform's own signals as they are", () => {
  const { signal } = new AbortController()
  expect(abortSignalOf(signal)).toBe(signal)
})
