import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'

// What the embedded service refuses, and what a plan says of it beforehand.
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
  ['zeroDataRetention: true, scrapeOptions: { formats: [markdown, changeTracking] }', 'keeps none'],
]
const MEANS = '    embedded: { model: { baseUrl: "http://127.0.0.1:9/v1", name: m } }\n'

let site: LoopbackSite
let project: CliProject
beforeAll(async () => {
  site = await startLoopbackSite({ '/': '<h1>Start</h1>' })
  project = cliProject({
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

async function refusals(...args: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const { stdout, status } = await project.run(['plan', '--format', 'json', ...args])
  expect(status).toBe(0)
  const said = (JSON.parse(stdout) as Plan).changes.map((change) => {
    const notes = change.action === 'forget' ? [] : change.notes
    return [change.name, notes.find(({ text }) => text.startsWith('refused'))?.text] as const
  })
  return Object.fromEntries(said.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])))
}

describe('a plan for the embedded service', () => {
  it('tells of exactly those crawls that the service then refuses', async () => {
    const told = await refusals()
    expect(Object.keys(told)).toHaveLength(NEEDS.length)
    for (const [index, [, words]] of NEEDS.entries()) expect(told[`needs-${index}`]).toContain(words)
    const { stdout, status } = await project.run(['apply', '--yes', '--no-wait', '--format', 'json'])
    expect(status).toBe(4)
    const { results } = JSON.parse(stdout) as { results: { name: string; outcome: string }[] }
    const refused = results.filter(({ outcome }) => outcome !== 'submitted').map(({ name }) => name)
    expect(refused.toSorted()).toEqual(Object.keys(told).toSorted())
  })

  it('says so in every format and in explain', async () => {
    const note = 'needs a browser, and the environment "local" switches it off'
    for (const args of [
      ['plan', 'needs-4'],
      ['plan', 'needs-4', '--format', 'markdown'],
      ['plan', 'needs-4', '--format', 'html'],
      ['explain', 'needs-4'],
    ]) {
      const { stdout } = await project.run(args)
      expect(stdout.replaceAll('&quot;', '"')).toContain(note)
    }
  })

  it('knows what the environment names, and says nothing of other services', async () => {
    environments(MEANS)
    const told = Object.values(await refusals())
    expect(told.filter((text) => text.includes('language model'))).toEqual([])
    expect(told.filter((text) => text.includes('hosted service only'))).toHaveLength(2)
    expect(await refusals('--env', 'far')).toEqual({})
  })
})
