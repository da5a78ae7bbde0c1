/** What each exit status means. Scripts rely on these numbers. */
export const exitStatus = {
  ok: 0,
  /** The configuration has errors: schema, lint, tests, budget. */
  configuration: 1,
  /** `plan --detailed-exitcode`: there are changes. */
  changes: 2,
  /** Disk, network or service failed. */
  world: 3,
  /** `apply` ended with crawls that failed or are in doubt. */
  submissions: 4,
  /** A crawl that was waited for failed, was cancelled, timed out, or missed its expectations. */
  crawl: 5,
  /** Stale plan, other digest, lost race for the state, or approval needed. */
  approval: 6,
  usage: 64,
  bug: 70,
  interrupted: 130,
} as const

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus]
