import { hasErrors } from '../../diagnostics/diagnostic.ts'
import type { LoadedProject } from '../../load/load.ts'
import type { ResolvedCrawl } from '../../resolve/resolved-crawl.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import { plural } from '../../util/plural.ts'
import { printable } from '../../util/printable.ts'
import type { CommandInput } from '../arguments/command.ts'
import { GitError } from '../../git/git.ts'
import { gitFiles } from './git-files.ts'
import type { Host } from '../process/host.ts'
import { secretRedactor } from '../../session/known-secrets.ts'
import { loadFromOptions } from './project.ts'

/** Returns the project at a git revision, read only from git's objects. Prints the number of its errors on stderr. */
export function loadAtRevision(
  host: Host,
  input: CommandInput,
  after: LoadedProject,
  revision: string,
): LoadedProject {
  const before = readRevision(host, input, after, revision)
  if (hasErrors(before.diagnostics)) {
    const count = before.diagnostics.filter(({ severity }) => severity === 'error').length
    host.stderr.say(
      `The files have ${plural(count, 'error')} at ${printable(revision)}; crawls that could not be read there are shown as added.\n\n`,
    )
  }
  return before
}

function readRevision(
  host: Host,
  input: CommandInput,
  after: LoadedProject,
  revision: string,
): LoadedProject {
  const { root } = after
  try {
    const files = gitFiles(root, revision, host.env)
    return loadFromOptions(host, { ...input, directory: root }, { files, mayBeEmpty: true })
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    // git repeats what is configured and, in a partial clone, what a server says.
    throw new GitError(secretRedactor(host, after).text(error.message))
  }
}

/**
 * Returns the names of crawls that differ between `after` and the revision, or that only one of them has. Inherited settings
 * (project file, prompt lock, profiles) count like the crawl's own file.
 */
export function changedSince(
  host: Host,
  input: CommandInput,
  after: LoadedProject,
  revision: string,
): ReadonlySet<string> {
  const before = loadAtRevision(host, input, after, revision)
  const old = new Map(before.crawls.map((crawl) => [crawl.name, contentOf(crawl)]))
  const now = new Map(after.crawls.map((crawl) => [crawl.name, contentOf(crawl)]))
  return new Set([...old.keys(), ...now.keys()].filter((name) => old.get(name) !== now.get(name)))
}

function contentOf({ request, refreshMs, expect }: ResolvedCrawl): string {
  return canonicalJson([request, refreshMs ?? null, expect ?? null])
}
