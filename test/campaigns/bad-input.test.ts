import { loadProject } from 'crawlform'
import { expect, it } from 'vitest'
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import { memoryFiles } from '../support/memory-files.ts'
import { RandomSource } from '../support/random-source.ts'
import { goodProjects } from '../support/good-projects.ts'
import { spoilText } from './spoil-text.ts'

// `npm run bad-input` sets these: how many files are spoilt, and from which seed on.
const ASKED = process.env['CRAWLFORM_CAMPAIGN_SIZE']
const SEED = Number(process.env['CRAWLFORM_CAMPAIGN_SEED'] ?? 1)
const FEW = 400
const LONGEST_MS = 12 * 3_600_000
/** CPU time that a file may take, in milliseconds. */
const MOST_MS = 1000
/** Messages that one mistake may have, and the share of files that must keep to it. */
const MOST_MESSAGES = 2
const SHARE = 0.98
/** Messages of one file, however many mistakes it has: a hundred, and one that tells that there are more. */
const MOST_AT_ALL = 102

const CRAWL = 'crawls/docs.yaml'
const PROJECT = 'crawlform.yaml'

type Pair = readonly [crawl: string | Uint8Array, project: string | Uint8Array]

function check([crawl, project]: Pair): readonly Diagnostic[] {
  const bytes = (text: string | Uint8Array): Uint8Array =>
    typeof text === 'string' ? Buffer.from(text) : text
  const files = new Map([
    [CRAWL, bytes(crawl)],
    [PROJECT, bytes(project)],
  ])
  const names = memoryFiles({ [CRAWL]: '', [PROJECT]: '' })
  const source = { ...names, read: (file: string) => files.get(file) ?? ('missing' as const) }
  return loadProject({ directory: '/project', variables: {}, files: source }).diagnostics
}

/** What is wrong with the place of a message, if anything is. */
function misplaced(diagnostic: Diagnostic, texts: Readonly<Record<string, string>>): boolean {
  const { file, line, column, endLine, endColumn } = diagnostic
  const lines = (texts[file] ?? '').split(/\r?\n/)
  const isInside = (at: number, sign: number): boolean =>
    at >= 1 && at <= lines.length && sign >= 1 && sign <= (lines[at - 1] ?? '').length + 1
  return !isInside(line, column) || !isInside(endLine, endColumn) || endLine < line
}

it('files without a mistake cause no message', () => {
  for (const { crawl, project } of goodProjects) expect(check([crawl, project])).toEqual([])
})

it(
  'a damaged file is reported quickly, at its place, in one or two messages',
  () => {
    const count = Number(ASKED ?? FEW)
    const wordy = new Map<string, string[]>()
    let [many, none, slowest] = [0, 0, 0]
    for (let seed = SEED; seed < SEED + count; seed++) {
      const random = new RandomSource(seed)
      const good = random.pick(goodProjects)
      const isCrawl = random.chance(0.7)
      const { what, isMany, bytes } = spoilText(isCrawl ? good.crawl : good.project, random)
      const pair: Pair = isCrawl ? [bytes, good.project] : [good.crawl, bytes]
      const before = process.cpuUsage()
      const found = check(pair)
      const { user, system } = process.cpuUsage(before)
      slowest = Math.max(slowest, (user + system) / 1000)
      const [crawl, project] = pair.map((text) => new TextDecoder().decode(Buffer.from(text)))
      const texts = { [CRAWL]: crawl ?? '', [PROJECT]: project ?? '' }
      expect({ seed, what, ms: Math.min(MOST_MS, (user + system) / 1000) < MOST_MS }).toEqual({
        seed,
        what,
        ms: true,
      })
      expect({ seed, what, misplaced: found.filter((one) => misplaced(one, texts)) }).toEqual({
        seed,
        what,
        misplaced: [],
      })
      if (found.length === 0) none += 1
      expect({ seed, what, count: Math.min(found.length, MOST_AT_ALL) }).toEqual({
        seed,
        what,
        count: found.length,
      })
      if (found.length > MOST_MESSAGES && !isMany) {
        many += 1
        const rules = found.map(({ rule, line }) => `${rule}:${line}`).slice(0, 6)
        wordy.set(what, [...(wordy.get(what) ?? []), `${seed} (${found.length}) ${rules.join(' ')}`])
      }
    }
    const figures = { seed: SEED, files: count, none, many, slowestMs: Math.round(slowest) }
    if (ASKED !== undefined) process.stdout.write(`${JSON.stringify(figures)}\n${list(wordy)}`)
    expect(many, list(wordy)).toBeLessThanOrEqual(count * (1 - SHARE))
  },
  LONGEST_MS,
)

function list(wordy: ReadonlyMap<string, readonly string[]>): string {
  return [...wordy]
    .map(([what, seeds]) => `${what}: ${seeds.length}\n  ${seeds.slice(0, 12).join('\n  ')}\n`)
    .join('')
}
