import type { Cli, Options } from '../arguments/command.ts'
import { assumeOutcome, isUnsettled, reconcileAttempts } from '../../apply/reconcile-attempts.ts'
import type { Assumption, KeyPolicy, ReconcileResult } from '../../apply/reconcile-attempts.ts'
import { type EnvironmentSpec, supportsIdempotencyKeys, serviceKind } from '../../validate/crawl-spec.ts'
import type { JobRecord } from '../../state/state.ts'
import { updateState } from '../../state/update-state.ts'
import { isGlob } from '../../util/glob.ts'
import { plural, printable, shellQuote } from '../../util/text.ts'
import { type ExitStatus, exitStatus, UsageError } from '../process/failures.ts'
import { selectRecords, type StateAction, type StateTarget } from './state.ts'

/** Settles attempts whose outcome is unknown. The status is 4 while some are left. */
export const reconcile: StateAction = async (cli, target) => {
  const { session } = target
  const { backend, project } = session
  const assumption = readAssumption(cli.options)
  if (assumption !== undefined) checkAssumption(cli.options, target)
  for (const { file, records } of await session.recordPending())
    cli.stdout.say(`${plural(records.length, 'outcome')} of ${printable(file)} recorded.\n`)
  const unsettled = selectRecords(target, await session.records()).filter(isUnsettled)
  const selected = new Set(unsettled.map(({ crawl }) => crawl))
  if (selected.size === 0) {
    cli.stdout.say('Nothing is in doubt.\n')
    return exitStatus.ok
  }
  if (assumption !== undefined) return assume(cli, target, selected, assumption)
  const { client } = await session.service()
  const results: ReconcileResult[] = []
  const settled = reconcileAttempts(selected, {
    backend,
    client,
    clock: cli.clock,
    secrets: (name) => cli.env[name],
    requestOf: (name) => project.resolved.find((crawl) => crawl.name === name)?.request,
    keyPolicy: keyPolicyOf(project.environment),
  })
  for await (const result of settled) {
    results.push(result)
    cli.stdout.say(resultText(result))
  }
  const undecided = results.filter(({ verdict }) => verdict === 'undecided')
  if (undecided.length === 0) return exitStatus.ok
  const names = undecided.map(({ name }) => name)
  cli.stderr.say(adviceText(names, backend.environment))
  return exitStatus.submissions
}

function keyPolicyOf(environment: EnvironmentSpec): KeyPolicy {
  if (!supportsIdempotencyKeys(environment)) return 'unknown'
  // The project's description of a service may be wrong.
  return serviceKind(environment) === 'embedded' ? 'replayed' : 'refused'
}

function readAssumption(options: Options): Assumption | undefined {
  const outcome = options.text('assume')
  const why = options.text('why')
  const job = options.text('job')
  if (outcome === undefined) {
    if (why !== undefined || job !== undefined)
      throw new UsageError('"--why" and "--job" need "--assume started" or "--assume not-started".')
    return undefined
  }
  if (why === undefined || why.trim() === '')
    throw new UsageError('"--assume" needs "--why", which is stored in the record.')
  if (outcome === 'started') return { outcome, why, ...(job === undefined ? {} : { job }) }
  if (job !== undefined) throw new UsageError('"--job" needs "--assume started".')
  return { outcome: 'not-started', why }
}

function checkAssumption(options: Options, { names }: StateTarget): void {
  if (names.length === 0) throw new UsageError('"--assume" needs the name of a crawl.')
  if (options.text('job') !== undefined && (names.length > 1 || names.some((name) => isGlob(name))))
    throw new UsageError('"--job" needs the name of exactly one crawl.')
}

async function assume(
  cli: Cli,
  { session }: StateTarget,
  selected: ReadonlySet<string>,
  assumption: Assumption,
): Promise<ExitStatus> {
  const assumeAll = (records: readonly JobRecord[]) =>
    [...selected].reduce((now, crawl) => assumeOutcome(now, crawl, assumption), records)
  await updateState(session.backend, assumeAll, cli)
  const outcome = assumption.outcome === 'started' ? 'started' : 'not started'
  for (const crawl of selected) cli.stdout.say(`${printable(crawl)}: recorded as ${outcome}\n`)
  if (assumption.outcome === 'started' && assumption.job === undefined) {
    cli.stderr.say(
      'Without "--job", the job is unknown: it cannot be waited for, cancelled or replaced, and its results cannot be read.\n',
    )
  }
  return exitStatus.ok
}

function resultText({ name, verdict, job, because, candidates = [] }: ReconcileResult): string {
  const verdicts = { started: 'started', 'not-started': 'not started', undecided: 'still in doubt' }
  const which = job === undefined ? '' : `, job ${printable(job)}`
  const lines = [`${printable(name)}: ${verdicts[verdict]}${which}: ${printable(because)}`]
  for (const candidate of candidates) lines.push(`  it may be job ${printable(candidate)}`)
  return `${lines.join('\n')}\n`
}

/** Returns advice for attempts whose outcome cannot be queried. */
function adviceText(undecided: readonly string[], environment: string): string {
  const command = (...more: readonly string[]): string =>
    ['crawlform', 'state', 'reconcile', ...undecided, '--env', environment, ...more].map(shellQuote).join(' ')
  return [
    'help: Look for the crawls in the dashboard of the service, then record what you found:',
    `  ${command('--assume')} started|not-started --why REASON [--job ID]`,
    '',
  ].join('\n')
}
