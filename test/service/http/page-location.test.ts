import { expect, it } from 'vitest'
import { acceptLanguage, locate } from '../../../src/service/http/page-location.ts'

it('a country has its language and time zone, unless languages are given', () => {
  expect(locate({ country: 'jp' })).toEqual({ languages: ['ja-JP', 'ja'], timezone: 'Asia/Tokyo' })
  expect(locate({ country: 'US', languages: ['es'] })).toEqual({
    languages: ['es'],
    timezone: 'America/New_York',
  })
})

it('without a country there is no default language and time zone', () => {
  expect(locate(undefined)).toEqual({ languages: [], timezone: undefined })
  expect(locate({ country: 'us-generic', languages: ['de'] })).toEqual({
    languages: ['de'],
    timezone: undefined,
  })
})

it('languages have falling weights, and twelve of them still count', () => {
  expect(acceptLanguage([])).toBeUndefined()
  expect(acceptLanguage(['de-DE', 'de', 'en'])).toBe('de-DE,de;q=0.9,en;q=0.8')
  expect(acceptLanguage(Array<string>(12).fill('x'))).toMatch(/x;q=0\.1,x;q=0\.1$/)
})
