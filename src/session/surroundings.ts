import type { Clock } from '../util/clock.ts'

/** What a session gets from the program around it. It reads nothing from the process itself. */
export interface Surroundings {
  /** Values for `${env:NAME}` and `${secret:NAME}`; and PATH and the settings of proxies, where they are needed. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Told what is waited for and what was left behind: one or more lines without control characters. */
  readonly notice: (text: string) => void
  /** How the command line is called in commands that are proposed; `crawlform` without it. */
  readonly program?: string
}
