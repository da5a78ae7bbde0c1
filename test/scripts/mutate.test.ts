import { readFileSync } from 'node:fs'
import vm from 'node:vm'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, it } from 'vitest'
import { plantMutants } from '../../scripts/mutate/plant-mutants.mjs'
import {
  mutantsOfRoom,
  mutantsOfText,
  sampleOf,
  staleEntries,
  withoutEquivalent,
  type Equivalent,
  type Mutant,
} from '../../scripts/mutate/room-mutants.mjs'

const numbered = (source: string) => mutantsOfText(source, 'a.ts').map((mutant, id) => ({ ...mutant, id }))
const whole = mutantsOfRoom('')

describe('the mutants of a module', () => {
  it.each([
    ['x = a < b', ['x = a <= b']],
    ['x = a && b', ['x = a || b']],
    ['x = (a ?? b).c', ['x = (a).c']],
    ["x = 'x' + a", []],
    ['x = !a', ['x = a']],
    ['x = a === b ? c : d', ['x = true ? c : d', 'x = false ? c : d']],
    ['x = (a as number) > 200', ['x = (a as number) >= 200', 'x = (a as number) > 201']],
    ['x = a > 1000', ['x = a >= 1000']],
    ['x = 64 * 1024', ['x = 64 / 1024']],
    ['x = [...a]', ['x = [...[]]']],
    ['x = { ...a, 1: b }', ['x = { ...{}, 1: b }']],
    ['x = (a).trim().some(f)', ['x = (a).trim().every(f)', 'x = (a).some(f)']],
    ['x = a?.trim()', []],
    ['x = Math.min(a, b)', ['x = Math.max(a, b)']],
    ['x = /^a$/.test(b)', ['x = /a$/.test(b)', 'x = /^a/.test(b)']],
    ['x = a > b ? -1 : 1', ['x = true ? -1 : 1', 'x = false ? -1 : 1', 'x = a >= b ? -1 : 1']],
    ['x: 1 | 2', []],
  ])('%s', (source, expected) => {
    const found = mutantsOfText(`let ${source}\n`, 'a.ts')
    expect(found.map(({ before }) => before)).toEqual(expected.map(() => `let ${source}`))
    expect(found.map(({ after }) => after).toSorted()).toEqual(
      expected.map((text) => `let ${text}`).toSorted(),
    )
  })

  it('leave statements away', () => {
    const found = mutantsOfText('for (;;) {\n  f()\n  break\n}\n', 'a.ts')
    expect(found.map(({ line, before, after }) => [line, before, after])).toEqual([
      [2, 'f()', ''],
      [3, 'break', ''],
    ])
  })
})

describe('planted mutants', () => {
  const source = [
    'const tell = (word) => told.push(word)',
    'if (!(given > 3 && given < 9)) tell("outside")',
    'else tell("inside")',
    'told = [...told, ...[given].filter((one) => one > 5)]',
  ].join('\n')
  const run = (text: string, given: number, active: number) => {
    const world = {
      given,
      told: [],
      isMutant: (id: number) => id === active,
      sameValue: (value: unknown) => value,
    }
    vm.runInNewContext(text, world)
    return world.told
  }

  it('do nothing until one is switched on, and then what its change does', () => {
    const mutants = numbered(source)
    const planted = plantMutants(source, mutants)
    expect(mutants.length).toBeGreaterThan(10)
    for (const given of [1, 3, 5, 6, 9, 10]) {
      expect(run(planted, given, -1)).toEqual(run(source, given, -1))
      for (const { id, start, end, replacement } of mutants) {
        const changed = source.slice(0, start) + (replacement || ';') + source.slice(end)
        expect(run(planted, given, id)).toEqual(run(changed, given, -1))
      }
    }
  })

  it('leave every module of the program one that can be read', () => {
    const files = new Map<string, Mutant[]>()
    for (const mutant of whole) files.set(mutant.file, [...(files.get(mutant.file) ?? []), mutant])
    expect(files.size).toBeGreaterThan(100)
    for (const [file, mutants] of files) {
      const planted = plantMutants(
        readFileSync(file, 'utf8'),
        mutants.map((mutant, id) => ({ ...mutant, id })),
      )
      expect(() => parseAst(planted, { lang: 'ts' })).not.toThrow()
    }
  })
})

describe('a sample', () => {
  it('is the same for the same seed, and of the size that was asked for', () => {
    const sample = sampleOf(whole, 60, '1')
    expect(sample).toHaveLength(60)
    expect(sampleOf(whole.toReversed(), 60, '1')).toEqual(sample)
    expect(sampleOf(whole, 60, '2')).not.toEqual(sample)
  })

  it('is without those that are known to change nothing', () => {
    const [mutant, ...others] = whole
    expect(withoutEquivalent(whole, [{ ...mutant!, reason: 'why' }])).toEqual(others)
  })
})

describe('the list of mutants that change nothing', () => {
  it('names each with a reason, and none that is gone', () => {
    const known: readonly Equivalent[] = JSON.parse(readFileSync('scripts/mutate/equivalent.json', 'utf8'))
    expect(known.filter(({ reason }) => reason === '')).toEqual([])
    expect(staleEntries(known)).toEqual([])
  })

  it('is said to be stale where a text or a file is gone', () => {
    const [{ file, before, after }] = whole as [Mutant]
    const reason = 'why'
    expect(staleEntries([{ file, before, after, reason }])).toEqual([])
    expect(
      staleEntries([
        { file, before, after: 'gone', reason },
        { file: 'src/gone.ts', before: 'a', after: 'b', reason },
      ]),
    ).toEqual([`${file}: ${before} => gone`, 'src/gone.ts: a => b'])
  })
})
