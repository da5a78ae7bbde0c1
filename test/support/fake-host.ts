import { type Host, readerHost } from '../../src/cli/process/host.ts'
import type { Clock } from '../../src/util/clock.ts'
import { FakeClock } from './fake-clock.ts'

export interface HostWish {
  readonly argv?: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  /** Standard input, output and error are a terminal. */
  readonly terminal?: boolean
  readonly columns?: number
  /** What a person types, line by line. */
  readonly input?: readonly string[]
  readonly clock?: Clock
}

export interface FakeHost extends Host {
  out(): string
  err(): string
  /** Both in the order of writing, as a terminal shows them. */
  all(): string
  interrupt(): void
}

/** A process whose streams are strings. */
export function fakeHost(wish: HostWish = {}): FakeHost {
  const written = { stdout: '', stderr: '', all: '' }
  const controller = new AbortController()
  const input = [...(wish.input ?? [])]
  const isTerminal = wish.terminal === true
  const stream = (name: 'stdout' | 'stderr') => ({
    isTerminal,
    columns: wish.columns ?? 80,
    write: (text: string) => {
      written[name] += text
      written.all += text
    },
  })
  const host = readerHost({
    argv: wish.argv ?? [],
    env: wish.env ?? {},
    cwd: wish.cwd ?? '/',
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    stdin: {
      isTerminal,
      readLine: () => Promise.resolve(input.shift()),
      readAll: () => Promise.resolve(new TextEncoder().encode(input.splice(0).join('\n'))),
    },
    clock: wish.clock ?? new FakeClock(),
    interruption: () => controller.signal,
    wasInterrupted: () => controller.signal.aborted,
  })
  return {
    ...host,
    out: () => written.stdout,
    err: () => written.stderr,
    all: () => written.all,
    interrupt: () => controller.abort(new Error('interrupted')),
  }
}
