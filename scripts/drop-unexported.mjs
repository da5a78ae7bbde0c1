// Takes the declarations out of dist/types that neither of the package's exports leads to: nobody could import them.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

const types = path.join(import.meta.dirname, '../dist/types')

export function dropUnexported() {
  const kept = new Set()
  for (const entry of ['index.d.ts', 'service/index.d.ts']) follow(path.join(types, entry), kept)
  for (const name of readdirSync(types, { recursive: true })) {
    const file = path.join(types, name)
    if (name.endsWith('.ts') && !kept.has(file)) rmSync(file)
  }
}

function follow(file, kept) {
  if (kept.has(file)) return
  kept.add(file)
  const imports = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.(?:ts|js)['"]/g
  for (const [, target] of readFileSync(file, 'utf8').matchAll(imports))
    follow(path.resolve(path.dirname(file), `${target}.d.ts`), kept)
}
