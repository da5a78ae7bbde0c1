import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { startTestService } from '../service/support/service.ts'
import { type CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

// Requests that the embedded service refuses, and how a plan announces the refusal.
const NEEDS: readonly (readonly [request: string, words: string])[] = [
  ['prompt: the blog', 'language model'],
  ['scrapeOptions: { formats: [summary] }', 'language model'],
  ['scrapeOptions: { formats: [markdown, { type: json, prompt: prices }] }', 'language model'],
  ['scrapeOptions: { formats: [screenshot] }', 'browser'],
  ['scrapeOptions: { waitFor: 100 }', 'browser'],
  ['scrapeOptions: { mobile: true }', 'browser'],
  ['scrapeOptions: { actions: [{ type: wait, milliseconds: 1 }] }', 'browser'],
  ['scrapeOptions: { formats: [branding] }', 'hosted service only'],
  ['scrapeOptions: { proxy: stealth }', 'hosted service only'],
  ['zeroDataRetention: true, scrapeOptions: { formats: [markdown, changeTracking] }', 'does not keep'],
]
const MEANS = '    embedded: { model: { baseUrl: "http://127.0.0.1:9/v1", name: m } }\n'

let site: LoopbackSite
let project: CliProject
beforeAll(async () => {
  site = await startLoopbackSite({ '/': '<h1>Start</h1>' })
  project = hereProject({
    'crawls/plain.yaml': `version: 2\nrequest: { url: "${site.url('/')}", limit: 1 }\n`,
  })
  for (const [index, [request]] of NEEDS.entries()) {
    project.write(
      `crawls/needs-${index}.yaml`,
      `version: 2\nrequest: { url: "${site.url('/')}", limit: 1, ${request} }\n`,
    )
  }
  environments('    embedded: { browser: { enabled: false } }\n')
})
afterAll(async () => {
  project.remove()
  await site.close()
})

function environments(more: string): void {
  project.write(
    'crawlform.yaml',
    `version: 2\nenvironments:\n  far: { baseUrl: "https://crawl.example.com" }\n  local:\n    service: embedded\n${more}`,
  )
}

async function plan(...args: readonly string[]): Promise<Plan> {
  const { stdout } = await project.run(['plan', '--format', 'json', ...args])
  return JSON.parse(stdout) as Plan
}

/** What the service lacks, by crawl. */
async function refusals(...args: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const { changes } = await plan(...args)
  return Object.fromEntries(
    changes.flatMap((change) =>
      change.action === 'blocked' ? [[change.name, change.lacks?.[0]?.text ?? '']] : [],
    ),
  )
}

describe('a plan for the embedded service', () => {
  it('blocks exactly the crawls that the service would refuse', async () => {
    const told = await refusals()
    expect(Object.keys(told)).toHaveLength(NEEDS.length)
    for (const [index, [, words]] of NEEDS.entries()) expect(told[`needs-${index}`]).toContain(words)
    expect((await plan()).summary).toMatchObject({ submit: 1, blocked: NEEDS.length, worstCasePages: 1 })
    for (const [index, [request]] of NEEDS.entries()) {
      const { status, stderr } = await project.run(['render', `needs-${index}`])
      expect([request, status]).toEqual([request, 1])
      expect(stderr).toContain('refused by this service')
    }
    const service = await startTestService({ browser: false })
    try {
      for (const change of (await plan('--env', 'local')).changes) {
        const { status } = await service.request('/v2/crawl', { json: 'request' in change && change.request })
        expect([change.name, status]).toEqual([change.name, change.action === 'blocked' ? 400 : 200])
      }
    } finally {
      await service.dispose()
    }
  })

  it('is not applied, and sends nothing, while one of its crawls is blocked', async () => {
    const { status, stdout } = await project.run(['apply', '--yes', '--no-wait', '--format', 'json'])
    expect([status, stdout]).toEqual([1, ''])
    expect((await plan('plain')).summary).toMatchObject({ submit: 1 })
  })

  it('shows why a crawl is blocked, in every format and in explain', async () => {
    const note = 'needs a browser, and the environment "local" switches it off'
    for (const args of [
      ['plan', 'needs-4'],
      ['plan', 'needs-4', '--summary'],
      ['plan', 'needs-4', '--format', 'markdown'],
      ['plan', 'needs-4', '--format', 'html'],
      ['explain', 'needs-4'],
    ]) {
      const { stdout } = await project.run(args)
      expect(stdout.replaceAll('&quot;', '"')).toContain(note)
    }
  })

  it('respects the means that the environment names, and blocks nothing for other services', async () => {
    environments(MEANS)
    const told = Object.values(await refusals())
    expect(told.filter((text) => text.includes('language model'))).toEqual([])
    expect(told.filter((text) => text.includes('hosted service only'))).toHaveLength(2)
    expect(await refusals('--env', 'far')).toEqual({})
  })
})
