import { hasErrors } from '../../diagnostics/diagnostic.ts'
import type { LoadedProject } from '../../load/load.ts'
import type { ResolvedCrawl } from '../../resolve/resolved-crawl.ts'
import type { CommandInput } from '../arguments/command.ts'
import type { Host } from '../process/host.ts'
import { openProjectFile, showErrors } from './project.ts'
import { selectNames } from '../../session/select-names.ts'

/**
 * Returns the crawl that the command's first argument names. A crawl with lint errors is returned unless it must be valid,
 * because explaining it helps to understand them. Undefined, with the reasons on stderr, when it does not resolve.
 */
export async function oneCrawl(
  host: Host,
  input: CommandInput,
  { isSound = false }: { readonly isSound?: boolean } = {},
): Promise<{ loaded: LoadedProject; crawl: ResolvedCrawl } | undefined> {
  const loaded = await openProjectFile(host, input)
  if (loaded === undefined) return undefined
  const [name = ''] = input.args
  const crawl = (isSound ? loaded.crawls : loaded.resolved).find((candidate) => candidate.name === name)
  if (crawl !== undefined) return { loaded, crawl }
  if (!hasErrors(loaded.diagnostics)) {
    // Refuses the name and lists the known ones.
    selectNames(
      [name],
      loaded.resolved.map((candidate) => candidate.name),
      { declared: loaded.resolved },
    )
  }
  await showErrors(host, input, loaded)
  return undefined
}
