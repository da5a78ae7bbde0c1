import { isGlob, matchGlob } from '../util/glob.ts'
import { suggest } from '../util/suggest.ts'

/** No crawl has the requested name. */
export class UnknownNameError extends Error {
  override readonly name = 'UnknownNameError'
  /** Similar names. */
  readonly help: string
  constructor(wanted: string, help: string) {
    super(`There is no crawl "${wanted}".`)
    this.help = help
  }
}

/**
 * Returns the names of `known` that `wanted` selects by exact names and globs; all names if `wanted` is empty. The error for an
 * unknown name suggests names of `offered`.
 * @throws {UnknownNameError} for a name or glob that finds nothing
 */
export function selectNames(
  wanted: readonly string[],
  known: Iterable<string>,
  offered: Iterable<string> = known,
): ReadonlySet<string> {
  const names = [...new Set(known)]
  if (wanted.length === 0) return new Set(names)
  const selected = new Set<string>()
  for (const pattern of wanted) {
    const found = names.filter((name) => name === pattern || (isGlob(pattern) && matchGlob(pattern, name)))
    if (found.length === 0) throw noSuchCrawl(pattern, [...new Set(offered)])
    for (const name of found) selected.add(name)
  }
  return selected
}

function noSuchCrawl(name: string, names: readonly string[]): UnknownNameError {
  const [meant] = suggest(name, names)
  if (meant !== undefined) return new UnknownNameError(name, `Did you mean "${meant}"?`)
  const some = names.slice(0, 5).map((known) => `"${known}"`)
  const more = names.length > some.length ? `, and ${names.length - some.length} more` : ''
  const help = some.length === 0 ? 'The project has no crawls.' : `Known crawls: ${some.join(', ')}${more}.`
  return new UnknownNameError(name, help)
}
