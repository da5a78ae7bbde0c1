import { readFileSync, rmSync } from 'node:fs'
import {
  assumeOutcome,
  isUnsettled,
  reconcileAttempts,
  type Assumption,
  type KeyPolicy,
  type ReconcileResult,
} from '../../apply/reconcile-attempts.ts'
import { recordUnrecorded } from '../../apply/record-unrecorded.ts'
import { serviceKind } from '../../resolve/service-kind.ts'
import { parseUnrecorded } from '../../state/unrecorded-state.ts'
import { updateState } from '../../state/update-state.ts'
import { plural } from '../../util/plural.ts'
import { printable } from '../../util/printable.ts'
import { exitStatus, type ExitStatus } from '../exit-status.ts'
import type { Host } from '../host.ts'
import { openService } from '../open-service.ts'
import type { Options } from '../options.ts'
import { unrecordedFile } from '../report-unrecorded.ts'
import { selectNames } from '../select-crawls.ts'
import { UsageError } from '../usage-error.ts'
import type { StateAction, StateTarget } from './state-action.ts'

const keyPolicies: Readonly<Record<ReturnType<typeof serviceKind>, KeyPolicy>> = {
  embedded: 'replayed',
  hosted: 'refused',
  'self-hosted': 'unknown',
}

/** Settles attempts whose outcome is unknown; the status is 4 while some still are. */
export const reconcile: StateAction = async (host, { options }, target) => {
  const { names, backend, loaded } = target
  await recordKept(host, target)
  const { state } = await backend.read()
  const unsettled = (state?.records ?? []).filter(isUnsettled).map((record) => record.crawl)
  const selected = names.length === 0 ? new Set(unsettled) : selectNames(names, unsettled)
  if (selected.size === 0) {
    host.stdout.write('Nothing is in doubt.\n')
    return exitStatus.ok
  }
  const assumption = readAssumption(options)
  if (assumption !== undefined) return assume(host, target, selected, assumption)
  const service = await openService(host, loaded)
  const results: ReconcileResult[] = []
  try {
    const settled = reconcileAttempts(selected, {
      backend,
      client: service.client,
      clock: host.clock,
      secrets: (name) => host.env[name],
      keyPolicy: keyPolicies[serviceKind(loaded.environment)],
    })
    for await (const result of settled) {
      results.push(result)
      host.stdout.write(resultText(result))
    }
  } finally {
    await service.close()
  }
  return results.some(({ verdict }) => verdict === 'undecided') ? exitStatus.submissions : exitStatus.ok
}

/** Outcomes that an earlier run knew and could not store. */
async function recordKept(host: Host, { backend, loaded }: StateTarget): Promise<void> {
  const file = unrecordedFile(loaded.root)
  const text = readIfThere(file)
  if (text === undefined) return
  const kept = parseUnrecorded(text, file)
  if (kept.environment !== backend.environment) return
  await updateState(backend, (records) => recordUnrecorded(records, kept.records), { clock: host.clock })
  rmSync(file)
  host.stdout.write(`${plural(kept.records.length, 'outcome')} of ${printable(file)} recorded.\n`)
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function readAssumption(options: Options): Assumption | undefined {
  const outcome = options.text('assume')
  const why = options.text('why')
  if (outcome === undefined) return undefined
  if (why === undefined) throw new UsageError('"--assume" needs "--why": it is kept in the record.')
  if (outcome === 'not-started') return { outcome, why }
  const job = options.text('job')
  return { outcome: 'started', why, ...(job === undefined ? {} : { job }) }
}

async function assume(
  host: Host,
  { names, backend }: StateTarget,
  selected: ReadonlySet<string>,
  assumption: Assumption,
): Promise<ExitStatus> {
  if (names.length === 0) throw new UsageError('"--assume" needs the name of the crawl that it is about.')
  await updateState(
    backend,
    (records) => [...selected].reduce((now, crawl) => assumeOutcome(now, crawl, assumption), records),
    { clock: host.clock },
  )
  const said = assumption.outcome === 'started' ? 'started' : 'not started'
  for (const crawl of selected) host.stdout.write(`${printable(crawl)}: taken for ${said}\n`)
  return exitStatus.ok
}

function resultText({ name, verdict, job, because, candidates = [] }: ReconcileResult): string {
  const verdicts = { started: 'started', 'not-started': 'not started', undecided: 'still in doubt' }
  const which = job === undefined ? '' : `, job ${printable(job)}`
  const lines = [`${printable(name)}: ${verdicts[verdict]}${which}: ${printable(because)}`]
  for (const candidate of candidates) lines.push(`  it may be job ${printable(candidate)}`)
  if (verdict === 'undecided') {
    lines.push(
      `  help: crawlform state reconcile ${name} --assume started|not-started --why REASON [--job ID]`,
    )
  }
  return `${lines.join('\n')}\n`
}
