import { readFileSync } from 'node:fs'
import path from 'node:path'
import { findImports, sourceFiles } from './room-imports.ts'

/**
 * Finds the folders below `source` that import each other in a circle, at every level: one line for each folder that
 * holds such a knot, as `service: engine, job`. Files next to the folders may import any of them.
 */
export function findFolderKnots(source: string): string[] {
  const imports = new Map<string, Map<string, Set<string>>>()
  for (const file of sourceFiles(source)) {
    for (const { specifier } of findImports(file, readFileSync(path.join(source, file), 'utf8'))) {
      if (!specifier.startsWith('.')) continue
      const target = path.posix.join(path.posix.dirname(file), specifier)
      const [parent, from, to] = whereTheyPart(file, target)
      if (from === undefined || to === undefined) continue
      const folders = imports.get(parent) ?? new Map<string, Set<string>>()
      imports.set(parent, folders.set(from, (folders.get(from) ?? new Set()).add(to)))
    }
  }
  return [...imports].flatMap(([parent, folders]) => {
    const knot = [...folders.keys()].filter((folder) => reachable(folders, folder).has(folder))
    return knot.length === 0 ? [] : [`${parent}: ${knot.toSorted().join(', ')}`]
  })
}

/** Finds the files below `source` that import each other in a circle, types too; what is loaded lazily may lead back. */
export function findFileKnots(source: string): string[] {
  const imports = new Map(
    sourceFiles(source).map((file) => {
      const found = findImports(file, readFileSync(path.join(source, file), 'utf8'))
      const targets = found.filter(({ specifier, isLazy }) => specifier.startsWith('.') && !isLazy)
      return [
        file,
        new Set(targets.map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier))),
      ]
    }),
  )
  return [...imports.keys()].filter((file) => reachable(imports, file).has(file))
}

/** Returns the folder that holds both files, and for each file the folder below that holds it, if there is one. */
function whereTheyPart(a: string, b: string): [string, string | undefined, string | undefined] {
  const [first, second] = [a.split('/'), b.split('/')]
  const shared = first.findIndex((name, index) => name !== second[index])
  const folder = (parts: readonly string[]): string | undefined =>
    parts.length > shared + 1 ? parts[shared] : undefined
  return [first.slice(0, shared).join('/') || '.', folder(first), folder(second)]
}

function reachable(imports: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const seen = new Set<string>()
  const pending = [start]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const target of imports.get(next) ?? []) {
      if (!seen.has(target)) pending.push(target)
      seen.add(target)
    }
  }
  return seen
}
