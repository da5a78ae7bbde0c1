import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RandomSource } from '../support/random-source.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'
import { TerraformStateServer } from '../support/terraform-state-server.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { until } from '../service/support/until.ts'
import { watchArguments, type WatchedArguments } from './watched-arguments.ts'
import { formsOf, makeCanaries, startParrot, withoutSpace, type Canaries, type Parrot } from './canaries.ts'

// `npm run canaries` sets the seed, and starts a process for each command, as people do.
const SEED = Number(process.env['CRAWLFORM_CAMPAIGN_SEED'] ?? 1)
const isCampaign = process.env['CRAWLFORM_CAMPAIGN_SIZE'] !== undefined
const makeProject = isCampaign ? cliProject : hereProject

let canaries: Canaries
let parrot: Parrot
let state: TerraformStateServer
let project: CliProject
let told: Map<string, string>
/** In the campaign: the arguments of all processes, also of those that ours start. */
let processes: WatchedArguments | undefined
/** Holds a `git` that writes down its arguments before it is git. */
let tools: string

beforeEach(async () => {
  canaries = makeCanaries(new RandomSource(SEED))
  parrot = await startParrot(canaries)
  state = await new TerraformStateServer().listen()
  state.credentials = `team:${canaries.S_STATE_PASSWORD}`
  told = new Map()
  processes = isCampaign && process.platform === 'linux' ? await watchArguments() : undefined
  tools = mkdtempSync(path.join(tmpdir(), 'crawlform-tools-'))
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const wrapper = `#!/bin/sh\nprintf '%s\\n' "$*" >> '${tools}/arguments'\nexec '${git}' "$@"\n`
  writeFileSync(path.join(tools, 'git'), wrapper)
  chmodSync(path.join(tools, 'git'), 0o755)
  project = makeProject({
    'crawlform.yaml': projectFile(),
    'crawls/docs.yaml': crawlFile(),
    'crawls/second.yaml': second,
  })
})

afterEach(async () => {
  project.remove()
  rmSync(tools, { recursive: true })
  await Promise.all([parrot.close(), state.close(), processes?.end()])
})

const crawlFile = (): string => `version: 2
request:
  url: https://docs.example.com/?token=${canaries.QUERY_TOKEN}
  limit: 1
  webhook:
    url: https://ada:${canaries.HOOK_PASSWORD}@hooks.example.com/\${secret:S_HOOK_URL}
    headers: { Authorization: "Bearer ${canaries.BEARER}", X-Own: "\${secret:S_HOOK_HEADER}" }
    metadata: { password: ${canaries.META_PASSWORD}, k: "a \${secret:S_META} b" }
  scrapeOptions:
    headers: { Cookie: "session=\${secret:S_COOKIE}" }
`
const second = 'version: 2\nrequest: { url: https://second.example.com/, limit: 1, prompt: "only news" }\n'

const projectFile = (): string => `version: 2
environments:
  remote:
    baseUrl: ${parrot.url}
    apiKey: \${secret:S_KEY}
    idempotencyKeys: true
    state:
      backend: http
      address: ${state.address()}
      lockAddress: ${state.address()}
      username: team
      password: \${secret:S_STATE_PASSWORD}
  closed: { baseUrl: "http://127.0.0.1:9", apiKey: "\${env:S_KEY}" }
  open: { baseUrl: "${parrot.url}", apiKey: "\${env:S_KEY}", idempotencyKeys: true }
  shared: { baseUrl: "${parrot.url}", apiKey: "\${secret:S_KEY}", state: { backend: git } }
  own:
    service: embedded
    embedded:
      model: { baseUrl: "${parrot.url}/v1", name: m, apiKey: "\${secret:S_MODEL}" }
      webhooks: { secret: "\${secret:S_SIGNATURE}" }
`

let runs = 0

function secretsInEnv(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(canaries).filter(([place]) => place.startsWith('S_')))
}

/** Runs a command and keeps what it says. Returns its status. */
async function run(line: string, more: Readonly<Record<string, string>> = {}): Promise<number | null> {
  const PATH = `${tools}:${process.env['PATH']}`
  const env = { ...secretsInEnv(), GIT_TERMINAL_PROMPT: '0', PATH, ...more }
  const { stdout, stderr, status } = await project.run(line.split(' '), { env })
  told.set(`${++runs} ${line} (${status})`, stdout + stderr)
  return status
}

const OWN_FILES = new Set([
  'crawlform.yaml',
  'crawls/docs.yaml',
  'crawls/web.yaml',
  '.git/config',
  'request.sh',
  'body.json',
])

/** Commands that may show secrets of files: `render` prints the request, `migrate` and `explore` show lines before they change them. */
const EXACT = /^\d+ (?:render|migrate|explore change) /
const WRITTEN_OUT = new Set(['QUERY_TOKEN', 'HOOK_PASSWORD', 'BEARER', 'META_PASSWORD'])

/** Returns the leaks: the place of the canary, its form, and where it was found. */
function leaks(): string[] {
  for (const name of readdirSync(project.directory, { recursive: true }).map(String)) {
    const file = path.join(project.directory, name)
    if (OWN_FILES.has(name)) continue
    told.set(`name of ${name}`, name)
    if (statSync(file).isFile())
      told.set(`file ${name}`, readFileSync(file, 'latin1') + readFileSync(file, 'utf8'))
  }
  const calls = path.join(tools, 'arguments')
  told.set('arguments of git', existsSync(calls) ? readFileSync(calls, 'utf8') : '')
  // Git passes its settings to its own helpers.
  const others = processes?.seen.filter((text) => !/git[ -]remote-http/.test(text)) ?? []
  told.set('arguments of processes', others.join('\n'))
  told.set(
    'requests to the state server',
    JSON.stringify(state.requests.map(({ method, path: at, body }) => [method, at, body])),
  )
  return [...told].flatMap(([where, text]) => {
    const bare = withoutSpace(text)
    const searched = Object.entries(canaries).filter(
      ([place]) => !EXACT.test(where) || !WRITTEN_OUT.has(place),
    )
    return searched.flatMap(([place, value]) =>
      formsOf(value)
        .filter((form) => bare.includes(form))
        .map((form) => `${place} as ${form} in ${where}`),
    )
  })
}

const FORMATS = ['text', 'json', 'markdown', 'html', 'github', 'gitlab', 'sarif', 'junit']
const REPORTS = ['json', 'markdown', 'html', 'junit']
  .map((format) => `--report ${format}=out/plan.${format}`)
  .join(' ')

describe.skipIf(process.platform !== 'linux')('no secret is in the output', () => {
  it('of commands that send nothing', async () => {
    await run('validate')
    for (const format of FORMATS) await run(`validate --format ${format}`)
    for (const format of FORMATS) await run(`plan --env remote --full --format ${format}`)
    await run(`plan --env remote --out saved.json ${REPORTS}`)
    for (const form of ['json', 'curl', 'typescript']) await run(`render docs --env remote --as ${form}`)
    for (const line of ['explain docs', 'explain docs https://docs.example.com/x', 'test', 'completion bash'])
      await run(line)
    project.write('crawls/docs.yaml', crawlFile().replace('limit: 1', 'limmit: 1'))
    for (const format of FORMATS) await run(`validate --format ${format}`)
    project.write('crawls/docs.yaml', crawlFile().replace('version: 2', 'version: 1'))
    await run('migrate')
    expect(leaks()).toEqual([])
  })

  it('of a crawl that is sent, followed and read, whatever the service answers', async () => {
    const apply = 'apply --env remote --yes --rerun'
    for (const status of [400, 401, 409, 302, 500]) {
      parrot.status = status
      await run(
        `${apply} docs --format ${status % 2 === 0 ? 'text' : 'ndjson'} --report json=out/refused-${status}.json`,
      )
      await run('plan --env remote --full')
      await run('state reconcile --env remote')
      await run('state reconcile docs --env remote --assume not-started --why seen')
    }
    parrot.status = 200
    expect(await run(`${apply} docs --wait --output out/pages --report markdown=out/done.md`)).toBeLessThan(6)
    for (const line of [
      'status',
      'status --format json',
      'wait',
      'results docs',
      'results docs --format ndjson',
    ])
      await run(`${line} --env remote`)
    for (const line of ['state list', 'state show', 'state history', 'cancel docs --yes', 'lock --update'])
      await run(`${line} --env remote`)
    for (const status of [403, 500]) {
      parrot.status = status
      for (const line of ['status', 'wait', 'results docs', 'cancel docs --yes', 'lock --update'])
        await run(`${line} --env remote`)
    }
    // The rest of what the service said is there.
    expect([...told.values()].join('')).toContain('${secret:S_COOKIE}')
    expect(leaks()).toEqual([])
  })

  it('of runs that cannot reach a record, a proxy, a forge or a service', async () => {
    execFileSync('git', ['init'], { cwd: project.directory, stdio: 'ignore' })
    // Not by a command, which would have it in its arguments.
    const remote = `http://ada:${canaries.GIT_PASSWORD}@127.0.0.1:9/x.git`
    const settings = path.join(project.directory, '.git/config')
    appendFileSync(
      settings,
      `[remote "origin"]\n  url = ${remote}\n  fetch = +refs/heads/*:refs/remotes/origin/*\n`,
    )
    state.credentials = 'team:other'
    for (const line of ['plan', 'apply --yes', 'state reconcile', 'state unlock x'])
      for (const name of ['remote', 'shared']) await run(`${line} --env ${name}`)
    for (const line of ['apply --yes', 'status', 'lock --update']) await run(`${line} --env closed`)
    const proxy = `http://ada:${canaries.PROXY_PASSWORD}@127.0.0.1:9`
    const proxies = {
      HTTP_PROXY: proxy,
      HTTPS_PROXY: proxy,
      http_proxy: proxy,
      https_proxy: proxy,
      NO_PROXY: '',
    }
    for (const name of ['closed', 'open']) {
      await run(`plan --env ${name}`, proxies)
      await run(`apply --env ${name} --yes --rerun`, proxies)
      await run(`status --env ${name}`, proxies)
    }
    await run('plan --env open', {
      ...proxies,
      HTTP_PROXY: `ftp://ada:${canaries.PROXY_PASSWORD}@127.0.0.1:9`,
      http_proxy: '',
    })
    project.write('plan.md', '# Plan\n')
    for (const status of [401, 500]) {
      parrot.status = status
      await run('comment plan.md', {
        GITHUB_ACTIONS: 'true',
        GITHUB_TOKEN: canaries.GITHUB_TOKEN,
        GITHUB_API_URL: parrot.url,
        GITHUB_REPOSITORY: 'a/b',
        GITHUB_REF: 'refs/pull/7/merge',
        GITHUB_EVENT_NAME: 'pull_request',
      })
    }
    for (const line of ['lock --update', 'preview docs', 'status']) await run(`${line} --env own`)
    expect(leaks()).toEqual([])
  })

  it('of commands that start a project or import from another tool', async () => {
    project.write('request.sh', curlCommand())
    project.write('body.json', JSON.stringify(foreignBody()))
    for (const file of ['request.sh', 'body.json']) {
      await run(`import ${file}`)
      expect(await run(`import ${file} --name from-${file.slice(0, 4)} --write`)).toBe(0)
    }
    await run('validate')
    await run('import request.sh --name from-body --write')
    for (const line of ['init --yes --url https://docs.example.com/ --ci github', 'init --yes --ci gitlab'])
      await run(line)
    expect(leaks()).toEqual([])
  })

  it('of explore, and of the service and its pages', async () => {
    const site = await startLoopbackSite({
      '/': () =>
        `<title>${canaries.QUERY_TOKEN}</title><a href="/a/${canaries.QUERY_TOKEN}">a</a><a href="/b">b</a>`,
      '/b': '<p>words',
    })
    try {
      project.write('crawls/web.yaml', webCrawl(site))
      await explore()
      await serve(site, 'text')
      await serve(site, 'json')
    } finally {
      await site.close()
    }
    expect(leaks()).toEqual([])
  })
})

/** What people paste: a key, cookies and a webhook's password in one command. */
const curlCommand = (): string =>
  [
    'curl -X POST https://api.firecrawl.dev/v2/crawl',
    `-H 'Authorization: Bearer ${canaries.BEARER}'`,
    `-H 'X-Api-Key: ${canaries.GITHUB_TOKEN}'`,
    `-d '${JSON.stringify(foreignBody()).replaceAll("'", String.raw`'\\''`)}'`,
  ].join(' ')

const foreignBody = (): object => ({
  url: 'https://docs.example.com/',
  limit: 5,
  webhook: {
    url: `https://ada:${canaries.HOOK_PASSWORD}@hooks.example.com/x`,
    headers: { Authorization: `Bearer ${canaries.PROXY_PASSWORD}` },
  },
  scrapeOptions: { headers: { Cookie: `session=${canaries.GIT_PASSWORD}`, 'X-Token': canaries.S_KEY } },
})

const webCrawl = (site: LoopbackSite): string => `version: 2
request:
  url: ${site.url('/')}
  limit: 5
  scrapeOptions: { headers: { Cookie: "session=\${secret:S_COOKIE}", X-Token: "${canaries.QUERY_TOKEN}" } }
`

/** Asks the page of `explore` for all it has, as its reader does. */
async function explore(): Promise<void> {
  const { started, said } = start('explore web --env own')
  await started.says('Press Ctrl-C to stop.')
  const url = started.soFar().stdout.trim()
  const own = { origin: new URL(url).origin, 'content-type': 'application/json' }
  await ask('explore', url)
  const edit = { includePaths: ['^/b$'], excludePaths: [], sitemap: 'skip', limit: 3 }
  const post = (name: string, body: object): Promise<string> =>
    ask(`explore ${name}`, new URL(name, url).href, {
      method: 'POST',
      headers: own,
      body: JSON.stringify(body),
    })
  const { digest } = JSON.parse(await post('change', { edit })) as { digest?: string }
  await post('write', { edit, digest })
  await post('nothing', {})
  started.kill('SIGINT')
  await said()
}

/** Has the service crawl, refuse and fail, and asks all that it answers. */
async function serve(site: LoopbackSite, format: string): Promise<void> {
  const { started, said } = start(`serve --port 0 --metrics --env own --format ${format}`, {
    CRAWLFORM_API_KEY: canaries.S_KEY,
  })
  await started.says('http://127.0.0.1')
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(started.soFar().stdout + started.soFar().stderr) ?? []
  const signedIn = { authorization: `Bearer ${canaries.S_KEY}`, 'content-type': 'application/json' }
  const body = {
    url: site.url('/b'),
    limit: 2,
    webhook: { url: `${parrot.url}/hook`, headers: { Authorization: canaries.BEARER } },
    scrapeOptions: { headers: { Cookie: `session=${canaries.S_COOKIE}` }, maxAge: 0 },
  }
  const post = (json: object): RequestInit => ({
    method: 'POST',
    headers: signedIn,
    body: JSON.stringify(json),
  })
  const { id } = JSON.parse(await ask(`serve ${format} start`, `${url}/v2/crawl`, post(body))) as {
    id: string
  }
  await ask(`serve ${format} refused`, `${url}/v2/crawl`, post({ ...body, limit: 'x' }))
  await ask(`serve ${format} stranger`, `${url}/v2/crawl`, { method: 'POST', body: '{' })
  const status = () => ask(`serve ${format} status`, `${url}/v2/crawl/${id}`, { headers: signedIn })
  await until(async () => !(await status()).includes('"scraping"'))
  for (const at of ['/v2/crawl/active', `/v2/crawl/${id}/errors`, '/metrics', '/v2/team/queue-status'])
    await ask(`serve ${format} ${at}`, url + at, { headers: signedIn })
  for (const at of ['/', `/jobs/${id}`, `/jobs/${id}/pages/0`, `/jobs/${id}/pages/0/markdown`, '/jobs/x'])
    for (const headers of [signedIn, {}])
      await ask(`serve ${format} ${at}`, url + at, { headers: { ...headers, accept: 'text/html' } })
  started.kill('SIGTERM')
  await said()
}

/** Starts a command that runs until the test ends it. */
function start(line: string, more: Readonly<Record<string, string>> = {}) {
  const started = project.start(line.split(' '), { env: { ...secretsInEnv(), ...more } })
  const said = async (): Promise<void> => {
    const { stdout, stderr } = await started.ended
    told.set(`${++runs} ${line}`, stdout + stderr)
  }
  return { started, said }
}

/** Keeps an answer, its headers too, and returns its text. */
async function ask(what: string, url: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(url, { redirect: 'manual', ...init })
  const text = await answer.text()
  told.set(`${++runs} ${what} (${answer.status})`, `${JSON.stringify([...answer.headers])}\n${text}`)
  return text
}
