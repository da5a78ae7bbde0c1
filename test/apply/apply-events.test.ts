import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { renderApplyEvent } from '../../src/render/render-apply.ts'
import { aSubmittedRecord } from '../support/a-record.ts'
import { runCli } from '../../src/cli/cli.ts'
import { startEchoService, type EchoService } from '../support/echo-service.ts'
import { fakeHost } from '../support/fake-host.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'

const schema: object = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../schema/apply-event.schema.json'), 'utf8'),
)
/** The published schema, and one that takes no member which it does not name. */
const strict: object = JSON.parse(JSON.stringify(schema), (_, value) =>
  value?.type === 'object' && value.properties && !('additionalProperties' in value) && !value.oneOf
    ? { ...value, additionalProperties: false }
    : value,
)
const validators = [schema, strict].map((one) =>
  addFormats.default(new Ajv({ strictTypes: false })).compile(one),
)

/** The events of a text, each held against the schema. */
function readEvents(text: string): readonly { readonly type: string }[] {
  expect(text).toMatch(/\n$/)
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const event = JSON.parse(line) as { type: string }
      for (const validate of validators) {
        expect([line, validate(event), validate.errors]).toEqual([line, true, null])
      }
      return event
    })
}

let project: CliProject
let site: LoopbackSite

beforeEach(async () => {
  site = await startLoopbackSite({ '/': '<p>start' })
  project = cliProject({
    'crawls/site.yaml': `version: 2\nrequest: { url: "${site.url('/')}", limit: 1 }\n`,
    'crawls/down.yaml': 'version: 2\nrequest: { url: "http://127.0.0.1:9/", limit: 1 }\n',
  })
})
afterEach(async () => {
  project.remove()
  await site.close()
})

it('apply prints its events as JSON lines, from the plan to the counts', async () => {
  const { stdout } = await project.run(['apply', '--yes', '--format', 'ndjson'])
  const events = readEvents(stdout)
  const types = events.map(({ type }) => type)
  expect(types[0]).toBe('planned')
  expect(types.at(-1)).toBe('ended')
  expect(types).toEqual(expect.arrayContaining(['submitting', 'finished', 'done']))
  expect(events.at(-1)).toMatchObject({ environment: 'local', summary: { submitted: 2, failed: 0 } })
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'done', crawl: 'down', problems: [expect.any(String)] }),
  )
})

it('page files and the feed are members of the JSON on stdout', async () => {
  const apply = (format: string, ...more: string[]) =>
    project.run([
      'apply',
      'site',
      '--yes',
      '--output',
      'pages',
      '--feed',
      'feed.jsonl',
      '--format',
      format,
      ...more,
    ])
  const directory = path.join(project.directory, 'pages')
  const file = path.join(project.directory, 'feed.jsonl')
  const events = readEvents((await apply('ndjson')).stdout)
  const written = { directory, files: 1, duplicates: 0 }
  expect(events).toContainEqual(expect.objectContaining({ type: 'done', written }))
  expect(events.at(-1)).toMatchObject({ type: 'ended', feed: { file, upserts: 1, deletes: 0 } })
  const again = await apply('json', '--rerun')
  const feed = { file, upserts: 0, deletes: 0 }
  expect(JSON.parse(again.stdout)).toMatchObject({ results: [{ name: 'site', written }], feed })
  expect(again.stderr).toContain('feed.jsonl: 0 upserts, 0 deletes')
  const waited = await project.run([
    'wait',
    'site',
    '--output',
    'pages',
    '--feed',
    'feed.jsonl',
    '--format',
    'json',
  ])
  expect(JSON.parse(waited.stdout)).toMatchObject({ results: [{ name: 'site', written }], feed })
})

it('the report ndjson contains the same lines, even if there is nothing to do', async () => {
  await project.run(['apply', 'site', '--yes', '--report', 'ndjson=first.ndjson'])
  const first = readEvents(readFileSync(path.join(project.directory, 'first.ndjson'), 'utf8'))
  expect(first.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['planned', 'finished', 'done', 'ended']),
  )
  const { stdout } = await project.run(['apply', 'site', '--yes', '--format', 'ndjson'])
  expect(readEvents(stdout).map(({ type }) => type)).toEqual(['planned', 'ended'])
})

describe('a running job that is replaced', () => {
  let service: EchoService
  let old: string
  const apply = (limit: number, ...more: string[]) =>
    project.run(['apply', 'down', '--env', 'own', '--yes', '--set', `down.request.limit=${limit}`, ...more])

  beforeEach(async () => {
    service = await startEchoService([])
    service.jobStatus = 'scraping'
    project.write('crawlform.yaml', `version: 2\nenvironments: { own: { baseUrl: "${service.url}" } }\n`)
    await apply(1)
    old = JSON.parse((await project.run(['state', 'show', '--env', 'own'])).stdout).records[0].job
  })
  afterEach(() => service.close())

  it('is counted in the question before it is cancelled', async () => {
    const words = ['apply', '--env', 'own', '--set', 'down.request.limit=2', '--replace', '--summary']
    const person = fakeHost({ argv: words, cwd: project.directory, terminal: true, input: ['no'] })
    expect(await runCli(person)).toBe(6)
    expect(person.err()).toContain(
      '\nSubmit 2 crawls (at most 3 pages) and cancel 1 job that may still run in\nenvironment own?\n',
    )
  })

  it('is reported as cancelled, even if the new job is refused', async () => {
    service.startStatus = 400
    const { stdout, stderr } = await apply(2, '--replace', '--format', 'ndjson')
    expect(readEvents(stdout)).toContainEqual(
      expect.objectContaining({ type: 'replaced', crawl: 'down', job: old, was: 'cancelled' }),
    )
    expect(stderr).toContain(`\ndown: replaced job ${old} cancelled\ndown: failed: `)
    expect((await apply(2)).stdout + (await apply(3)).stderr).not.toContain('replaced job')
  })
})

it('an unknown report format stops apply before anything is submitted', async () => {
  const run = await project.run(['apply', 'site', '--yes', '--report', 'ndjsn=x'])
  expect(run).toMatchObject({
    status: 64,
    stdout: '',
    stderr: expect.stringContaining('Did you mean "ndjson"?'),
  })
  expect((await project.run(['plan', 'site', '--summary'])).stdout).toContain('never submitted')
})

it('events of failures are lines of the same format', () => {
  const record = aSubmittedRecord({ crawl: 'a' })
  const lines = [
    renderApplyEvent({ type: 'unrecorded', record, error: 'The disk is full.' }),
    renderApplyEvent({ type: 'retrying', crawl: 'a', inMs: 1000, because: 'HTTP 429\nslow down' }),
    renderApplyEvent({ type: 'waiting', crawl: 'a', job: 'b', because: 'the disk is full' }),
    renderApplyEvent({ type: 'resumed', crawl: 'a', job: 'b' }),
  ]
  expect(readEvents(lines.join('')).map(({ type }) => type)).toEqual([
    'unrecorded',
    'retrying',
    'waiting',
    'resumed',
  ])
})
