import { isGlob, matchGlob } from '../util/glob.ts'
import { suggest } from '../util/suggest.ts'

export class UnknownNameError extends Error {
  override readonly name = 'UnknownNameError'
  readonly help: string
  /** The names of crawls by the paths that were requested instead. */
  readonly meant: ReadonlyMap<string, string>
  constructor(wanted: string, help: string, meant: ReadonlyMap<string, string> = new Map()) {
    super(
      meant.has(wanted)
        ? `"${wanted}" is a path; expected the name of a crawl.`
        : `There is no crawl "${wanted}".`,
    )
    this.help = help
    this.meant = meant
  }
}

/** A declared crawl and its file, relative to the project's directory. */
interface Declared {
  readonly name: string
  readonly was: string | undefined
  readonly document: { readonly file: string }
}

/**
 * Returns the names of `known` that `wanted` selects by exact names and globs; all names if `wanted` is empty. The error may
 * suggest the `offered` names, and finds a `declared` crawl by a path.
 * @throws {UnknownNameError} for a name or glob that finds nothing
 */
export function selectNames(
  wanted: readonly string[],
  known: Iterable<string>,
  {
    offered = known,
    declared,
  }: { readonly offered?: Iterable<string>; readonly declared: readonly Declared[] },
): ReadonlySet<string> {
  const names = [...new Set(known)]
  if (wanted.length === 0) return new Set(names)
  const selected = new Set<string>()
  for (const pattern of wanted) {
    const found = names.filter((name) => name === pattern || (isGlob(pattern) && matchGlob(pattern, name)))
    if (found.length === 0)
      throw (
        noSuchPath(pattern, wanted, declared) ??
        noSuchCrawl(pattern, { names: [...new Set(offered)], declared })
      )
    for (const name of found) selected.add(name)
  }
  return selected
}

function noSuchPath(wanted: string, others: readonly string[], declared: readonly Declared[]) {
  const found = crawlsAt(wanted, declared)
  if (found.length === 0) return undefined
  const help =
    found.length === 1 ? `The crawl in it is ${list(found)}` : `The crawls in it are ${list(found)}`
  const meant = others.flatMap((other) => {
    const [name] = crawlsAt(other, declared)
    return name === undefined ? [] : [[other, name] as const]
  })
  return new UnknownNameError(wanted, help, new Map(meant))
}

/** Returns the names of the crawls in a file or folder. The path may be absolute, or relative to any directory. */
function crawlsAt(typed: string, declared: readonly Declared[]): readonly string[] {
  const path = `/${typed
    .replaceAll('\\', '/')
    .replace(/^(?:\.{0,2}\/)+/, '')
    .replace(/\/$/, '')}`
  if (path === '/') return []
  const isAt = (file: string): boolean =>
    path.endsWith(file) || file.endsWith(path) || file.startsWith(`${path}/`)
  const found = declared.filter(({ document }) => isAt(`/${document.file}`))
  return [...new Set(found.map(({ name }) => name))]
}

function noSuchCrawl(
  name: string,
  { names, declared }: { readonly names: readonly string[]; readonly declared: readonly Declared[] },
): UnknownNameError {
  const heir = declared.find(({ was }) => was === name)
  if (heir !== undefined) return new UnknownNameError(name, `Its name is "${heir.name}" now.`)
  const [meant] = suggest(name, names)
  if (meant !== undefined) return new UnknownNameError(name, `Did you mean "${meant}"?`)
  return new UnknownNameError(
    name,
    names.length === 0 ? 'The project has no crawls.' : `Known crawls: ${list(names)}.`,
  )
}

function list(names: readonly string[]): string {
  const some = names.slice(0, 5).map((name) => `"${name}"`)
  const more = names.length > some.length ? `, and ${names.length - some.length} more` : ''
  return `${some.join(', ')}${more}`
}
