import { applyPlan } from '../../src/apply/apply.ts'
import { assumeOutcome, isUnsettled, reconcileAttempts } from '../../src/apply/reconcile-attempts.ts'
import { type CrawlClient, createCrawlClient } from '../../src/client/client.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import { isSubmitting, type Plan } from '../../src/plan/plan.ts'
import type { ResolvedCrawl } from '../../src/resolve/resolved-crawl.ts'
import type { RecordedState } from '../../src/state/state.ts'
import { updateState } from '../../src/state/update-state.ts'
import { aResolvedCrawl } from './a-resolved-crawl.ts'
import { CampaignClock, lyingClock, TIMEOUT_MS } from './campaign-clock.ts'
import { onDisk, type DiskFaults } from './campaign-disk.ts'
import type { CampaignFigures } from './campaign-figures.ts'
import { CampaignMachine } from './campaign-machine.ts'
import { applyInProcess } from './campaign-process.ts'
import {
  gitStore,
  httpStore,
  localStore,
  processStore,
  type CampaignStore,
  type StoreKind,
} from './campaign-stores.ts'
import type { Fault, FaultyCrawlService, FaultyJob } from './faulty-crawl-service.ts'
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
  '503-started',
  '429-hour',
  '504-started',
  'hang',
  'hang-started',
]

/** Nobody takes a lock for alive that is older than a quarter of an hour. */
const LOCK_LIFE_MS = 16 * 60_000

/** A real process waits for real. */
const WAITED_FOR = /^(?:429|503|hang)/

export interface CampaignServers {
  readonly service: FaultyCrawlService
  readonly stateServer: TerraformStateServer
  /** Where local records are kept; the place of temporary files by default. */
  readonly directory?: string
}

/** Most crawls of a project. A push costs a dozen processes, however many crawls it is about. */
const CRAWLS: Readonly<Record<StoreKind, number>> = { local: 12, http: 12, git: 24, process: 24 }

/** One seeded life of a project: some rounds of plan and apply against faults and kills, then everything is settled. */
export class CampaignRun {
  private readonly random: RandomSource
  private readonly figures: CampaignFigures
  private readonly service: FaultyCrawlService
  private readonly clock = new CampaignClock()
  private readonly store: CampaignStore | (CampaignStore & { readonly directory: string })
  /** The details of each finding, for whoever looks for its cause. */
  readonly evidence: string[] = []
  private readonly kind: StoreKind
  private machines = 0
  private crawls: ResolvedCrawl[] = []

  constructor(seed: number, kind: StoreKind, servers: CampaignServers, figures: CampaignFigures) {
    this.random = new RandomSource(seed)
    this.service = servers.service
    this.figures = figures
    this.kind = kind
    if (kind === 'git') this.store = gitStore(this.random)
    else if (kind === 'http') this.store = httpStore(servers.stateServer, this.clock, this.random)
    else if (kind === 'process') this.store = processStore(this.random)
    else this.store = localStore(servers.directory)
  }

  async run(): Promise<void> {
    const { random, service } = this
    service.jobs.length = 0
    service.requests.length = 0
    service.keyPolicy = random.pick(['replay', 'conflict', 'ignored'])
    service.createdAt = () => new Date(this.clock.now()).toISOString()
    service.onHang = () => this.clock.expire()
    this.crawls = Array.from({ length: 1 + random.below(CRAWLS[this.kind]) }, (_, index) =>
      this.declare(index, 1),
    )
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
    this.figures.unknowableDoubles += service.jobs.length - this.knowableJobs().length
  }

  private found(what: keyof CampaignFigures, evidence: unknown): void {
    this.figures[what] += 1
    this.evidence.push(`${what}: ${JSON.stringify(evidence)}`)
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
    const faults =
      this.kind === 'process' ? POST_FAULTS.filter((fault) => !WAITED_FOR.test(fault)) : POST_FAULTS
    for (let count = random.below(2 + 2 * this.crawls.length); count > 0; count--) {
      service.faults.push(random.chance(0.3) ? 'none' : random.pick(faults))
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
    if ('directory' in this.store) {
      const { directory } = this.store
      const ended = await applyInProcess(plan, { directory, baseUrl: this.service.baseUrl, random })
      if (ended === 'killed') figures.kills += 1
      return
    }
    const machine = new CampaignMachine(
      `machine-${++this.machines}`,
      random.chance(0.5) ? random.below(4 + 4 * this.crawls.length) : Infinity,
    )
    const clock = lyingClock(this.clock, random)
    const interrupt = new AbortController()
    let interruptAt = random.chance(0.2) ? random.below(4 + 4 * this.crawls.length) : Infinity
    const refused = random.chance(0.05)
    const baseUrl = refused ? 'http://127.0.0.1:1' : this.service.baseUrl
    const apply = async (): Promise<void> => {
      const events = applyPlan(plan, {
        backend: machine.backend(this.store.open(machine, clock), () => this.storeFailure()),
        client: machine.client(this.client(baseUrl)),
        clock,
        secrets: () => undefined,
        newAttempt: () => random.uuid(),
        parallelism: 1 + random.below(8),
        failFast: random.chance(0.2),
        signal: interrupt.signal,
        random: () => random.next(),
      })
      for await (const _event of events) if (interruptAt-- <= 0) interrupt.abort()
    }
    const applied = this.kind === 'local' ? onDisk(this.diskOf(machine), apply) : apply()
    const ended = await Promise.race([applied.then(() => 'ended'), machine.killed.then(() => 'killed')])
    if (ended === 'killed') figures.kills += 1
    if (refused) figures.faults += 1
  }

  private diskOf(machine: CampaignMachine): DiskFaults {
    const { random, figures } = this
    return {
      stepsLeft: random.chance(0.4) ? random.below(6 + 10 * this.crawls.length) : Infinity,
      bytesLeft: random.chance(0.12) ? random.below(1000 * this.crawls.length) : Infinity,
      isDead: () => machine.isDead,
      die: () => machine.die(),
      killed: machine.killed,
      onCut: (how) => void (figures[how === 'torn' ? 'tornWrites' : 'fullDisks'] += 1),
    }
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
      if (unknown || invented) this.found('untruePlans', { change, jobs, state })
    }
    const open = new Set((state?.records ?? []).filter(isUnsettled).map((record) => record.crawl))
    for (const change of plan.changes) if (change.action === 'in-doubt') open.delete(change.name)
    this.figures.unlisted += open.size
    return plan
  }

  private countDoubles(): void {
    const attempts = this.knowableJobs().map((job) => job.attempt)
    const bodies = this.knowableJobs().map((job) => JSON.stringify(job.body))
    for (const told of [attempts, bodies])
      for (const twice of told.filter((one, index) => told.indexOf(one) !== index))
        this.found('doubleSubmissions', twice)
  }

  /** Without those that a service began again under a key that it does not know, after it had denied the first by 503. */
  private knowableJobs(): readonly FaultyJob[] {
    const { jobs, keyPolicy } = this.service
    if (keyPolicy !== 'ignored') return jobs
    return jobs.filter(
      (job, index) => !job.isDenied || !jobs.slice(index + 1).some(({ attempt }) => attempt === job.attempt),
    )
  }

  /** What people do afterwards: reconcile, say what they know, apply again. Then nothing may be left. */
  private async settleAll(): Promise<void> {
    // A killed run may have left its lock on the server.
    await this.clock.sleep(LOCK_LIFE_MS)
    await this.unlock()
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
    const open = new Set(
      ((await this.readState())?.records ?? []).filter(isUnsettled).map((one) => one.crawl),
    )
    this.figures.undecided += open.size
    for await (const result of reconcileAttempts(undefined, deps)) {
      open.delete(result.name)
      if (result.verdict !== 'undecided') this.figures.settled += 1
    }
    this.figures.unlisted += open.size
    await updateState(this.store.look(), (records) => this.assumeTruth(records), { clock: this.clock })
    const plan = await this.plan()
    const events = applyPlan(plan, { ...deps, newAttempt: () => this.random.uuid(), parallelism: 2 })
    for await (const event of events) {
      if (event.type === 'finished' && event.result.outcome !== 'submitted') this.found('untruePlans', event)
    }
    this.countDoubles()
    const left = (await this.plan()).changes.filter((change) => change.action !== 'keep')
    for (const change of left) this.found('untruePlans', change)
    for (const crawl of this.crawls) {
      const current = this.knowableJobs().filter(
        ({ body }) => body['url'] === crawl.request.url && body['limit'] === crawl.request['limit'],
      )
      if (current.length !== 1) this.found('doubleSubmissions', current)
    }
  }

  /** A machine whose clock is years ahead has left a lock that does not grow old: people break it, as the message says. */
  private async unlock(): Promise<void> {
    const store = this.store.look()
    const lock = /state unlock ([0-9a-f-]{36})/
    await updateState(store, (records) => records.map((record) => ({ ...record })), {
      clock: this.clock,
    }).catch((error: unknown) => store.unlock?.(lock.exec(String(error))?.[1] ?? 'none'))
  }

  private assumeTruth(records: RecordedState['records']): RecordedState['records'] {
    let now = records
    for (const record of records.filter(isUnsettled)) {
      const job = this.knowableJobs().find((one) => one.attempt === record.attempt)
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
