import { applyPlan } from '../../src/apply/apply-plan.lazy.ts'
import { assumeOutcome, isUnsettled, reconcileAttempts } from '../../src/apply/reconcile-attempts.ts'
import type { CrawlClient } from '../../src/client/crawl-client.ts'
import { createCrawlClient } from '../../src/client/create-crawl-client.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import { isSubmitting, type Plan } from '../../src/plan/plan.ts'
import type { ResolvedCrawl } from '../../src/resolve/resolved-crawl.ts'
import type { RecordedState } from '../../src/state/recorded-state.ts'
import { updateState } from '../../src/state/update-state.ts'
import type { Clock } from '../../src/util/clock.ts'
import { aResolvedCrawl } from './a-resolved-crawl.ts'
import { CampaignMachine } from './campaign-machine.ts'
import { gitStore, httpStore, localStore, type CampaignStore, type StoreKind } from './campaign-stores.ts'
import type { Fault, FaultyCrawlService } from './faulty-crawl-service.ts'
import { RandomSource } from './random-source.ts'
import type { TerraformStateServer } from './terraform-state-server.ts'

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
/** Nobody takes a lock for alive that is older than a quarter of an hour. */
const LOCK_LIFE_MS = 16 * 60_000

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

export interface CampaignServers {
  readonly service: FaultyCrawlService
  readonly stateServer: TerraformStateServer
}

/** One seeded life of a project: some rounds of plan and apply against faults and kills, then everything is settled. */
export class CampaignRun {
  private readonly random: RandomSource
  private readonly figures: CampaignFigures
  private readonly service: FaultyCrawlService
  private readonly clock = new CampaignClock()
  private readonly store: CampaignStore
  private machines = 0
  private crawls: ResolvedCrawl[] = []

  constructor(seed: number, kind: StoreKind, servers: CampaignServers, figures: CampaignFigures) {
    this.random = new RandomSource(seed)
    this.service = servers.service
    this.figures = figures
    if (kind === 'git') this.store = gitStore(this.random)
    else if (kind === 'http') this.store = httpStore(servers.stateServer, this.clock, this.random)
    else this.store = localStore()
  }

  async run(): Promise<void> {
    const { random, service } = this
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
      this.store.remove()
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
    // A lock that a killed run left on a server is not waited for within a round.
    if (random.chance(0.5)) await this.clock.sleep(LOCK_LIFE_MS)
    this.store.plan()
    // Two machines at once, now and then.
    const machines = random.chance(0.25) ? 2 : 1
    await Promise.all(Array.from({ length: machines }, () => this.applyOnce(plan)))
    figures.faults += planned - service.faults.length
    figures.storeFailures += this.store.calm()
    service.faults.length = 0
    await this.readState()
    this.countDoubles()
  }

  private async applyOnce(plan: Plan): Promise<void> {
    const { random, figures } = this
    const machine = new CampaignMachine(
      `machine-${++this.machines}`,
      random.chance(0.5) ? random.below(16) : Infinity,
    )
    const interrupt = new AbortController()
    let interruptAt = random.chance(0.2) ? random.below(8) : Infinity
    const refused = random.chance(0.05)
    const baseUrl = refused ? 'http://127.0.0.1:1' : this.service.baseUrl
    const apply = async (): Promise<void> => {
      const events = applyPlan(plan, {
        backend: machine.backend(this.store.open(machine), () => this.storeFailure()),
        client: machine.client(this.client(baseUrl)),
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
    const ended = await Promise.race([apply().then(() => 'ended'), machine.killed.then(() => 'killed')])
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

  private async readState(): Promise<RecordedState | undefined> {
    try {
      return (await this.store.look().read()).state
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
    // A killed run may have left its lock on the server.
    await this.clock.sleep(LOCK_LIFE_MS)
    const keyPolicy = ({ replay: 'replayed', conflict: 'refused', ignored: 'unknown' } as const)[
      this.service.keyPolicy
    ]
    const deps = {
      backend: this.store.look(),
      client: this.client(),
      clock: this.clock,
      secrets: () => undefined,
      keyPolicy,
    }
    for await (const result of reconcileAttempts(undefined, deps)) {
      if (result.verdict !== 'undecided') this.figures.settled += 1
    }
    await updateState(this.store.look(), (records) => this.assumeTruth(records), { clock: this.clock })
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
