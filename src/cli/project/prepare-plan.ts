import { type Cli, commandLine } from '../arguments/command.ts'
import type { Plan } from '../../plan/plan.ts'
import { Session } from '../../session/session.ts'
import { loadFromOptions, openProject, sessionDependenciesOf, showDiagnostics } from './project.ts'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSavedPlan, SavedPlanError, stalePart } from '../../plan/saved-plan.ts'
import { printable } from '../../util/printable.ts'
import { exitStatus } from '../process/exit-status.ts'
import { Ended, UsageError } from '../process/failures.ts'
import type { LoadedProject } from '../../load/load.ts'
import type { ResolvedCrawl } from '../../resolve/resolved-crawl.ts'
import { compareRequests } from '../../plan/compare-requests.ts'
import { embeddedRefusals } from '../../session/embedded-refusals.ts'
import { budgetOf } from '../../session/budget.ts'
import { selectNames } from '../../session/select-names.ts'
import { hasErrors } from '../../diagnostics/diagnostic.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import { plural } from '../../util/plural.ts'
import { GitError } from '../../git/git.ts'
import { gitFiles } from './git-files.ts'
import { secretRedactor } from '../../session/known-secrets.ts'

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
  const plan = await session.plan({ names: args, among, rerun: options.flag('rerun') === true })
  if (loaded.crawls.length === 0 && plan.changes.length === 0) {
    if (loaded.diagnostics.length > 0) await showDiagnostics(cli, loaded)
    cli.stderr.say('Nothing to plan: the project has no crawls.\n')
    throw new Ended(exitStatus.configuration)
  }
  return { session, plan }
}

/** Returns the command line that applies exactly `plan`: the same selection and overrides, tied to its digest. */
export function applyPlanCommand(cli: Cli, plan: Plan): string {
  return applyLine(cli, ['--expect', plan.digest])
}

/** Returns the command line that applies a saved plan. */
export function applySavedCommand(cli: Cli, file: string): string {
  return applyLine(cli, ['--plan', file])
}

function applyLine(cli: Cli, which: readonly string[]): string {
  const { args, options } = cli
  const changed = options.text('changed')
  return commandLine(
    cli,
    ['apply', ...args],
    [
      ...options.list('set').flatMap((setting) => ['--set', setting]),
      ...(changed === undefined ? [] : ['--changed', changed]),
      ...(options.flag('rerun') === true ? ['--rerun'] : []),
      ...which,
    ],
  )
}

/**
 * Returns the plan to apply: the one just made, or with `--plan` the saved one as far as it still holds. A saved plan
 * and a digest that fits are an approval.
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
    const saved = parseSavedPlan(readFileSync(file, 'utf8'))
    const stale = stalePart(saved, current)
    if (stale.length === 0) return saved
    return refuseStale(
      cli,
      stale.map(({ name, reason }) => `${printable(name)}: ${printable(reason)}`),
    )
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
  const selected = selectNames(
    cli.args,
    [...before.crawls, ...after.crawls].map((crawl) => crawl.name),
    { declared: after.resolved },
  )
  const isSelected = ({ name }: ResolvedCrawl): boolean => selected.has(name)
  const wanted = after.crawls.filter(isSelected)
  const plan = compareRequests({
    environment: after.environment.name,
    before: before.crawls.filter(isSelected),
    after: wanted,
    lacking: await embeddedRefusals(cli, after.environment, wanted),
    ...budgetOf(after.project.budget),
  })
  return { plan, loaded: after, comparedWith: revision }
}

/** Returns the project at a git revision, read only from git's objects. Prints the number of its errors on stderr. */
export function loadAtRevision(cli: Cli, after: LoadedProject, revision: string): LoadedProject {
  const before = readRevision(cli, after, revision)
  if (hasErrors(before.diagnostics)) {
    const count = before.diagnostics.filter(({ severity }) => severity === 'error').length
    cli.stderr.say(
      `The files have ${plural(count, 'error')} at ${printable(revision)}; crawls that could not be read there are shown as added.\n\n`,
    )
  }
  return before
}

function readRevision(cli: Cli, after: LoadedProject, revision: string): LoadedProject {
  const { root } = after
  try {
    const files = gitFiles(root, revision, cli.env)
    return loadFromOptions({ ...cli, cwd: root }, { files, mayBeEmpty: true })
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
export function changedSince(cli: Cli, after: LoadedProject, revision: string): ReadonlySet<string> {
  const before = loadAtRevision(cli, after, revision)
  const old = new Map(before.crawls.map((crawl) => [crawl.name, contentOf(crawl)]))
  const now = new Map(after.crawls.map((crawl) => [crawl.name, contentOf(crawl)]))
  return new Set([...old.keys(), ...now.keys()].filter((name) => old.get(name) !== now.get(name)))
}

function contentOf({ request, refreshMs, expect }: ResolvedCrawl): string {
  return canonicalJson([request, refreshMs ?? null, expect ?? null])
}
