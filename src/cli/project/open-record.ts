import { sayAbout } from '../output/terminal.ts'
import type { Cli } from '../arguments/command.ts'
import { recordedJob, type RecordedJob } from '../../plan/last-job.ts'
import { remindOfPending } from '../../session/pending-outcomes.ts'
import type { SelectedCrawl } from '../../session/read-jobs.ts'
import { Session } from '../../session/session.ts'
import { openProjectFile, sessionDependenciesOf } from './project.ts'
import { selectNames } from '../../session/select-names.ts'

/** The selected crawls as recorded, for commands that follow submissions. */
export interface OpenedRecord {
  readonly session: Session
  /** By name, sorted, with declared crawls that have no record. */
  readonly crawls: readonly SelectedCrawl[]
}

/** Opens the record. @throws {Ended} when the project file has errors */
export async function openRecord(cli: Cli): Promise<OpenedRecord> {
  const loaded = await openProjectFile(cli)
  const deps = sessionDependenciesOf(cli)
  const session = new Session(loaded, deps)
  remindOfPending(deps, loaded.root, loaded.environment.name)
  const records = new Map((await session.records()).map((record) => [record.crawl, record]))
  const declared = loaded.resolved.map((crawl) => crawl.name)
  const known = [...declared, ...records.keys()]
  const offered = known.filter((name) => declared.includes(name) || records.get(name)?.phase !== 'forgotten')
  const selected = [...selectNames(cli.args, known, { offered, declared: loaded.resolved })].sort()
  const crawls = selected.map((name) => ({ name, record: records.get(name) }))
  // Forgotten crawls are shown only to those who name them.
  const shown = crawls.filter(({ record }) => cli.args.length > 0 || record?.phase !== 'forgotten')
  return { session, crawls: shown }
}

/** Returns the crawls that have a job, with the last one that is known to have started. */
export function jobsOf({ crawls }: OpenedRecord): readonly RecordedJob[] {
  return crawls.flatMap(({ record }) => recordedJob(record) ?? [])
}

/** Reports the named crawls that are not in `found`, the crawls with a job. Begins with `nothing` if no crawl has one. */
export function sayUnrecorded(
  cli: Cli,
  { crawls }: OpenedRecord,
  found: readonly { readonly crawl: string }[],
  nothing: string,
): void {
  if (found.length === 0) return cli.stderr.say(`${nothing}: no job is recorded.\n`)
  // Without names, all jobs are meant.
  for (const { name } of cli.args.length === 0 ? [] : crawls)
    if (!found.some(({ crawl }) => crawl === name)) sayAbout(cli, name, 'no job is recorded')
}
