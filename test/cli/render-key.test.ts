// What "render" prints is sent to the service that runs here, without the key being shown.
import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cliProject, type CliProject } from '../support/run-cli.ts'
import { runHere } from '../support/run-here.ts'

const KEY = 'k-of-this-service'
let project: CliProject
beforeEach(() => {
  project = cliProject({
    'crawls/docs.yaml': 'version: 2\nrequest: { url: "http://127.0.0.1:9/", limit: 10 }\n',
  })
})
afterEach(() => project.remove())

const render = (form: string, env: Readonly<Record<string, string>> = {}) =>
  runHere(project.directory, ['render', 'docs', '--as', form], { env })

it("render names the variable of the embedded service's key, never the key itself", async () => {
  const { stdout } = await render('curl', { CRAWLFORM_API_KEY: KEY })
  expect(stdout).toContain('Authorization: Bearer \'"$CRAWLFORM_API_KEY"')
  expect(stdout).not.toContain(KEY)
})

it('render says what is missing if no service runs', async () => {
  expect((await render('curl')).stderr).toBe('Start "crawlform serve" before you send this.\n')
  expect((await render('typescript')).stderr).toMatch(
    /Set CRAWLFORM_API_KEY to the key in .*service-endpoint\.json\.\n/,
  )
  expect((await render('json')).stderr).toBe('')
})

describe('a request rendered while the service runs', () => {
  const senders = {
    curl: (code: string) => spawnSync('sh', ['-c', code], { encoding: 'utf8' }),
    typescript: (code: string, key: string) =>
      spawnSync(
        process.execPath,
        ['--input-type=module', '-e', `${code}\nconsole.log(JSON.stringify({ success: true, id, url }))`],
        {
          encoding: 'utf8',
          env: { ...process.env, CRAWLFORM_API_KEY: key },
        },
      ),
  }
  const hasCurl = spawnSync('curl', ['--version']).status === 0

  it.skipIf(!hasCurl)('is accepted as curl, without a variable', async () => {
    const serving = project.start(['serve', '--port', '0'])
    await serving.says('Listening on')
    const { stdout } = await render('curl')
    expect(JSON.parse(senders.curl(stdout).stdout)).toMatchObject({ success: true })
    serving.kill('SIGTERM')
    await serving.ended
  })

  it('is accepted as TypeScript, with the variable', async () => {
    const serving = project.start(['serve', '--port', '0'], { env: { CRAWLFORM_API_KEY: KEY } })
    await serving.says('Listening on')
    const { stdout } = await render('typescript')
    expect(JSON.parse(senders.typescript(stdout, KEY).stdout)).toMatchObject({ success: true })
    serving.kill('SIGTERM')
    await serving.ended
  })
})
