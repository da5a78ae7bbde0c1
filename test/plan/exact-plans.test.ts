import { describe, expect, it } from 'vitest'
import { compareRequests } from '../../src/plan/compare-requests.ts'
import { makePlan, type PlanInput } from '../../src/plan/make-plan.ts'
import type { PlannedChange } from '../../src/plan/plan.ts'
import { formatSavedPlan, parseSavedPlan, stalePart } from '../../src/plan/saved-plan.ts'
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

describe('what a plan says of a crawl', () => {
  it('has the members that are true of it and no others', () => {
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

  it('tells what a PDF without a bound may cost, also where nothing else does', () => {
    const crawl = aResolvedCrawl()
    const change = onlyChange({ crawls: [{ ...crawl, price: { ...crawl.price, unboundedPdf: 1 } }] })
    expect(change).toMatchObject({ price: { credits: 0, parts: [], unboundedPdf: 1 } })
  })

  it('masks what its request writes out, in the request and in what is sent by default', () => {
    const headers = { Authorization: 'Bearer hunter-twelve' }
    const change = onlyChange({ crawls: [aResolvedCrawl({ request: { scrapeOptions: { headers } } })] })
    expect(change).toMatchObject({ masked: ['/scrapeOptions/headers/Authorization'] })
    expect(JSON.stringify(change)).not.toContain('hunter-twelve')
  })

  it('has each value once that is looked up late, whoever asks for it how often', () => {
    let looks = 0
    const change = onlyChange({ crawls: [aResolvedCrawl({ onLocate: () => (looks += 1) })] })
    const first = 'line' in change ? change.line : undefined
    const seen = looks
    expect('line' in change ? change.line : undefined).toBe(first)
    expect([first, looks]).toEqual([1, seen])
    expect({ ...change }).toMatchObject({ line: 1 })
  })
})

describe('what the service lacks', () => {
  const lack = (name: string) => ({ pointer: `/scrapeOptions/${name}`, text: 'nothing this service does' })

  it('blocks what would be submitted, and is said of what is kept', () => {
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

  it('is counted beyond the first', () => {
    const reason = (...names: string[]) => onlyChange({ lacking: () => names.map(lack) }).reason
    expect(reason('a', 'b')).toMatch(/ \(and 1 more setting\)$/)
    expect(reason('a', 'b', 'c')).toMatch(/ \(and 2 more settings\)$/)
  })

  it('does not count against a budget: nobody is going to ask for it', () => {
    const crawls = [aResolvedCrawl({ name: 'a' }), aResolvedCrawl({ name: 'b', request: { limit: 5 } })]
    const made = plan({
      crawls,
      budgetPages: 5,
      lacking: ({ name }) => (name === 'a' ? [lack('proxy')] : []),
    })
    expect(made.changes.map(({ action }) => action)).toEqual(['blocked', 'submit'])
    expect(made.summary).toMatchObject({ worstCasePages: 5, worstCaseCredits: 0 })
  })

  it('blocks what two versions of the files add and change, and not what is the same', () => {
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

  it('is nothing where nobody knows', () => {
    const made = compareRequests({ environment: 'local', before: [], after: [aResolvedCrawl()] })
    expect(made.changes).toMatchObject([{ action: 'submit', notes: [] }])
    expect(made).not.toHaveProperty('budgetPages')
    expect(made).not.toHaveProperty('budgetCredits')
  })
})

describe('a budget of credits', () => {
  it('holds two versions of the files, in words of its own', () => {
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

  it('blocks a repetition without the job that it would have replaced', () => {
    const change = onlyChange({ recorded: aState(aFailedRecord()), budgetPages: 1 })
    expect(change).toMatchObject({ action: 'blocked', blocks: 'repeat', basis: { phase: 'failed' } })
    expect(change).not.toHaveProperty('replaces')
    expect(onlyChange({ recorded: aState(aFailedRecord()) })).not.toHaveProperty('replaces')
    const again = onlyChange({ recorded: aState(aSubmittedRecord()), rerun: true, budgetPages: 1 })
    expect(again).toMatchObject({ action: 'blocked', blocks: 'repeat' })
    expect(again).not.toHaveProperty('replaces')
  })
})

describe('what changed', () => {
  const changed = (before: JsonObject, now: JsonObject) => {
    const recorded = aState(aSubmittedRecord({ request: before }))
    return onlyChange({ recorded, crawls: [aResolvedCrawl({ request: now })] })
  }

  it('is named setting by setting', () => {
    expect(changed({ limit: 1, delay: 1 }, { limit: 2, delay: 2 }).reason).toBe('delay and limit changed')
    expect(changed({}, { scrapeOptions: { mobile: true } }).reason).toBe('scrapeOptions.mobile changed')
  })

  it('is a mapping that became empty, and one setting of another kind', () => {
    expect(changed({ scrapeOptions: { mobile: true } }, { scrapeOptions: {} })).toMatchObject({
      differences: [
        { pointer: '/scrapeOptions', kind: 'added', after: {} },
        { pointer: '/scrapeOptions/mobile', kind: 'removed', before: true },
      ],
    })
  })

  it('comes from the nearest setting around it that stands anywhere', () => {
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

  it('is said without a secret, and as hidden where nothing else changed', () => {
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

  it('is said of what is asked for again, unless each page is fetched anew', () => {
    expect(again(3_600_000, true)).toEqual([
      '/scrapeOptions/maxAge pages up to 1h old may come from the cache; 0 fetches each anew',
    ])
    expect(again(1, true)).toHaveLength(1)
    expect(again(0, true)).toEqual([])
    expect(again(3_600_000, false)).toEqual([])
  })

  it('is not said of what is submitted for another reason', () => {
    const crawl = cached(3_600_000)
    expect(notesOf(onlyChange({ crawls: [crawl], rerun: true }))).toEqual([])
    expect(notesOf(onlyChange({ crawls: [aResolvedCrawl()], rerun: true }))).toEqual([])
  })

  it('is measured from the last submission, or from the beginning of time where its time cannot be read', () => {
    const crawls = [{ ...aResolvedCrawl(), refreshMs: 1000 }]
    const recorded = aState(aSubmittedRecord({ at: 'some day' }))
    expect(onlyChange({ crawls, recorded, nowMs: 999 }).action).toBe('keep')
    expect(onlyChange({ crawls, recorded, nowMs: 1000 }).action).toBe('repeat')
  })
})

describe('a record that is not declared', () => {
  it('of an attempt under way has to be settled first, and is known by its attempt', () => {
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

  it('of a settled attempt has none that is unsettled', () => {
    const record = aSubmittedRecord({ crawl: 'old' })
    expect(plan({ recorded: aState(record) }).changes[0]).not.toHaveProperty('unsettled')
  })
})

describe('a saved plan', () => {
  const saved = (change: JsonObject, rest: JsonObject = {}): string => {
    const { changes, ...plain } = JSON.parse(
      formatSavedPlan(plan({ crawls: [aResolvedCrawl({ credits: 2 })], budgetPages: 99_999 })),
    )
    return JSON.stringify({ ...plain, ...rest, changes: [{ ...changes[0], ...change }] })
  }
  const code = (text: string): unknown => {
    try {
      parseSavedPlan(text)
      return undefined
    } catch (error) {
      return (error as { code?: unknown }).code
    }
  }

  it('is read when each member is what it has to be', () => {
    expect(code(saved({}))).toBeUndefined()
    expect(code(saved({ masked: [], differences: [], lacks: [] }))).toBeUndefined()
  })

  const part = { what: 'page', credits: 1, origin: { kind: 'default' } }
  it.each<JsonObject>([
    { action: 'explode' },
    { reason: 5 },
    { fingerprint: 5 },
    { basis: 'x' },
    { basis: { attempt: 'a' } },
    { basis: { phase: 'failed' } },
    { line: '1' },
    { worstCasePages: '1' },
    { request: {} },
    { request: { url: 5 } },
    { effective: [] },
    { origins: { '/url': 'here' } },
    { origins: { '/url': {} } },
    { secrets: [5] },
    { masked: 'x' },
    { masked: [5] },
    { notes: [5] },
    { notes: [{ pointer: '/url' }] },
    { notes: [{ text: 'x' }] },
    { differences: [5] },
    { lacks: 'x' },
    { lacks: [{ pointer: '/url' }] },
    { price: 5 },
    { price: { parts: [] } },
    { price: { credits: '1', parts: [] } },
    { price: { credits: 1, parts: [5] } },
    { price: { credits: 1, parts: [{ ...part, what: 5 }] } },
    { price: { credits: 1, parts: [{ ...part, credits: '1' }] } },
    { price: { credits: 1, parts: [{ ...part, origin: 'here' }] } },
    { price: { credits: 1, parts: [part, { ...part, origin: {} }] } },
  ])('is none with %j in a change', (change) => {
    expect(code(saved(change))).toBe('unreadable')
  })

  it.each<JsonObject>([
    { formatVersion: '2' },
    { formatVersion: 0 },
    { environment: 5 },
    { lineage: 5 },
    { budgetPages: '9' },
    { budgetCredits: '9' },
  ])('is none with %j around its changes', (rest) => {
    expect(code(saved({}, rest))).toBe('unreadable')
  })

  it('of a crawl without secrets has the request of its fingerprint', () => {
    const masked = plan({
      crawls: [
        aResolvedCrawl({ request: { scrapeOptions: { headers: { Authorization: 'Bearer hunter' } } } }),
      ],
    })
    expect(parseSavedPlan(formatSavedPlan(masked))).toEqual(masked)
    const forgotten = plan({ recorded: aState(aSubmittedRecord()) })
    expect(parseSavedPlan(formatSavedPlan(forgotten))).toEqual(forgotten)
  })

  it('is stale where it shows another masked request than its files declare, or forgets what is forgotten', () => {
    const authorized = (header: string) =>
      plan({
        crawls: [aResolvedCrawl({ request: { scrapeOptions: { headers: { [header]: 'Bearer hunter' } } } })],
      })
    const now = authorized('Authorization')
    const [change] = now.changes
    const shown = {
      ...now,
      changes: [{ ...change!, request: { url: 'https://example.com/other' } } as PlannedChange],
    }
    expect(stalePart(shown, now)).toEqual([
      { name: 'docs', reason: 'the saved plan shows another request than its files declare' },
    ])
    expect(stalePart(now, authorized('Authorization'))).toEqual([])
    const forgets = plan({ recorded: aState(aSubmittedRecord()) })
    const later = { ...forgets, changes: [] }
    expect(stalePart(forgets, later)).toEqual([{ name: 'docs', reason: 'it is forgotten already' }])
    expect(stalePart(forgets, forgets)).toEqual([])
  })

  it('is stale where the same attempt has come to another phase', () => {
    const { attempt } = aFailedRecord()
    const failed = plan({ crawls: [aResolvedCrawl()], recorded: aState(aFailedRecord({ attempt })) })
    const began = plan({ crawls: [aResolvedCrawl()], recorded: aState(aSubmittingRecord({ attempt })) })
    expect(stalePart(failed, began)).toEqual([
      { name: 'docs', reason: 'it was submitted or settled since the plan was made' },
    ])
  })

  it('made before the first submission holds whatever the lineage is now', () => {
    const first = plan({ crawls: [aResolvedCrawl()] })
    expect(stalePart(first, plan({ crawls: [aResolvedCrawl()], recorded: aState() }))).toEqual([])
  })
})

describe('a move', () => {
  it('is proposed before the other notes, at the URL', () => {
    const crawl = aResolvedCrawl({ name: "it's" })
    const recorded = aState(aSubmittedRecord({ crawl: 'old one', request: crawl.request }))
    const noted = { ...crawl, notes: [{ pointer: '/limit', text: 'is high' }] }
    const [change] = plan({ crawls: [noted], recorded }).changes
    expect(change && 'notes' in change ? change.notes : []).toEqual([
      {
        pointer: '/url',
        text: expect.stringMatching(
          /^the same request is recorded as "old one", which is no longer declared; to keep its job: crawlform state move 'old one' .* --env local$/,
        ),
      },
      { pointer: '/limit', text: 'is high' },
    ])
  })
})
