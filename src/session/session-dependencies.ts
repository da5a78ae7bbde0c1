import type { Clock } from '../util/clock.ts'

/** The parts of the process that a session needs. It reads nothing else from the process. */
export interface SessionDependencies {
  /** Values for `${env:NAME}` and `${secret:NAME}`, PATH, and the settings of proxies. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Gets messages about waits and pending outcomes: one or more lines without control characters. */
  readonly notice: (text: string) => void
  /** The program in proposed commands. Default `crawlform`. */
  readonly program?: string
}
