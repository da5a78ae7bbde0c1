import { readNamed } from '../../util/files.ts'
import type { Cli } from '../arguments/command.ts'
import { commandLine } from '../arguments/command-line.ts'
import type { Plan } from '../../plan/plan.ts'
import { Session } from '../../session/session.ts'
import { loadFromOptions, openProject, sessionDependenciesOf, showDiagnostics } from './project.ts'
import path from 'node:path'
import { parseSavedPlan, SavedPlanError, stalePart } from '../../plan/saved-plan.ts'
import { plural, printable } from '../../util/text.ts'
import { Ended, exitStatus, UsageError } from '../process/failures.ts'
import type { LoadedProject } from '../../load/load.ts'
import type { ResolvedCrawl } from '../../resolve/resolved-crawl.ts'
import { compareRequests } from '../../plan/make-plan.ts'
import { embeddedRefusals } from '../../session/embedded-refusals.ts'
import { selectNames } from '../../session/select-names.ts'
import { canonicalJson } from '../../util/json.ts'
import { GitError } from '../../git/git.ts'
import { gitFiles } from './git-files.ts'
import { secretRedactor } from '../../session/session-dependencies.ts'

export interface PreparedPlan {
  readonly session: Session
  readonly plan: Plan
}

/**
 * Returns the plan that the command's arguments ask for.
 * @throws {Ended} when the files have errors, or there is no crawl, neither in files nor in the record
 */
export async function preparePlan(cli: Cli): Promise<PreparedPlan> {
  const loaded = await openProject(cli)
  const session = new Session(loaded, sessionDependenciesOf(cli))
  const { args, options } = cli
  const revision = options.text('changed')
  const among = revision === undefined ? undefined : changedSince(cli, loaded, revision)
  const plan = await session.plan({ names: args, among, rerun: options.flag('rerun') })
  if (loaded.crawls.length === 0 && plan.changes.length === 0) {
    if (loaded.diagnostics.length > 0) await showDiagnostics(cli, loaded)
    cli.stderr.say('Nothing to plan: the project has no crawls.\n')
    throw new Ended(exitStatus.configuration)
  }
  return { session, plan }
}

/** Returns the command line that applies `plan`, or the plan saved as `file`: the same selection and overrides. */
export function applyCommand(cli: Cli, { digest }: Plan, file?: string): string {
  const { args, options } = cli
  const changed = options.text('changed')
  const words = [
    ...options.list('set').flatMap((setting) => ['--set', setting]),
    ...(changed === undefined ? [] : ['--changed', changed]),
    ...(options.flag('rerun') ? ['--rerun'] : []),
    ...(file === undefined ? ['--expect', digest] : ['--plan', file]),
  ]
  return commandLine(cli, ['apply', ...args], words)
}

/**
 * Returns the plan to apply: the current one, or with `--plan` the part of the saved one that still holds. A saved plan or a
 * matching digest counts as approval.
 * @throws {Ended} when the plan is no longer what was approved
 */
export function choosePlan(cli: Cli, current: Plan): { readonly plan: Plan; readonly isApproved: boolean } {
  const file = cli.options.text('plan')
  const expected = cli.options.text('expect')
  if (file !== undefined)
    return { plan: savedPlan(cli, path.resolve(cli.cwd, file), current), isApproved: true }
  if (expected === undefined) return { plan: current, isApproved: false }
  if (!/^[0-9a-f]{64}$/.test(expected)) {
    throw new UsageError(`"--expect" is "${expected}", but a digest is 64 hexadecimal digits.`)
  }
  if (expected !== current.digest) refuseStale(cli, [`the plan's digest is ${current.digest} now`])
  return { plan: current, isApproved: true }
}

function savedPlan(cli: Cli, file: string, current: Plan): Plan {
  try {
    const saved = parseSavedPlan(readNamed(file).toString())
    const stale = stalePart(saved, current)
    if (stale.length === 0) return saved
    const reasons = stale.map(({ name, reason }) => `${printable(name)}: ${printable(reason)}`)
    return refuseStale(cli, reasons)
  } catch (error) {
    if (error instanceof SavedPlanError) return refuseStale(cli, [error.message])
    throw error
  }
}

function refuseStale(cli: Cli, reasons: readonly string[]): never {
  const lines = reasons.map((reason) => `  ${reason}\n`)
  cli.stderr.say(`Nothing was submitted: the current plan differs from the approved one.\n${lines.join('')}`)
  throw new Ended(exitStatus.approval)
}

/**
 * Compares the requests of the files now, which are `loaded`, with those at a git revision.
 * @throws {Ended} when the files have errors
 */
export async function compareWithRevision(cli: Cli, revision: string) {
  const after = await openProject(cli)
  const before = loadAtRevision(cli, after, revision)
  const names = [...before.crawls, ...after.crawls].map(({ name }) => name)
  const selected = selectNames(cli.args, names, { declared: after.resolved })
  const isSelected = ({ name }: ResolvedCrawl): boolean => selected.has(name)
  const wanted = after.crawls.filter(isSelected)
  const plan = compareRequests({
    environment: after.environment.name,
    before: before.crawls.filter(isSelected),
    after: wanted,
    lacking: await embeddedRefusals(cli, after.environment, wanted),
    budgetPages: after.project.budget?.pages,
    budgetCredits: after.project.budget?.credits,
  })
  return { plan, loaded: after, comparedWith: revision }
}

/** Returns the project at a git revision, read only from git's objects. Prints the number of its errors on stderr. */
function loadAtRevision(cli: Cli, after: LoadedProject, revision: string): LoadedProject {
  const { root: cwd } = after
  try {
    const files = gitFiles(cwd, revision, cli.env)
    const before = loadFromOptions({ ...cli, cwd }, { files, mayBeEmpty: true })
    const errors = before.diagnostics.filter(({ severity }) => severity === 'error')
    if (errors.length > 0)
      cli.stderr.say(
        `The files have ${plural(errors.length, 'error')} at ${printable(revision)}; crawls that could not be read there are shown as added.\n\n`,
      )
    return before
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    // git repeats what is configured and, in a partial clone, what a server says.
    throw new GitError(secretRedactor(cli, after).text(error.message))
  }
}

/**
 * Returns the names of crawls that differ between `after` and the revision, or that only one of them has. Inherited settings
 * (project file, prompt lock, profiles) count like the crawl's own file.
 */
function changedSince(cli: Cli, after: LoadedProject, revision: string): ReadonlySet<string> {
  const contentsOf = ({ crawls }: LoadedProject): ReadonlyMap<string, string> =>
    new Map(
      crawls.map(({ name, request, refreshMs, expect, ignore }) => [
        name,
        canonicalJson([request, refreshMs ?? null, expect ?? null, ignore]),
      ]),
    )
  const [old, now] = [contentsOf(loadAtRevision(cli, after, revision)), contentsOf(after)]
  return new Set([...old.keys(), ...now.keys()].filter((name) => old.get(name) !== now.get(name)))
}
