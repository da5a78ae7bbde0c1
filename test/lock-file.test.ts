import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const lock = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

it('names no registry', () => {
  expect(Object.entries(lock.packages).filter(([, entry]) => entry.resolved?.startsWith('http'))).toEqual([])
})

// A registry that lacks the packages for other systems makes `npm install` leave them out, and then `npm ci` refuses
// the lock file everywhere. Repair: lock them with a registry that has them, or add their entries by hand.
it('holds the optional packages for every system, so that npm ci works on all of them', () => {
  const names = new Set(Object.keys(lock.packages).map((key) => key.replace(/^(?:.*\/)?node_modules\//, '')))
  const missing = Object.values(lock.packages)
    .flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
    .filter((name) => !names.has(name))
  expect(missing).toEqual([])
})
