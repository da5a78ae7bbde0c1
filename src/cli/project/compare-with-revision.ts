import type { LoadedProject } from '../../load/load.ts'
import type { ResolvedCrawl } from '../../resolve/resolved-crawl.ts'
import { compareRequests } from '../../plan/compare-requests.ts'
import type { Plan } from '../../plan/plan.ts'
import type { CommandInput } from '../arguments/command.ts'
import type { Host } from '../process/host.ts'
import { loadAtRevision } from './load-at-revision.ts'
import { openProject } from './project.ts'
import { embeddedRefusals } from '../../session/embedded-refusals.ts'
import { budgetOf } from '../../session/budget.ts'
import { selectNames } from '../../session/select-names.ts'

export interface Comparison {
  readonly plan: Plan
  /** The files as they are now. */
  readonly loaded: LoadedProject
}

/** Compares the requests of the files now with those at a git revision; undefined when the files have errors. */
export async function compareWithRevision(
  host: Host,
  input: CommandInput,
  revision: string,
): Promise<Comparison | undefined> {
  const after = await openProject(host, input)
  if (after === undefined) return undefined
  const before = loadAtRevision(host, input, after, revision)
  const selected = selectNames(
    input.args,
    [...before.crawls, ...after.crawls].map((crawl) => crawl.name),
    { declared: after.resolved },
  )
  const isSelected = ({ name }: ResolvedCrawl): boolean => selected.has(name)
  const wanted = after.crawls.filter(isSelected)
  const plan = compareRequests({
    environment: after.environment.name,
    before: before.crawls.filter(isSelected),
    after: wanted,
    lacking: await embeddedRefusals(host, after.environment, wanted),
    ...budgetOf(after.project.budget),
  })
  return { plan, loaded: after }
}
