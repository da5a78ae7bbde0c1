import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { startEchoService, type EchoService } from '../support/echo-service.ts'
import { encodingsOf } from '../support/encodings-of.ts'
import { type CliProject, type CliRun } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

let service: EchoService
let project: CliProject

afterEach(async () => {
  project.remove()
  await service.close()
})

/** As long as no other text holds them by chance; an environment variable holds no NUL, a key only visible ASCII. */
const values = fc.tuple(
  fc.string({ minLength: 12, maxLength: 30, unit: fc.constantFrom(...Array.from('abcXYZ019-_+/=.~!%"&<>')) }),
  ...Array.from({ length: 4 }, () =>
    fc
      .string({ minLength: 12, maxLength: 40, unit: 'grapheme' })
      .filter((value) => !value.includes('\0') && value.trim().length >= 12),
  ),
)

const project5 = (url: string): string =>
  `version: 2\nenvironments:\n  remote: { baseUrl: "${url}", apiKey: "\${env:S0}", idempotencyKeys: true }\n`
const crawl = [
  'version: 2',
  'request:',
  '  url: https://example.com/',
  '  limit: 1',
  '  webhook: { url: "https://hooks.example.com/${secret:S1}", headers: { X-Token: "${secret:S2}" }, metadata: { k: "a ${secret:S3} b" } }',
  '  scrapeOptions: { headers: { Cookie: "session=${secret:S4}" } }',
  '',
].join('\n')

/** Every text that a command has written and every file that it has left. */
function everything(runs: readonly CliRun[]): Map<string, string> {
  const texts = new Map(runs.map((run, index) => [`run ${index}`, run.stdout + run.stderr]))
  for (const name of readdirSync(project.directory, { recursive: true }).map(String)) {
    const file = path.join(project.directory, name)
    texts.set(name, name)
    if (statSync(file).isFile()) texts.set(name, readFileSync(file, 'latin1') + readFileSync(file, 'utf8'))
  }
  return texts
}

const reports = (name: string): string[] =>
  ['json', 'markdown'].flatMap((format) => ['--report', `${format}=out/${name}.${format}`])

it('no output of a command contains a secret, even if the service repeats it', async () => {
  for (const secrets of fc.sample(values, 1)) {
    service = await startEchoService(secrets)
    project = hereProject({
      'crawlform.yaml': project5(service.url),
      'crawls/docs.yaml': crawl,
      'crawls/blog.yaml': crawl,
    })
    const env = Object.fromEntries(secrets.map((value, index) => [`S${index}`, value]))
    const runs: CliRun[] = []
    const run = async (...words: string[]): Promise<void> => {
      runs.push(await project.run([...words, '--env', 'remote'], { env }))
    }
    for (const status of [400, 302, 502]) {
      service.startStatus = status
      await run('apply', 'blog', '--yes', '--format', 'ndjson', ...reports(`refused-${status}`))
    }
    await run('state', 'reconcile')
    service.startStatus = 200
    for (const jobStatus of ['completed', 'failed'] as const) {
      service.jobStatus = jobStatus
      const output = ['--output', `out/${jobStatus}`]
      await run(
        'apply',
        'docs',
        '--yes',
        '--rerun',
        '--wait',
        '--format',
        'ndjson',
        ...output,
        ...reports(jobStatus),
      )
    }
    await run('results', 'docs')
    await run('results', 'docs', '--format', 'ndjson')
    service.jobStatus = 'scraping'
    await run('apply', 'docs', '--yes', '--rerun')
    await run('status')
    service.jobStatus = 'failed'
    await run('cancel', 'docs', '--yes')
    await run('status', '--format', 'json')
    service.otherStatus = 403
    await run('apply', 'docs', '--yes', '--rerun', '--wait', ...reports('forbidden'))
    await run('status')
    await run('wait')
    await run('results', 'docs')
    for (const words of [
      ['plan', '--full'],
      ['state', 'show'],
      ['state', 'history'],
      ['render', 'docs', '--as', 'curl'],
    ])
      await run(...words)
    expect(runs.filter(({ status }) => status === 70 || status === 64)).toEqual([])
    // The service's words are there all the same.
    expect(runs.map(({ stdout, stderr }) => stdout + stderr).join('\n')).toContain('${secret:S4}')
    for (const [where, text] of everything(runs)) {
      for (const [index, secret] of secrets.entries()) {
        const told = encodingsOf(secret).filter((encoded) => text.includes(encoded))
        expect({ where, index, told }).toEqual({ where, index, told: [] })
      }
    }
    project.remove()
    await service.close()
  }
})
