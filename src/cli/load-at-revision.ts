import { hasErrors } from '../diagnostics/diagnostic.ts'
import type { LoadedProject } from '../load/load-project.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { canonicalJson } from '../util/canonical-json.ts'
import { plural } from '../util/plural.ts'
import { printable } from '../util/printable.ts'
import type { CommandInput, OptionSpec } from './command.ts'
import { gitFiles } from './git-files.ts'
import type { Host } from './host.ts'
import { loadFromOptions } from './open-project.ts'

export const changedOption: OptionSpec = {
  flags: '--changed <ref>',
  description: 'only crawls that are not what they were at a git revision',
}

/** The project as it was at a git revision, from git's objects alone; on stderr how many errors it had there. */
export function loadAtRevision(
  host: Host,
  input: CommandInput,
  root: string,
  revision: string,
): LoadedProject {
  const files = gitFiles(root, revision, host.env)
  const before = loadFromOptions(host, { ...input, directory: root }, { files })
  if (hasErrors(before.diagnostics)) {
    const count = before.diagnostics.filter(({ severity }) => severity === 'error').length
    host.stderr.write(
      `The files have ${plural(count, 'error')} at ${printable(revision)}; crawls that could not be read there are shown as added.\n\n`,
    )
  }
  return before
}

/**
 * Names of the crawls that `after` declares otherwise than the revision does, or that only one of them has. What a crawl
 * inherits from the project file, the prompt lock or a profile counts like its own file.
 */
export function changedSince(
  host: Host,
  input: CommandInput,
  after: LoadedProject,
  revision: string,
): ReadonlySet<string> {
  const before = loadAtRevision(host, input, after.root, revision)
  const old = new Map(before.crawls.map((crawl) => [crawl.name, contentOf(crawl)]))
  const now = new Map(after.crawls.map((crawl) => [crawl.name, contentOf(crawl)]))
  return new Set([...old.keys(), ...now.keys()].filter((name) => old.get(name) !== now.get(name)))
}

function contentOf({ request, refreshMs, expect }: ResolvedCrawl): string {
  return canonicalJson([request, refreshMs ?? null, expect ?? null])
}
