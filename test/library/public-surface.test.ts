import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as library from 'crawlform'
import * as service from 'crawlform/service'

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'crawlform-library-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

it('the library and the service export exactly these values', () => {
  expect(Object.keys(library).toSorted()).toMatchInlineSnapshot(`
    [
      "ClientError",
      "EnvironmentError",
      "LoadError",
      "ManifestError",
      "ProjectError",
      "ProxyError",
      "SavedPlanError",
      "ScopeError",
      "StateError",
      "TrackedLinkError",
      "UnknownNameError",
      "ansiStyle",
      "applyPlan",
      "compileScope",
      "createCrawlClient",
      "formatSavedPlan",
      "loadProject",
      "makePlan",
      "migrateText",
      "openLocalBackend",
      "openSession",
      "parseSavedPlan",
      "plainStyle",
      "renderDiagnosticsText",
      "renderPlanMarkdown",
      "renderPlanText",
      "scopeSettings",
      "systemClock",
    ]
  `)
  expect(Object.keys(service).toSorted()).toMatchInlineSnapshot(`
    [
      "PreviewRefused",
      "ServiceError",
      "discardData",
      "previewCrawl",
      "readKeptData",
      "startService",
    ]
  `)
})

it('the library plans a directory without the command line', () => {
  mkdirSync(path.join(root, 'crawls'))
  writeFileSync(
    path.join(root, 'crawls/docs.yaml'),
    'version: 2\nrequest: { url: "https://docs.example.com/", limit: 5 }\n',
  )
  const project = library.loadProject({ directory: root, variables: {} })
  expect(project.diagnostics).toEqual([])
  const plan = library.makePlan({
    environment: 'local',
    crawls: project.crawls,
    recorded: undefined,
    nowMs: 0,
  })
  expect(plan.changes.map((change) => [change.name, change.action])).toEqual([['docs', 'submit']])
  expect(library.parseSavedPlan(library.formatSavedPlan(plan))).toEqual(plan)
})
