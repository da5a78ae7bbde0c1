// Takes out of dist what neither of the package's exports leads to: a third of what tsc makes, which nobody could import.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

const dist = path.join(import.meta.dirname, '../dist')
const exported = ['index', 'service/index']
/** What our own scripts import beside that. */
const workshop = ['diagnostics/diagnostics', 'diagnostics/repaired-examples']

export function dropUnexported() {
  const kept = new Set()
  for (const entry of exported) follow(path.join(dist, `${entry}.d.ts`), '.d.ts', kept)
  for (const entry of [...exported, ...workshop]) follow(path.join(dist, `${entry}.js`), '.js', kept)
  for (const name of readdirSync(dist, { recursive: true })) {
    const file = path.join(dist, name)
    // Bundles are CommonJS, and the page's script is a program of its own.
    if (/\.(?:d\.ts|js)$/.test(name) && file !== path.join(dist, 'explore/page.js') && !kept.has(file))
      rmSync(file)
  }
}

function follow(file, extension, kept) {
  if (kept.has(file)) return
  if (!existsSync(file)) throw new Error(`${file} is imported, but not there`)
  kept.add(file)
  const imports = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.(?:ts|js)['"]/g
  for (const [, target] of readFileSync(file, 'utf8').matchAll(imports)) {
    const imported = path.resolve(path.dirname(file), target)
    follow(imported + extension, extension, kept)
  }
}
