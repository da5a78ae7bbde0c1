import fc from 'fast-check'
import { expect, it } from 'vitest'
import { replaceAges } from '../../src/manifest/ages.ts'
import { replaceLoadTimes, replaceTraffic } from '../../src/manifest/page-counters.ts'
import { TextPattern } from '../../src/manifest/text-pattern.ts'

/** What ages, traffic and load times are made of, and characters that end words, in Latin script. */
const pieces = [
  '3',
  '12',
  '1,204',
  '0.12',
  '1.3k',
  '2²',
  '½',
  '2026',
  'an',
  'one',
  'eine',
  'une',
  'a few',
  'vor',
  'il y a',
  'hace',
  'about',
  'minutes',
  'minute',
  'Minuten',
  'hours',
  'Std.',
  'días',
  'jours',
  'ago',
  'just now',
  'à l’instant',
  'views',
  'Aufrufe',
  'visualizações',
  'times',
  'read',
  'letto',
  'visits:',
  'Views |',
  'guests',
  'online',
  'Page',
  'página',
  'generated',
  'rendered in',
  'geladen',
  'queries in',
  'seconds',
  'ms',
  'µs',
  's',
  'é',
  'ß',
  'ÿ',
  'ſ',
  'K',
  'x',
  'İ',
  'ı',
  '_',
  '*',
  '.',
  ',',
  ':',
  '·',
  '—',
  '“',
  '',
  '-',
  '(',
]
const text = fc
  .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom(' ', ' ', ' ', '', ', ')), { maxLength: 20 })
  .map((parts) => parts.flat().join('').replaceAll(/ {2,}/g, ' ').trim())

it.each([
  ['ages', replaceAges],
  ['page traffic', replaceTraffic],
  ['load times', replaceLoadTimes],
])('%s are found in a text of Latin script as in one with other scripts', (_name, replaceIn) => {
  fc.assert(
    fc.property(text, (latin) => {
      // The last line makes it a text with another script, which is searched by the classes of Unicode.
      expect(`${replaceIn(latin, '\u0001')}\n字`).toBe(replaceIn(`${latin}\n字`, '\u0001'))
    }),
    { numRuns: 3000 },
  )
})

it.each(['L', 'M', 'N', 'Nd'])('each character belongs to the class %s as Unicode says', (name) => {
  const pattern = new TextPattern('', String.raw`[\p{${name}}]`)
  const unicode = new RegExp(String.raw`^\p{${name}}$`, 'iu')
  const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code))
  const isOf = (character: string): boolean => pattern.replace(character, () => '') === ''
  expect(all.filter((one) => isOf(one) !== unicode.test(one))).toEqual([])
})
