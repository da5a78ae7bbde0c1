import { describe, expect, it } from 'vitest'
import { formatState, parseState } from '../../src/state/parse-state.ts'
import { type JobRecord, StateError } from '../../src/state/state.ts'
import {
  aDoubtfulRecord,
  aFailedRecord,
  aResult,
  aState,
  aSubmittedRecord,
  aSubmittingRecord,
} from '../support/a-record.ts'

const source = { environment: 'local', description: '.crawlform/state/local.json' }

function errorOf(text: string): StateError {
  try {
    parseState(text, source)
  } catch (error) {
    if (error instanceof StateError) return error
    throw error
  }
  throw new Error('it was read')
}

const { job, url, at, fingerprint, request } = aSubmittedRecord()
const previous = { job, url, at, fingerprint, request, result: aResult('failed') }
const whole = aState(
  {
    ...aSubmittedRecord({ crawl: 'a', result: { ...aResult('completed'), error: 'x' } }),
    commit: 'abc',
    previous,
    assumed: 'seen',
  },
  { ...aFailedRecord({ crawl: 'b' }), previous: { ...previous }, assumed: 'asked' },
  { ...aDoubtfulRecord({ crawl: 'c' }), unkeyed: true, fresh: true },
  aSubmittingRecord({ crawl: 'd' }),
  { ...aSubmittingRecord({ crawl: 'e' }), phase: 'forgotten' },
)

describe('a state', () => {
  it('reads back as it was written, with every phase and field', () => {
    expect(parseState(formatState(whole), source)).toEqual(whole)
  })

  it('has only one text, whatever the order of its records was', () => {
    const shuffled = JSON.stringify({ ...whole, records: whole.records.toReversed() })
    const again = formatState(parseState(formatState(whole), source))
    expect(formatState(parseState(shuffled, source))).toBe(again)
  })

  it('of a newer format is refused', () => {
    const error = errorOf('{"formatVersion": 2, "records": "something else"}')
    expect([error.code, error.message]).toEqual([
      'newer-format',
      '.crawlform/state/local.json was written by a newer crawlform (state format 2, this one reads up to 1). Install that version.',
    ])
  })

  it('of another environment is refused', () => {
    expect(errorOf(formatState({ ...whole, environment: 'production' })).message).toContain(
      'it belongs to the environment "production", not "local"',
    )
  })

  it.each([
    ['', 'it is empty'],
    ['{"formatVersion": 1, "env', 'it is not JSON'],
    ['\0\0\0\0', 'it is not JSON (4 characters)'],
    [' \n', 'it is empty'],
    ['null', 'it is not a record of crawlform'],
    ['{"formatVersion": "1"}', 'it is not a record of crawlform'],
    ['[]', 'it is not a record of crawlform'],
    ['{}', 'it is not a record of crawlform'],
    ['{"formatVersion": 0}', 'it is not a record of crawlform'],
    ['{"formatVersion": 1.5}', 'it is not a record of crawlform'],
    ['{"formatVersion": 1}', '"records" of the state is missing'],
  ])('with the text %j is unreadable, with the reason', (text, because) => {
    const error = errorOf(text)
    expect(error.code).toBe('unreadable')
    expect(error.message).toContain(because)
    expect(error.message).toContain('Nothing was changed.')
  })

  it('is unreadable if any part is missing or of the wrong type', () => {
    const paths = pathsOf(JSON.parse(formatState(whole)))
    expect(paths.length).toBeGreaterThan(60)
    const optional = /request\/|\/(commit|unkeyed|fresh|previous|assumed|result)$|\/result\/error$/
    for (const path of paths.filter((one) => !optional.test(one))) {
      for (const wrong of [undefined, null, -1.5]) {
        const text = JSON.stringify(replaceAt(JSON.parse(formatState(whole)), path, wrong))
        const kept = wrong === -1.5 && path.endsWith('creditsUsed')
        expect([path, wrong, kept || errorOf(text).code]).toEqual([path, wrong, kept || 'unreadable'])
      }
    }
  })

  it('is formatted for people and diffs', () => {
    expect(formatState(aState())).toBe(
      [
        '{',
        '  "formatVersion": 1,',
        '  "environment": "local",',
        '  "lineage": "11111111-1111-4111-8111-111111111111",',
        '  "serial": 3,',
        '  "records": []',
        '}',
        '',
      ].join('\n'),
    )
  })

  it('keeps all facts of a job', () => {
    for (const status of ['scraping', 'completed', 'failed', 'cancelled'] as const) {
      const summary = { errorPages: 1, changes: { added: 1, removed: 2, changed: 3, moved: 4 } }
      const result = {
        ...aResult(status),
        summary,
        error: 'e',
        warning: 'w',
        failed: 0,
        blocked: 2,
        fromCache: 3,
      }
      const state = aState(aSubmittedRecord({ result }))
      expect(parseState(formatState(state), source)).toEqual(state)
    }
  })

  it.each<[object, string]>([
    [{ status: 'paused' }, 'status'],
    [{ completed: 1.5 }, 'completed'],
    [{ total: -1 }, 'total'],
    [{ creditsUsed: '1' }, 'creditsUsed'],
    [{ error: 1 }, 'error'],
    [{ warning: null }, 'warning'],
    [{ failed: '1' }, 'failed'],
    [{ blocked: -1 }, 'blocked'],
    [{ fromCache: 0.5 }, 'fromCache'],
    [{ summary: { changes: { added: 1, removed: 0, changed: 0 } } }, 'moved'],
  ])('with a result of %j is refused for "%s" of the right record', (wrong, key) => {
    const result = { ...aResult('completed'), ...wrong }
    const text = formatState(
      aState(aSubmittedRecord({ crawl: 'a' }), aSubmittedRecord({ crawl: 'b', result })),
    )
    expect(errorOf(text).message).toContain(`"${key}" of record 2 is missing or of the wrong kind`)
  })

  it.each<[object, string]>([
    [{ unkeyed: false }, '"unkeyed" of record 1 is'],
    [{ fresh: false }, '"fresh" of record 1 is'],
    [{ commit: 1 }, '"commit" of record 1 is'],
    [{ previous: null }, 'record 1 is damaged'],
    [{ request: [] }, 'record 1 is damaged'],
    [{ result: 1 }, 'record 1 is damaged'],
    [{ assumed: 1 }, '"assumed" of record 1 is'],
    [{ phase: 'lost' }, '"phase" of record 1 is'],
  ])('with %j in a record is refused: %s', (wrong, words) => {
    const record = { ...aSubmittedRecord(), ...wrong } as JobRecord
    expect(errorOf(formatState(aState(record))).message).toContain(words)
  })

  it('that records a crawl twice is unreadable', () => {
    const record: JobRecord = aSubmittedRecord()
    expect(errorOf(formatState({ ...whole, records: [record, record] })).message).toContain(
      '"docs" is recorded twice',
    )
  })
})

function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inside = Object.entries(value).flatMap(([key, member]) => pathsOf(member, `${path}/${key}`))
  return path === '' || /^\/records\/\d+$/.test(path) ? inside : [path, ...inside]
}

function replaceAt(root: unknown, path: string, value: unknown): unknown {
  const keys = path.slice(1).split('/')
  const last = keys.pop()!
  let parent = root as Record<string, unknown>
  for (const key of keys) parent = parent[key] as Record<string, unknown>
  parent[last] = value
  return root
}
