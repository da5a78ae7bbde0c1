import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { compareRequests, makePlan, type PlanInput } from '../../src/plan/make-plan.ts'
import { fingerprintRequest, type PlannedChange } from '../../src/plan/plan.ts'
import type { Origin } from '../../src/resolve/resolved-crawl.ts'
import type { JsonObject } from '../../src/util/json.ts'
import { aFailedRecord, aState, aSubmittedRecord, aSubmittingRecord } from '../support/a-record.ts'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'

function plan(input: Partial<PlanInput> = {}) {
  return makePlan({ environment: 'local', crawls: [], recorded: undefined, nowMs: 0, ...input })
}

function onlyChange(input: Partial<PlanInput>): PlannedChange {
  const { changes } = plan({ crawls: [aResolvedCrawl()], ...input })
  expect(changes).toHaveLength(1)
  return changes[0]!
}

const notesOf = (change: PlannedChange): string[] =>
  'notes' in change ? change.notes.map(({ pointer, text }) => `${pointer} ${text}`) : []

describe('a change in a plan', () => {
  it('has exactly the members that apply to it', () => {
    const bare = onlyChange({})
    expect(Object.keys(bare).toSorted()).toEqual([
      'action',
      'effective',
      'file',
      'fingerprint',
      'line',
      'name',
      'notes',
      'origins',
      'reason',
      'request',
      'secrets',
      'worstCasePages',
    ])
    const priced = onlyChange({ crawls: [{ ...aResolvedCrawl({ credits: 3 }), refreshMs: 5 }] })
    expect(priced).toMatchObject({
      price: {
        credits: 3,
        parts: [{ what: 'page', credits: 3, origin: { kind: 'default' } }],
        unboundedPdf: 1,
      },
      refreshMs: 5,
    })
  })

  it('names the origin of each setting, each kind in its form', () => {
    const crawl = aResolvedCrawl()
    const source = { document: crawl.document, pointer: '/request/url', part: 'value' } as const
    const origins: Record<string, Origin> = {
      '/a': { kind: 'default' },
      '/b': { kind: 'default', note: 'of this version' },
      '/c': { kind: 'option', option: '--set' },
      '/d': { kind: 'written', source },
      '/e': { kind: 'project-defaults', source },
      '/f': { kind: 'profile', profile: 'polite', source },
      '/g': { kind: 'environment', environment: 'ci', source },
      '/h': { kind: 'matrix', axis: 'lang', source },
      '/i': { kind: 'variable', variable: 'HOST', source },
      '/j': { kind: 'migrated', from: 'maxDepth', rule: 'renames', source },
      '/k': { kind: 'prompt-lock', source },
    }
    const settings = Object.entries(origins).map(
      ([at, origin]) => [at, { value: 1, origin, beaten: [] }] as const,
    )
    const change = onlyChange({ crawls: [{ ...crawl, provenance: new Map(settings.toReversed()) }] })
    const place = { file: 'crawls/docs.yaml', line: 2 }
    expect('origins' in change && Object.entries(change.origins)).toStrictEqual([
      ['/a', { kind: 'default' }],
      ['/b', { kind: 'default', note: 'of this version' }],
      ['/c', { kind: 'option', name: '--set' }],
      ['/d', { kind: 'written', ...place }],
      ['/e', { kind: 'project-defaults', ...place }],
      ['/f', { kind: 'profile', name: 'polite', ...place }],
      ['/g', { kind: 'environment', name: 'ci', ...place }],
      ['/h', { kind: 'matrix', name: 'lang', ...place }],
      ['/i', { kind: 'variable', name: 'HOST', ...place }],
      ['/j', { kind: 'migrated', name: 'maxDepth', ...place }],
      ['/k', { kind: 'prompt-lock', ...place }],
    ])
  })

  it('has the attempt that is in doubt, and the replaced job without its request', () => {
    const doubtful = aSubmittingRecord()
    expect(onlyChange({ recorded: aState(doubtful) })).toMatchObject({
      action: 'in-doubt',
      basis: { attempt: doubtful.attempt, phase: 'submitting' },
    })
    const { job, url, at, fingerprint, ...record } = aSubmittedRecord({ request: { limit: 5 } })
    const change = onlyChange({ recorded: aState({ ...record, job, url, at, fingerprint }) })
    expect('replaces' in change && change.replaces).toStrictEqual({ job, url, at, fingerprint })
  })

  it('has the fingerprint of its canonical JSON, which never changes', () => {
    const request = { url: 'https://example.com/', limit: 5, b: [], Z: {}, a: { d: 1, c: null }, n: null }
    const text = '{"Z":{},"a":{"c":null,"d":1},"b":[],"limit":5,"n":null,"url":"https://example.com/"}'
    const { fingerprint } = onlyChange({ crawls: [aResolvedCrawl({ request })] })
    expect(fingerprint).toBe(createHash('sha256').update(text).digest('hex'))
    // A program may write out that it says nothing.
    const silent = JSON.parse(JSON.stringify(request))
    expect(fingerprintRequest({ ...silent, a0: undefined, zz: undefined })).toBe(fingerprintRequest(silent))
  })

  it('has the possible cost of a PDF without a bound', () => {
    const crawl = aResolvedCrawl()
    const change = onlyChange({ crawls: [{ ...crawl, price: { ...crawl.price, unboundedPdf: 1 } }] })
    expect(change).toMatchObject({ price: { credits: 0, parts: [], unboundedPdf: 1 } })
    const charged = aResolvedCrawl({ credits: 3 })
    const bounded = { ...charged, price: { ...charged.price, unboundedPdf: undefined } }
    const known = onlyChange({ crawls: [bounded] })
    expect('price' in known && known.price).not.toHaveProperty('unboundedPdf')
  })

  it('masks literal secrets, in the request and in the effective settings', () => {
    const headers = { Authorization: 'Bearer hunter-twelve' }
    const change = onlyChange({ crawls: [aResolvedCrawl({ request: { scrapeOptions: { headers } } })] })
    expect(change).toMatchObject({ masked: ['/scrapeOptions/headers/Authorization'] })
    expect(JSON.stringify(change)).not.toContain('hunter-twelve')
  })
})

describe('a setting that the service lacks', () => {
  const lack = (name: string) => ({ pointer: `/scrapeOptions/${name}`, text: 'nothing this service does' })

  it('blocks a submission, and is a note for a kept crawl', () => {
    const lacking = () => [lack('proxy')]
    expect(onlyChange({ lacking })).toMatchObject({
      action: 'blocked',
      blocks: 'submit',
      reason: 'never submitted; scrapeOptions.proxy is nothing this service does',
      differences: [],
      lacks: [lack('proxy')],
    })
    const kept = onlyChange({ lacking, recorded: aState(aSubmittedRecord()) })
    expect([kept.action, notesOf(kept)]).toEqual(['keep', ['/scrapeOptions/proxy nothing this service does']])
  })

  it('is named, and others are counted', () => {
    const reason = (...names: string[]) => onlyChange({ lacking: () => names.map(lack) }).reason
    expect(reason('a', 'b')).toMatch(/ \(and 1 more setting\)$/)
    expect(reason('a', 'b', 'c')).toMatch(/ \(and 2 more settings\)$/)
  })

  it('does not count against a budget, because it is never sent', () => {
    const crawls = [aResolvedCrawl({ name: 'a' }), aResolvedCrawl({ name: 'b', request: { limit: 5 } })]
    const made = plan({
      crawls,
      budgetPages: 5,
      lacking: ({ name }) => (name === 'a' ? [lack('proxy')] : []),
    })
    expect(made.changes.map(({ action }) => action)).toEqual(['blocked', 'submit'])
    expect(made.summary).toMatchObject({ worstCasePages: 5, worstCaseCredits: 0 })
  })

  it('blocks added and changed crawls in a comparison, but not unchanged ones', () => {
    const crawls = ['changed', 'same'].map((name) => aResolvedCrawl({ name }))
    const made = compareRequests({
      environment: 'local',
      before: [aResolvedCrawl({ name: 'changed', request: { limit: 1 } }), crawls[1]!],
      after: [...crawls, aResolvedCrawl({ name: 'added' })],
      lacking: () => [lack('proxy')],
    })
    expect(made.changes).toMatchObject([
      { name: 'added', action: 'blocked', blocks: 'submit', differences: [] },
      { name: 'changed', action: 'blocked', blocks: 'resubmit', differences: [{ pointer: '/limit' }] },
      { name: 'same', action: 'keep' },
    ])
    expect(made.changes.map(notesOf)).toEqual(
      made.changes.map(() => ['/scrapeOptions/proxy nothing this service does']),
    )
  })

  it('is not noted if the abilities of the service are unknown', () => {
    const made = compareRequests({ environment: 'local', before: [], after: [aResolvedCrawl()] })
    expect(made.changes).toMatchObject([{ action: 'submit', notes: [] }])
    expect(made).not.toHaveProperty('budgetPages')
    expect(made).not.toHaveProperty('budgetCredits')
  })
})

it('counts each action by its name, and nothing in an empty plan', () => {
  const nothing = { submit: 0, resubmit: 0, repeat: 0, inDoubt: 0, blocked: 0, forget: 0, keep: 0 }
  expect(plan().summary).toEqual({ ...nothing, worstCasePages: 0, worstCaseCredits: 0 })
  const crawls = ['a', 'b', 'c'].map((name) => aResolvedCrawl({ name, credits: 2, request: { limit: 3 } }))
  const recorded = aState(aSubmittingRecord({ crawl: 'a' }), aFailedRecord({ crawl: 'b' }))
  const counts = { ...nothing, inDoubt: 1, submit: 2, worstCasePages: 6, worstCaseCredits: 4 }
  expect(plan({ crawls, recorded }).summary).toEqual(counts)
})

describe('a budget', () => {
  it('is a member of its plan', () => {
    expect(plan({ budgetPages: 5, budgetCredits: 6 })).toMatchObject({ budgetPages: 5, budgetCredits: 6 })
  })

  it('of credits applies to a comparison of files, with its own message', () => {
    const after = ['a', 'b'].map((name) => aResolvedCrawl({ name, credits: 3 }))
    const made = compareRequests({
      environment: 'local',
      before: [],
      after,
      budgetPages: 1,
      budgetCredits: 5,
    })
    expect(made).toMatchObject({ budgetPages: 1, budgetCredits: 5 })
    expect(made.changes[0]?.reason).toBe(
      'added; the added and changed crawls ask for up to 20000 pages, the budget is 1; they cost up to 6 credits, the budget is 5',
    )
  })

  it('blocks a repetition without naming a replaced job', () => {
    const change = onlyChange({ recorded: aState(aFailedRecord()), budgetPages: 1 })
    expect(change).toMatchObject({ action: 'blocked', blocks: 'repeat', basis: { phase: 'failed' } })
    expect(change).not.toHaveProperty('replaces')
    expect(onlyChange({ recorded: aState(aFailedRecord()) })).not.toHaveProperty('replaces')
    const again = onlyChange({ recorded: aState(aSubmittedRecord()), rerun: true, budgetPages: 1 })
    expect(again).toMatchObject({ action: 'blocked', blocks: 'repeat' })
    expect(again).not.toHaveProperty('replaces')
  })
})

describe('a difference to the recorded request', () => {
  const changed = (before: JsonObject, now: JsonObject) => {
    const recorded = aState(aSubmittedRecord({ request: before }))
    return onlyChange({ recorded, crawls: [aResolvedCrawl({ request: now })] })
  }

  it('is named by its setting', () => {
    expect(changed({ limit: 1, delay: 1 }, { limit: 2, delay: 2 }).reason).toBe('delay and limit changed')
    expect(changed({}, { scrapeOptions: { mobile: true } }).reason).toBe('scrapeOptions.mobile changed')
  })

  it('can be a mapping that became empty', () => {
    expect(changed({ scrapeOptions: { mobile: true } }, { scrapeOptions: {} })).toMatchObject({
      differences: [
        { pointer: '/scrapeOptions', kind: 'added', after: {} },
        { pointer: '/scrapeOptions/mobile', kind: 'removed', before: true },
      ],
    })
  })

  it('has the origin of the nearest setting around it', () => {
    const request = { webhook: { url: 'https://hooks.example.com/' } }
    const crawl = aResolvedCrawl({ request })
    const around = {
      value: request.webhook,
      origin: { kind: 'default', note: 'from outside' },
      beaten: [],
    } as const
    const provenance = new Map([['/webhook', around]])
    const recorded = aState(aSubmittedRecord())
    expect(onlyChange({ recorded, crawls: [{ ...crawl, provenance }] })).toMatchObject({
      differences: [{ pointer: '/webhook/url', origin: { kind: 'default', note: 'from outside' } }],
    })
    const nowhere = onlyChange({ recorded, crawls: [{ ...crawl, provenance: new Map() }] })
    expect('differences' in nowhere ? nowhere.differences[0] : {}).toEqual({
      pointer: '/webhook/url',
      kind: 'added',
      after: 'https://hooks.example.com/',
    })
  })

  it('is shown without the old or new secret', () => {
    const at = '/scrapeOptions/headers/Authorization'
    const request = (value: string) => ({ scrapeOptions: { headers: { Authorization: value } } })
    const origin = { kind: 'default' } as const
    const provenance = new Map([[at, { value: 'Bearer c', origin, beaten: [{ value: 'Bearer d', origin }] }]])
    const differencesOf = (before: JsonObject, now: JsonObject) => {
      const crawls = [{ ...aResolvedCrawl({ request: now }), provenance }]
      const change = onlyChange({ recorded: aState(aSubmittedRecord({ request: before })), crawls })
      return 'differences' in change ? change.differences : []
    }
    const shown = { before: 'Bearer ***', after: 'Bearer ***', origin }
    expect(differencesOf(request('Bearer a'), {})).toStrictEqual([{ pointer: at, kind: 'removed', ...shown }])
    expect(differencesOf({}, request('Bearer b'))).toStrictEqual([{ pointer: at, kind: 'added', ...shown }])
    expect(differencesOf({ delay: 1 }, {})).toStrictEqual([{ pointer: '/delay', kind: 'removed', before: 1 }])
    expect(differencesOf({}, { delay: 1 })).toStrictEqual([{ pointer: '/delay', kind: 'added', after: 1 }])
  })

  it('in a secret is reported, but not shown', () => {
    const headers = (value: string) => ({ scrapeOptions: { headers: { Authorization: value } } })
    const change = changed(headers('Bearer hunter-eleven'), headers('Bearer hunter-twelve'))
    expect(change).toMatchObject({ reason: 'a secret that is not shown changed', differences: [] })
    expect(JSON.stringify(change)).not.toContain('hunter')
  })
})

describe('freshness', () => {
  const cached = (maxAge: number) => aResolvedCrawl({ request: { scrapeOptions: { maxAge } } })
  const again = (maxAge: number, rerun: boolean) => {
    const crawl = cached(maxAge)
    const recorded = aState(aSubmittedRecord({ request: crawl.request }))
    return notesOf(onlyChange({ crawls: [crawl], recorded, rerun }))
  }

  it('has a note about the cache for a repetition, unless maxAge is 0', () => {
    expect(again(3_600_000, true)).toEqual([
      "/scrapeOptions/maxAge pages younger than 1h may come from the service's cache; set maxAge: 0 for fresh ones",
    ])
    expect(again(1, true)).toHaveLength(1)
    expect(again(0, true)).toEqual([])
    expect(again(3_600_000, false)).toEqual([])
    const crawl = cached(3_600_000)
    const lacking = () => [{ pointer: '/limit', text: 'nothing this service does' }]
    const recorded = aState(aSubmittedRecord({ request: crawl.request }))
    expect(notesOf(onlyChange({ crawls: [crawl], recorded, rerun: true, lacking }))).toEqual([
      '/limit nothing this service does',
      expect.stringContaining('/scrapeOptions/maxAge '),
    ])
  })

  it('has no note for a submission with another reason', () => {
    const crawl = cached(3_600_000)
    expect(notesOf(onlyChange({ crawls: [crawl], rerun: true }))).toEqual([])
    expect(notesOf(onlyChange({ crawls: [aResolvedCrawl()], rerun: true }))).toEqual([])
  })

  it('is measured from the last submission, or from 1970 if its time cannot be read', () => {
    const crawls = [{ ...aResolvedCrawl(), refreshMs: 1000 }]
    const recorded = aState(aSubmittedRecord({ at: 'some day' }))
    expect(onlyChange({ crawls, recorded, nowMs: 999 }).action).toBe('keep')
    expect(onlyChange({ crawls, recorded, nowMs: 1000 }).action).toBe('repeat')
  })

  it('is also measured from a submission in the future, which had a wrong clock', () => {
    const crawls = [{ ...aResolvedCrawl(), refreshMs: 1000 }]
    const recorded = aState(aSubmittedRecord({ at: '1970-01-01T00:00:02.000Z' }))
    expect(onlyChange({ crawls, recorded, nowMs: 1001 }).action).toBe('keep')
    expect(onlyChange({ crawls, recorded, nowMs: 1000 }).action).toBe('repeat')
  })
})

describe('a record that is no longer declared', () => {
  it('names the command that ends its job, unless the job is known to have ended', () => {
    const { changes } = plan({ recorded: aState(aSubmittedRecord()) })
    const reason = 'no longer declared; "crawlform cancel docs" ends its job if it still runs'
    expect(changes).toMatchObject([{ action: 'forget', reason }])
  })

  it('of an unfinished attempt must be settled first', () => {
    const record = aSubmittingRecord({ crawl: 'old' })
    expect(plan({ recorded: aState(record) }).changes).toEqual([
      {
        action: 'forget',
        name: 'old',
        fingerprint: record.fingerprint,
        reason: `no longer declared, but the outcome of the attempt of ${record.at} is unknown`,
        basis: { attempt: record.attempt, phase: 'submitting' },
        unsettled: record.attempt,
      },
    ])
  })

  it('of a settled attempt has no unsettled attempt', () => {
    const record = aSubmittedRecord({ crawl: 'old' })
    expect(plan({ recorded: aState(record) }).changes[0]).not.toHaveProperty('unsettled')
  })
})

describe('a note about a possible rename', () => {
  it('comes before the other notes, at the URL', () => {
    const crawl = aResolvedCrawl({ name: "it's" })
    const recorded = aState(aSubmittedRecord({ crawl: 'old one', request: crawl.request }))
    const noted = { ...crawl, notes: [{ pointer: '/limit', text: 'is high' }] }
    const [change] = plan({ crawls: [noted], recorded }).changes
    expect(change && 'notes' in change ? change.notes : []).toEqual([
      {
        pointer: '/url',
        text: expect.stringMatching(/^same request as "old one", which is gone: renamed\?/),
      },
      { pointer: '/limit', text: 'is high' },
    ])
  })
})
