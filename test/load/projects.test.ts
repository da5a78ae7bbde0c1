import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadProject, type LoadedProject, type LoadOptions } from '../../src/load/load.ts'
import type { ResolvedCrawl } from '../../src/resolve/resolved-crawl.ts'
import { describeOrigin } from '../support/describe-origin.ts'

// A case is a directory with a project in it: crawlform.yaml, crawls/, and in options.json what the command line gives.
const fixtures = path.join(import.meta.dirname, '../fixtures/load')

type CaseOptions = Pick<LoadOptions, 'paths' | 'environment' | 'set'> & {
  readonly variables?: Record<string, string>
}

describe('a project', () => {
  for (const name of readdirSync(fixtures)) {
    it(`loads as recorded: ${name}`, async () => {
      const directory = path.join(fixtures, name)
      const file = path.join(directory, 'options.json')
      const options = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as CaseOptions
      const loaded = loadProject({ ...options, directory, variables: options.variables ?? {} })
      await expect(`${JSON.stringify(shown(loaded), null, 2)}\n`).toMatchFileSnapshot(
        path.join(directory, 'expected.json'),
      )
    })
  }
})

function shown({ crawls, diagnostics, fileCount, environment }: LoadedProject): unknown {
  return {
    fileCount,
    environment: environment.name,
    crawls: crawls.map(showCrawl),
    diagnostics: diagnostics.map(
      ({ file, line, column, severity, message, rule, help }) =>
        `${file}:${line}:${column}: ${severity}: ${message} [${rule}]${help === undefined ? '' : ` help: ${help}`}`,
    ),
  }
}

function showCrawl({ name, request, provenance, notes, secrets, scope }: ResolvedCrawl): unknown {
  const settings = [...provenance].map(([pointer, { value, origin, beaten }]) => {
    const losers = beaten.map((one) => `${JSON.stringify(one.value)} ${describeOrigin(one.origin)}`)
    const beats = losers.length === 0 ? '' : `, beats ${losers.join(', ')}`
    return [pointer, `${JSON.stringify(value)} ${describeOrigin(origin)}${beats}`]
  })
  return {
    name,
    request,
    settings: Object.fromEntries(settings),
    notes: notes.map(({ pointer, text }) => `${pointer}: ${text}`),
    secrets,
    worstCasePages: scope.limit,
  }
}
