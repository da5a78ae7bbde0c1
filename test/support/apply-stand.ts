import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ApplyEvent, ApplyResult } from '../../src/apply/apply-event.ts'
import { applyPlan, type ApplyDeps } from '../../src/apply/apply.ts'
import {
  reconcileAttempts,
  type ReconcileDeps,
  type ReconcileResult,
} from '../../src/apply/reconcile-attempts.ts'
import { type CrawlClient, type CrawlClientOptions, createCrawlClient } from '../../src/client/client.ts'
import { makePlan, type PlanInput } from '../../src/plan/make-plan.ts'
import type { Plan } from '../../src/plan/plan.ts'
import type { ResolvedCrawl } from '../../src/resolve/resolved-crawl.ts'
import { openLocalBackend } from '../../src/state/local-backend.ts'
import type { JobRecord, StateBackend } from '../../src/state/state.ts'
import { systemClock } from '../../src/util/clock.ts'
import { aState } from './a-record.ts'
import { FakeClock, NapClock } from './fake-clock.ts'
import { FaultyCrawlService } from './faulty-crawl-service.ts'

/** A service with scripted failures, a record on this disk, and functions that plan and apply with them. */
export class ApplyStand {
  readonly service = new FaultyCrawlService()
  readonly clock = new FakeClock({ skipSleeps: true })
  readonly backend: StateBackend
  readonly directory: string
  private attempts = 0

  static async open(): Promise<ApplyStand> {
    const stand = new ApplyStand(await mkdtemp(path.join(tmpdir(), 'apply-')))
    await stand.service.listen()
    return stand
  }

  private constructor(directory: string) {
    this.directory = directory
    this.backend = openLocalBackend({ directory, environment: 'local', clock: systemClock })
  }

  async close(): Promise<void> {
    await this.service.close()
    await rm(this.directory, { recursive: true })
  }

  client(options: Partial<CrawlClientOptions> = {}): CrawlClient {
    const { baseUrl } = this.service
    return createCrawlClient({
      baseUrl,
      userAgent: 'test',
      clock: new NapClock(),
      random: () => 0,
      ...options,
    })
  }

  /** Takes `records` for what was recorded until now. */
  async record(...records: JobRecord[]): Promise<void> {
    await this.backend.compareAndSwap((await this.backend.read()).token, aState(...records))
  }

  async records(): Promise<readonly JobRecord[]> {
    return (await this.backend.read()).state?.records ?? []
  }

  deps(change: Partial<ApplyDeps> = {}): ApplyDeps {
    return {
      backend: this.backend,
      client: this.client(),
      clock: this.clock,
      secrets: () => undefined,
      newAttempt: () => `00000000-0000-4000-8000-${String(++this.attempts).padStart(12, '0')}`,
      parallelism: 2,
      random: () => 0.5,
      ...change,
    }
  }

  async planOf(crawls: readonly ResolvedCrawl[], input: Partial<PlanInput> = {}): Promise<Plan> {
    const { state } = await this.backend.read()
    return makePlan({ environment: 'local', crawls, recorded: state, nowMs: this.clock.now(), ...input })
  }

  /** The results are sorted by the names of their crawls. */
  async apply(
    plan: Plan,
    change: Partial<ApplyDeps> = {},
  ): Promise<{ readonly events: ApplyEvent[]; readonly results: ApplyResult[] }> {
    const events: ApplyEvent[] = []
    for await (const event of applyPlan(plan, this.deps(change))) events.push(event)
    const results = events.flatMap((event) => (event.type === 'finished' ? [event.result] : []))
    return { events, results: results.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
  }

  async reconcile(
    change: Partial<ReconcileDeps> & Pick<ReconcileDeps, 'keyPolicy'>,
    names?: readonly string[],
  ): Promise<ReconcileResult[]> {
    const deps = { ...this.deps(), clock: new NapClock(), ...change }
    const results: ReconcileResult[] = []
    for await (const result of reconcileAttempts(names && new Set(names), deps)) results.push(result)
    return results
  }
}
