import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { applyPlan } from '../../src/apply/apply-plan.ts'
import { assumeOutcome, isUnsettled, reconcileAttempts } from '../../src/apply/reconcile-attempts.ts'
import type { CrawlClient } from '../../src/client/crawl-client.ts'
import { createCrawlClient } from '../../src/client/create-crawl-client.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import { isSubmitting, type Plan } from '../../src/plan/plan.ts'
import type { ResolvedCrawl } from '../../src/resolve/resolved-crawl.ts'
import { openHttpBackend } from '../../src/state/http-backend.ts'
import { openLocalBackend } from '../../src/state/local-backend.ts'
import type { RecordedState } from '../../src/state/recorded-state.ts'
import { StateError, type StateBackend } from '../../src/state/state-backend.ts'
import { updateState } from '../../src/state/update-state.ts'
import { systemClock, type Clock } from '../../src/util/clock.ts'
import { aResolvedCrawl } from './a-resolved-crawl.ts'
import type { Fault, FaultyCrawlService } from './faulty-crawl-service.ts'
import { RandomSource } from './random-source.ts'
import type { StateFault, TerraformStateServer } from './terraform-state-server.ts'

/** Every fault but these two, which need the whole listener. */
export const POST_FAULTS: readonly Fault[] = [
  'reset-before-headers',
  'reset-before-headers-started',
  'reset-in-headers-started',
  'reset-after-headers-started',
  'truncated-started',
  'cut-body-started',
  'wrong-json-started',
  'html-started',
  'no-id-started',
  'no-success-started',
  'endless-started',
  'redirect',
  '400',
  '401',
  '402',
  '403',
  '404-html',
  '408-started',
  '409',
  '413',
  '429',
  '429-header',
  '429-text',
  '500',
  '500-started',
  '502',
  '502-started',
  '503',
  '503-header',
  '504-started',
  'hang',
  'hang-started',
]

export interface CampaignFigures {
  runs: number
  rounds: number
  requests: number
  faults: number
  storeFailures: number
  kills: number
  jobs: number
  settled: number
  doubleSubmissions: number
  unreadableStates: number
  untruePlans: number
}

export function newFigures(): CampaignFigures {
  return {
    runs: 0,
    rounds: 0,
    requests: 0,
    faults: 0,
    storeFailures: 0,
    kills: 0,
    jobs: 0,
    settled: 0,
    doubleSubmissions: 0,
    unreadableStates: 0,
    untruePlans: 0,
  }
}

const TIMEOUT_MS = 30_000

/** Nobody sleeps; an answer is waited for until the service says that it will never come. */
class CampaignClock implements Clock {
  private nowMs = 1_800_000_000_000
  private readonly deadlines = new Set<() => void>()

  now(): number {
    return this.nowMs
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.reject(signal.reason)
    if (ms !== TIMEOUT_MS) {
      this.nowMs += ms
      return new Promise((resolve) => setImmediate(resolve))
    }
    return new Promise((resolve, reject) => {
      this.deadlines.add(resolve)
      signal?.addEventListener('abort', () => {
        this.deadlines.delete(resolve)
        reject(signal.reason)
      })
    })
  }

  expire(): void {
    this.nowMs += TIMEOUT_MS
    for (const end of this.deadlines) end()
    this.deadlines.clear()
  }
}

/** A kill at one of the steps of a process: from then on nothing that it waits for ever comes. */
class Killable {
  readonly killed: Promise<void>
  private stepsLeft: number
  private dead = false
  private die: () => void = () => {}

  constructor(steps: number) {
    this.stepsLeft = steps
    this.killed = new Promise((resolve) => {
      this.die = resolve
    })
  }

  async step(): Promise<void> {
    if (this.stepsLeft-- <= 0) {
      this.dead = true
      this.die()
    }
    if (this.dead) await new Promise<never>(() => {})
  }

  backend(inner: StateBackend, fail: () => 'before' | 'after' | undefined): StateBackend {
    return {
      environment: inner.environment,
      description: inner.description,
      read: () => inner.read(),
      compareAndSwap: async (expected, next) => {
        await this.step()
        const failure = fail()
        if (failure === 'before') throw new StateError('unavailable', 'the disk said no')
        const token = await inner.compareAndSwap(expected, next)
        await this.step()
        if (failure === 'after') throw new StateError('unavailable', 'the answer was lost')
        return token
      },
    }
  }

  client(inner: CrawlClient): CrawlClient {
    return Object.assign(Object.create(inner) as CrawlClient, {
      startCrawl: async (...args: Parameters<CrawlClient['startCrawl']>) => {
        await this.step()
        const outcome = await inner.startCrawl(...args)
        await this.step()
        return outcome
      },
    })
  }
}

export interface CampaignServers {
  readonly service: FaultyCrawlService
  readonly stateServer: TerraformStateServer
}

/** What a server of the record does wrong: before the work, or after it as a lost answer. */
const STATE_FAULTS: readonly StateFault[] = ['LOCK', 'GET', 'POST', 'UNLOCK'].flatMap((method) => [
  { method, answer: 500 },
  { method, answer: 'cut' },
])

/** One seeded life of a project: some rounds of plan and apply against faults and kills, then everything is settled. */
export class CampaignRun {
  private readonly random: RandomSource
  private readonly figures: CampaignFigures
  private readonly service: FaultyCrawlService
  private readonly stateServer: TerraformStateServer
  /** The record is on a server instead of on disk. */
  private onServer = false
  private readonly clock = new CampaignClock()
  private directory = ''
  private crawls: ResolvedCrawl[] = []

  constructor(seed: number, servers: CampaignServers, figures: CampaignFigures) {
    this.random = new RandomSource(seed)
    this.service = servers.service
    this.stateServer = servers.stateServer
    this.figures = figures
  }

  async run(): Promise<void> {
    const { random, service } = this
    this.directory = await mkdtemp(path.join(tmpdir(), 'campaign-'))
    this.onServer = random.chance(0.25)
    Object.assign(this.stateServer, { state: undefined, lock: undefined })
    service.jobs.length = 0
    service.requests.length = 0
    service.keyPolicy = random.pick(['replay', 'conflict', 'ignored'])
    service.createdAt = () => new Date(this.clock.now()).toISOString()
    service.onHang = () => this.clock.expire()
    this.crawls = Array.from({ length: 1 + random.below(4) }, (_, index) => this.declare(index, 1))
    try {
      for (let round = 2 + random.below(4); round > 0; round--) await this.round()
      await this.settleAll()
    } finally {
      service.faults.length = 0
      await rm(this.directory, { recursive: true })
    }
    this.figures.runs += 1
    this.figures.requests += service.requests.length
    this.figures.jobs += service.jobs.length
  }

  private declare(index: number, limit: number): ResolvedCrawl {
    return aResolvedCrawl({ name: `crawl-${index}`, request: { url: `https://${index}.example/`, limit } })
  }

  private async round(): Promise<void> {
    const { random, figures, service } = this
    figures.rounds += 1
    if (random.chance(0.4)) {
      const index = random.below(this.crawls.length)
      const limit = Number(this.crawls[index]?.request['limit']) + 1
      this.crawls[index] = this.declare(index, limit)
    }
    service.faults.length = 0
    for (let count = random.below(6); count > 0; count--) {
      service.faults.push(random.chance(0.3) ? 'none' : random.pick(POST_FAULTS))
    }
    const planned = service.faults.length
    const plan = await this.plan()
    const stateFaults = this.stateServer.faults
    for (let count = this.onServer ? random.below(4) : 0; count > 0; count--)
      stateFaults.push(random.pick(STATE_FAULTS))
    // Two machines at once, now and then.
    const machines = random.chance(0.25) ? 2 : 1
    await Promise.all(Array.from({ length: machines }, () => this.applyOnce(plan)))
    figures.faults += planned - service.faults.length
    service.faults.length = 0
    stateFaults.length = 0
    await this.readState()
    this.countDoubles()
  }

  private async applyOnce(plan: Plan): Promise<void> {
    const { random, figures } = this
    const process = new Killable(random.chance(0.5) ? random.below(16) : Infinity)
    const interrupt = new AbortController()
    let interruptAt = random.chance(0.2) ? random.below(8) : Infinity
    const refused = random.chance(0.05)
    const baseUrl = refused ? 'http://127.0.0.1:1' : this.service.baseUrl
    const apply = async (): Promise<void> => {
      const events = applyPlan(plan, {
        backend: process.backend(this.backend(), () => this.storeFailure()),
        client: process.client(this.client(baseUrl)),
        clock: this.clock,
        secrets: () => undefined,
        newAttempt: () => random.uuid(),
        parallelism: 1 + random.below(3),
        failFast: random.chance(0.2),
        signal: interrupt.signal,
        random: () => random.next(),
      })
      for await (const _event of events) if (interruptAt-- <= 0) interrupt.abort()
    }
    const ended = await Promise.race([apply().then(() => 'ended'), process.killed.then(() => 'killed')])
    if (ended === 'killed') figures.kills += 1
    if (refused) figures.faults += 1
  }

  private storeFailure(): 'before' | 'after' | undefined {
    if (!this.random.chance(0.04)) return undefined
    this.figures.storeFailures += 1
    return this.random.chance(0.5) ? 'before' : 'after'
  }

  private client(baseUrl = this.service.baseUrl): CrawlClient {
    return createCrawlClient({
      baseUrl,
      userAgent: 'campaign',
      clock: this.clock,
      timeoutMs: TIMEOUT_MS,
      random: () => this.random.next(),
    })
  }

  private backend(): StateBackend {
    if (!this.onServer)
      return openLocalBackend({ directory: this.directory, environment: 'local', clock: systemClock })
    const address = this.stateServer.address()
    return openHttpBackend({
      environment: 'local',
      clock: this.clock,
      userAgent: 'campaign',
      address,
      lockAddress: address,
    })
  }

  private async readState(): Promise<RecordedState | undefined> {
    try {
      return (await this.backend().read()).state
    } catch (error) {
      this.figures.unreadableStates += 1
      throw error
    }
  }

  /** The next plan, held against what the service really runs: it must not submit where it knows of too little. */
  private async plan(): Promise<Plan> {
    const state = await this.readState()
    const plan = makePlan({
      environment: 'local',
      crawls: this.crawls,
      recorded: state,
      nowMs: this.clock.now(),
    })
    const told = JSON.stringify(state ?? {})
    for (const change of plan.changes) {
      if (change.action === 'forget') continue
      const jobs = this.service.jobsFor(change.request.url)
      // An older job may have been left out of the record by a newer one; the job of the last attempt may not.
      const last = jobs.at(-1)
      const unknown = last !== undefined && !told.includes(last.id) && isSubmitting(change)
      const invented = change.action === 'keep' && jobs.at(-1)?.id !== change.job
      if (unknown || invented) this.figures.untruePlans += 1
    }
    return plan
  }

  private countDoubles(): void {
    const attempts = this.service.jobs.map((job) => job.attempt)
    const bodies = this.service.jobs.map((job) => JSON.stringify(job.body))
    this.figures.doubleSubmissions += attempts.length - new Set(attempts).size
    this.figures.doubleSubmissions += bodies.length - new Set(bodies).size
  }

  /** What people do afterwards: reconcile, say what they know, apply again. Then nothing may be left. */
  private async settleAll(): Promise<void> {
    // A killed run may have left its lock on the server; nobody takes it for alive a quarter of an hour later.
    await this.clock.sleep(16 * 60_000)
    const keyPolicy = ({ replay: 'replayed', conflict: 'refused', ignored: 'unknown' } as const)[
      this.service.keyPolicy
    ]
    const deps = {
      backend: this.backend(),
      client: this.client(),
      clock: this.clock,
      secrets: () => undefined,
      keyPolicy,
    }
    for await (const result of reconcileAttempts(undefined, deps)) {
      if (result.verdict !== 'undecided') this.figures.settled += 1
    }
    await updateState(this.backend(), (records) => this.assumeTruth(records), { clock: this.clock })
    const plan = await this.plan()
    const events = applyPlan(plan, { ...deps, newAttempt: () => this.random.uuid(), parallelism: 2 })
    for await (const event of events) {
      if (event.type === 'finished' && event.result.outcome !== 'submitted') this.figures.untruePlans += 1
    }
    this.countDoubles()
    const left = (await this.plan()).changes.filter((change) => change.action !== 'keep')
    this.figures.untruePlans += left.length
    for (const crawl of this.crawls) {
      const current = this.service
        .jobsFor(crawl.request.url)
        .filter((job) => job.body['limit'] === crawl.request['limit'])
      if (current.length !== 1) this.figures.doubleSubmissions += 1
    }
  }

  private assumeTruth(records: RecordedState['records']): RecordedState['records'] {
    let now = records
    for (const record of records.filter(isUnsettled)) {
      const job = this.service.jobs.find((one) => one.attempt === record.attempt)
      const why = 'the campaign looked it up'
      now = assumeOutcome(
        now,
        record.crawl,
        job === undefined ? { outcome: 'not-started', why } : { outcome: 'started', job: job.id, why },
      )
    }
    return now
  }
}
