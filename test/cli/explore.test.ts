import { request } from 'node:http'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { site } from '../service/support/pages.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { cliProject, type CliProject, type StartedCli } from '../support/run-cli.ts'
import { hasBrowser, startTestBrowser } from '../support/test-browser.ts'

let project: CliProject
let web: LoopbackSite
let running: StartedCli | undefined

const FILE = 'crawls/docs.yaml'
const text = (url: string): string => `version: 2
# Ours
request:
  url: ${url} # the start
  excludePaths:
    # Old pages
    - ^/old/ # for now
    - ^/tmp/
  limit: 50 # enough
`

beforeEach(async () => {
  project = cliProject()
  web = await startLoopbackSite(site({ '/': ['/a', '/old/x', '/tmp/y'], '/a': ['/b'], '/b': [] }))
  project.write(FILE, text(web.url('/')))
})
afterEach(async () => {
  running?.kill('SIGKILL')
  running = undefined
  await web.close()
  project.remove()
})

/** Starts the command; returns the address that it prints. */
async function explore(args: readonly string[] = []): Promise<string> {
  const started = project.start(['explore', 'docs', ...args])
  running = started
  await started.says('Press Ctrl-C to stop.')
  return started.soFar().stdout.trim()
}

const edit = {
  includePaths: [],
  excludePaths: ['^/tmp/', '^/b$'],
  sitemap: 'include',
  crawlEntireDomain: false,
  allowSubdomains: false,
  allowExternalLinks: false,
  ignoreQueryParameters: false,
  limit: 20,
}

interface Wish {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Asks as any program can, with any header. */
async function ask(url: string, { method = 'POST', headers = {}, body }: Wish = {}) {
  const sent = body === undefined ? '' : JSON.stringify(body)
  return new Promise<{ status: number | undefined; text: string; policy: unknown }>((resolve, reject) => {
    const asked = request(
      url,
      { method, headers: { ...headers, 'content-length': Buffer.byteLength(sent) } },
      (response) => {
        let got = ''
        response.setEncoding('utf8').on('data', (part: string) => (got += part))
        response.once('end', () =>
          resolve({
            status: response.statusCode,
            text: got,
            policy: response.headers['content-security-policy'],
          }),
        )
      },
    )
    asked.once('error', reject)
    asked.end(sent)
  })
}

/** What the page itself sends. */
const own = (url: string): Readonly<Record<string, string>> => ({
  origin: new URL(url).origin,
  'content-type': 'application/json',
})

const fileNow = (): string => readFileSync(path.join(project.directory, FILE), 'utf8')

describe('explore', () => {
  it('serves the page only to requests with its address', async () => {
    const url = await explore()
    const { host } = new URL(url)
    const page = await ask(url, { method: 'GET' })
    expect([page.status, page.policy]).toEqual([
      200,
      expect.stringMatching(/^default-src 'none'; script-src 'sha256-/),
    ])
    expect(page.text).toContain('Scope of docs')
    const answers = await Promise.all([
      ask(`http://${host}/`, { method: 'GET' }),
      ask(`http://${host}/wrong/`, { method: 'GET' }),
      ask(url, { method: 'GET', headers: { host: 'attacker.example' } }),
      ask(url, { method: 'GET', headers: { host: host.replace('127.0.0.1', 'localhost') } }),
      ask(`${url}write`, { body: { edit } }),
      ask(`${url}write`, { headers: { ...own(url), origin: 'https://attacker.example' }, body: { edit } }),
      ask(`${url}write`, { headers: { ...own(url), origin: 'null' }, body: { edit } }),
      ask(`${url}change`, { headers: { ...own(url), 'content-type': 'text/plain' }, body: { edit } }),
      ask(`${url}change`, { headers: own(url), body: { edit: { limit: 'many' } } }),
      ask(`${url}change`, { headers: own(url), body: { edit, long: 'x'.repeat(1_000_001) } }),
      ask(`${url}other`, { headers: own(url), body: { edit } }),
      ask(`${url}write`, { headers: own(url), body: { edit, digest: 'another' } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([
      404, 404, 421, 421, 403, 403, 403, 415, 400, 413, 404, 409,
    ])
    expect(fileNow()).toBe(text(web.url('/')))
  })

  it('writes settings as shown, keeps comments, and ends with Ctrl-C', async () => {
    const url = await explore()
    const shown = await ask(`${url}change`, { headers: own(url), body: { edit } })
    const { diff, digest, file } = JSON.parse(shown.text)
    expect([file, diff.slice(3)]).toEqual([
      FILE,
      [
        `   url: ${web.url('/')} # the start`,
        '   excludePaths:',
        '     # Old pages',
        '-    - ^/old/ # for now',
        '+      # for now',
        '     - ^/tmp/',
        '-  limit: 50 # enough',
        '+    - "^/b$"',
        '+  limit: 20 # enough',
      ],
    ])
    expect(fileNow()).toBe(text(web.url('/')))
    expect((await ask(`${url}write`, { headers: own(url), body: { edit, digest } })).status).toBe(200)
    expect(fileNow()).toContain('      # for now\n    - ^/tmp/\n    - "^/b$"\n  limit: 20 # enough\n')
    // The page is about the new settings now.
    expect((await ask(url, { method: 'GET' })).text).toContain('"excludePaths":["^/tmp/","^/b$"]')
    running?.kill('SIGINT')
    expect(await running?.ended).toMatchObject({ status: 0 })
  })

  it('keeps the byte order mark and the line ends of Windows', async () => {
    const before = `\uFEFF${text(web.url('/')).replaceAll('\n', '\r\n')}`
    project.write(FILE, before)
    const url = await explore()
    const more = { ...edit, excludePaths: ['^/old/', '^/tmp/', '^/b$'], includePaths: ['^/a', '^/b'] }
    const shown = await ask(`${url}change`, { headers: own(url), body: { edit: more } })
    const { digest } = JSON.parse(shown.text)
    expect((await ask(`${url}write`, { headers: own(url), body: { edit: more, digest } })).status).toBe(200)
    expect(fileNow()).toBe(
      before
        .replace('limit: 50 # enough\r\n', 'limit: 20 # enough\r\n  includePaths: ["^/a", "^/b"]\r\n')
        .replace('    - ^/tmp/\r\n', '    - ^/tmp/\r\n    - "^/b$"\r\n'),
    )
  })

  it('says that it opens no browser without a terminal', async () => {
    await explore(['--open'])
    expect(running?.soFar().stderr).toContain(
      'No browser was opened: there is no terminal.\nOpen this address in a browser. Press Ctrl-C to stop.\n',
    )
  })

  it('reports a port that is in use, and how to choose another', async () => {
    const { port } = new URL(web.url('/'))
    expect(await project.run(['explore', 'docs', '--port', port])).toMatchObject({
      status: 3,
      stderr: expect.stringContaining(
        `crawlform: Cannot listen on 127.0.0.1:${port}: another program uses this port.\n  help: Stop that program, or choose another port: --port 0 takes any free one.\n`,
      ),
    })
  })

  it('does not overwrite a file that was changed meanwhile', async () => {
    const url = await explore()
    project.write(FILE, `${text(web.url('/'))}# more\n`)
    const { status, text: said } = await ask(`${url}change`, { headers: own(url), body: { edit } })
    expect([status, said]).toEqual([409, expect.stringContaining('has changed since this page was made')])
  })

  it('names the origin of a setting from elsewhere, and the crawls that change too', async () => {
    project.write(
      'crawlform.yaml',
      'version: 2\nenvironments: { local: { service: embedded, request: { limit: 7 } } }\n',
    )
    const matrix = `version: 2
name: \${matrix.n}
matrix: { n: [docs, blog] }
request: { url: "${web.url('/')}", excludePaths: ['^/c', '^/\${matrix.n}'] }
`
    project.write(FILE, matrix)
    const url = await explore()
    const change = async (wanted: object): Promise<Record<string, unknown>> => {
      const answer = await ask(`${url}change`, { headers: own(url), body: { edit: { ...edit, ...wanted } } })
      return JSON.parse(answer.text)
    }
    expect(await change({ limit: 8 })).toEqual({ error: expect.stringContaining('limit (environment local') })
    const { diff, also } = await change({ excludePaths: ['^/docs', '^/d'], limit: 7 })
    expect(also).toEqual(['blog'])
    // References stay references.
    expect((diff as string[]).at(-1)).toBe(
      `+request: { url: "${web.url('/')}", excludePaths: ['^/\${matrix.n}', "^/d"] }`,
    )
  })

  it.runIf(hasBrowser)('asks in the page before it writes', async () => {
    const url = await explore()
    const browser = await startTestBrowser()
    try {
      const { page, requests, complaints } = await browser.open()
      await page.goto(url)
      expect(await page.locator('#summary').innerText()).toContain('3 pages in, 2 URLs out.')
      await page.getByLabel('excludePaths').fill('^/tmp/\n^/old/\n^/b$')
      await page.getByRole('button', { name: 'Write to crawls/docs.yaml' }).click()
      const dialog = page.getByRole('dialog', { name: 'Write this to crawls/docs.yaml?' })
      expect(await dialog.getByLabel('Changes in the file').innerText()).toContain('+    - "^/b$"')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      expect(fileNow()).toBe(text(web.url('/')))
      await page.getByRole('button', { name: 'Write to crawls/docs.yaml' }).click()
      await dialog.getByRole('button', { name: 'Write' }).click()
      await page.getByText('2 pages in, 3 URLs out.').waitFor()
      expect(fileNow()).toContain('    - ^/tmp/\n    - "^/b$"\n')
      expect(await page.getByRole('button', { name: 'Write to' }).isDisabled()).toBe(true)
      const origins = new Set(requests.map((asked) => new URL(asked).origin))
      expect([origins, complaints]).toEqual([new Set([new URL(url).origin]), []])
    } finally {
      await browser.close()
    }
  })
})
