import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly integrity?: string
  readonly engines?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const lock = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

it('the lock file names no registry', () => {
  expect(Object.entries(lock.packages).filter(([, entry]) => entry.resolved?.startsWith('http'))).toEqual([])
})

// A registry that lacks the packages for other systems makes `npm install` leave them out, and then `npm ci` refuses
// the lock file everywhere. Repair: lock them with a registry that has them, or add their entries by hand.
it('the lock file contains the optional packages for every system', () => {
  const names = new Set(Object.keys(lock.packages).map((key) => key.replace(/^(?:.*\/)?node_modules\//, '')))
  const missing = Object.values(lock.packages)
    .flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
    .filter((name) => !names.has(name))
  expect(missing).toEqual([])
})

// An entry without a checksum was added by hand: the registry lacks that package, and then the system lacks it too.
it('the lock file has a checksum for every package that users install', () => {
  const without = Object.entries(lock.packages).filter(
    ([key, entry]) => key !== '' && entry.dev !== true && entry.integrity === undefined,
  )
  expect(without.map(([key]) => key)).toEqual([])
})

// The SDK that drives the service in tests wants Node 22 but works with 20. Repair: delete its "engines" from the lock file.
it('the lock file needs no package that makes npm ci warn about Node', () => {
  const wanting = Object.entries(lock.packages).filter(
    ([, { engines = {}, optional = false }]) =>
      !optional &&
      (engines['node'] ?? '').split('||').every((range) => /^\s*(?:>=|\^|~)?\s*2[1-9]/.test(range)),
  )
  expect(wanting.map(([key]) => key)).toEqual([])
})
