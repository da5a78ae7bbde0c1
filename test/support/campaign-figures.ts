/** What a campaign counts. */
const NAMES = [
  'runs',
  'rounds',
  /** To the service. */
  'requests',
  'faults',
  'storeFailures',
  'kills',
  /** Writes that a kill cut, and writes that a full disk did. */
  'tornWrites',
  'fullDisks',
  'jobs',
  /** Attempts that a run left open, and how many of them `state reconcile` settled. */
  'undecided',
  'settled',
  /** Double submissions at a service without idempotency keys that starts a job and answers 503. No client can know. */
  'unknowableDoubles',
  // These have to stay 0.
  'doubleSubmissions',
  'unreadableStates',
  'untruePlans',
  /** Open attempts that a plan or `state reconcile` did not name. */
  'unlisted',
] as const

export type CampaignFigures = Record<(typeof NAMES)[number], number>

export function newFigures(): CampaignFigures {
  return Object.fromEntries(NAMES.map((name) => [name, 0])) as CampaignFigures
}
