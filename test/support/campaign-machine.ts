import type { CrawlClient } from '../../src/client/client.ts'
import { StateError, type StateBackend } from '../../src/state/state.ts'

/** One process of a campaign, which may be killed: from then on nothing that it waits for ever comes. */
export class CampaignMachine {
  /** What it calls itself in requests. */
  readonly name: string
  readonly killed: Promise<void>
  isDead = false
  private stepsLeft: number
  private tellDeath: () => void = () => {}

  /** `steps`: submissions and writes begun or ended until it is killed. */
  constructor(name: string, steps: number) {
    this.name = name
    this.stepsLeft = steps
    this.killed = new Promise((resolve) => {
      this.tellDeath = resolve
    })
  }

  die(): void {
    this.isDead = true
    this.tellDeath()
  }

  /** The store's backend as this process sees it; `fail` says what goes wrong with the next write. */
  backend(inner: StateBackend, fail: () => 'before' | 'after' | undefined): StateBackend {
    const write = async <T>(act: () => Promise<T>): Promise<T> => {
      await this.step()
      const failure = fail()
      if (failure === 'before') throw new StateError('unavailable', 'the disk said no')
      const result = await this.whileAlive(act())
      await this.step()
      if (failure === 'after') throw new StateError('unavailable', 'the answer was lost')
      return result
    }
    const append = inner.append?.bind(inner)
    const fold = inner.fold?.bind(inner)
    return {
      environment: inner.environment,
      description: inner.description,
      read: () => this.whileAlive(inner.read()),
      compareAndSwap: (expected, next) => write(() => inner.compareAndSwap(expected, next)),
      ...(append && { append: (expected, next) => write(() => append(expected, next)) }),
      ...(fold && { fold: () => write(() => fold()) }),
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

  private async step(): Promise<void> {
    if (this.stepsLeft-- <= 0) this.die()
    await this.whileAlive(Promise.resolve())
  }

  /** The dead hear neither of success nor of failure. */
  private async whileAlive<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } finally {
      if (this.isDead) await new Promise<never>(() => {})
    }
  }
}
