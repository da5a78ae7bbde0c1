import type { Clock } from '../util/clock.ts'

/** Everything a session needs from its program. A session reads nothing from the process. */
export interface SessionDependencies {
  /** Values for `${env:NAME}` and `${secret:NAME}`; and PATH and the settings of proxies, where they are needed. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Gets messages about waits and pending outcomes: one or more lines without control characters. */
  readonly notice: (text: string) => void
  /** The program in proposed commands. Default `crawlform`. */
  readonly program?: string
}
