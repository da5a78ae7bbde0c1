import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'

const manifest = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'))
const installed = { ...manifest.dependencies, ...manifest.peerDependencies }

/** For rolldown: leaves Node's modules, and the packages that are installed with this one, out of a bundle. */
export function allBut(bundledPackages) {
  return (id) => {
    const name = id.split('/', id.startsWith('@') ? 2 : 1).join('/')
    const isInstalled = Object.hasOwn(installed, name) && !bundledPackages.has(name)
    return id.startsWith('node:') || builtinModules.includes(id) || isInstalled
  }
}
