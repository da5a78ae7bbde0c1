import type { LoadedProject } from '../load/load-project.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import type { CommandInput } from './command.ts'
import type { Host } from './host.ts'
import { openProject } from './open-project.ts'
import { selectNames } from './select-crawls.ts'

/** The crawl that the command's first argument names; undefined, with the reasons on stderr, when the files have errors. */
export async function oneCrawl(
  host: Host,
  input: CommandInput,
): Promise<{ loaded: LoadedProject; crawl: ResolvedCrawl } | undefined> {
  const loaded = await openProject(host, input)
  if (loaded === undefined) return undefined
  const [name = ''] = input.args
  // Refuses a name that there is not, and says which there are.
  const [selected] = selectNames(
    [name],
    loaded.crawls.map((crawl) => crawl.name),
  )
  const crawl = loaded.crawls.find((candidate) => candidate.name === selected)
  return crawl === undefined ? undefined : { loaded, crawl }
}
