import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packageVersion } from '../../src/util/package-file.ts'
import { startForgeServer, type ForgeServer } from '../support/forge-server.ts'
import { startJobServer, type JobServer } from '../support/job-server.ts'
import { ReviewedProject, type Change } from '../support/reviewed-project.ts'
import { actionDirectory, readAction, runAction, type ActionRun } from '../support/run-action.ts'

let forge: ForgeServer
let jobs: JobServer
let project: ReviewedProject
let uploaded: { name: string; files: string[] }[]

const crawl = (limit: number): string =>
  `version: 2\nrequest: { url: https://docs.example.com/, limit: ${limit} }\n`
const projectFile = (): string => `version: 2
environments:
  production: { baseUrl: "${jobs.url}", apiKey: "\${secret:SERVICE_KEY}", state: { backend: git } }
`

beforeEach(async () => {
  forge = await startForgeServer()
  jobs = await startJobServer()
  project = new ReviewedProject()
  uploaded = []
  project.merge({ 'infra/crawlform.yaml': projectFile(), 'infra/crawls/docs.yaml': crawl(10) })
})
afterEach(async () => {
  await Promise.all([forge.close(), jobs.close()])
  project.remove()
})

interface Wish {
  readonly inputs?: Record<string, string>
  readonly env?: Record<string, string>
  readonly fork?: boolean
  readonly token?: string
  readonly eventName?: string
  readonly actionPath?: string
}

const production = { environment: 'production', 'working-directory': 'infra' }

async function run(
  workspace: string,
  event: object,
  { inputs, env, token, eventName, actionPath }: Wish,
): Promise<ActionRun> {
  return runAction({
    ...(actionPath === undefined ? {} : { actionPath }),
    inputs: { ...production, ...inputs },
    workspace,
    eventName: eventName ?? 'pull_request',
    event,
    repository: 'owner/name',
    token: token ?? forge.token,
    env: {
      ...project.repositories.env,
      PATH: `${npm()}:${process.env['PATH']}`,
      GITHUB_API_URL: forge.githubApi,
      ...env,
    },
    uses: (action, { name = '', path: folder = '', ...rest }) => {
      expect(action).toMatch(/^actions\/upload-artifact@v\d+$/)
      expect(rest).toEqual({ overwrite: 'true' })
      uploaded.push({ name, files: readdirSync(folder).sort() })
      return { 'artifact-url': `https://ci.example.com/artifacts/${uploaded.length}` }
    },
  })
}

function review({ base }: Change, wish: Wish = {}): Promise<ActionRun> {
  const head = { repo: { full_name: wish.fork === true ? 'somebody/name' : 'owner/name' } }
  return run(project.checkout(), { pull_request: { number: 7, base: { sha: base }, head } }, wish)
}

function apply(wish: Wish = {}): Promise<ActionRun> {
  const { inputs, ...rest } = wish
  return run(
    project.checkout('refs/heads/main'),
    {},
    {
      eventName: 'push',
      env: { SERVICE_KEY: 'k' },
      ...rest,
      inputs: { command: 'apply', ...inputs },
    },
  )
}

const writes = () => forge.requests.filter(({ method }) => method !== 'GET')

describe('on a pull request, the action', () => {
  it('writes its plan into one comment, which later runs update', async () => {
    for (const body of ['first', 'second', 'third']) forge.add(body, { id: 7, type: 'User' })
    const first = await review(project.propose({ 'infra/crawls/docs.yaml': crawl(20) }))
    expect(first).toMatchObject({
      status: 0,
      summary: expect.stringContaining('### Plan for environment production'),
    })
    expect(first.outputs).toEqual({
      exitcode: '2',
      changes: '1',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      summary: 'Plan: 1 to submit. At most 20 pages.',
      board: '',
    })
    const second = await review(project.propose({ 'infra/crawls/docs.yaml': crawl(30) }))
    expect(writes().map(({ method, status }) => [method, status])).toEqual([
      ['POST', 201],
      ['PATCH', 200],
    ])
    const [, , , comment, ...more] = forge.comments
    expect(more).toEqual([])
    expect(comment?.body).toMatch(
      /^<!-- crawlform comment: production infra\/ -->\n### Plan for environment production\n/,
    )
    expect(comment?.body).toContain('At most 30 pages')
    expect(comment?.body).toContain(second.outputs['digest'])
    expect(comment?.body).toContain('[The whole plan](https://ci.example.com/artifacts/2)')
    expect(uploaded[0]).toEqual({ name: 'crawlform-plan', files: ['plan.html', 'plan.json', 'plan.md'] })
  })

  it('needs no comment if nothing changes, and updates an older one', async () => {
    await apply()
    expect((await review(project.propose({ 'README.md': 'new' }))).outputs).toMatchObject({
      exitcode: '0',
      changes: '0',
    })
    expect(writes()).toEqual([])
    await review(project.propose({ 'infra/crawls/docs.yaml': crawl(20) }))
    await review(project.propose({ 'README.md': 'newer' }))
    expect(forge.comments).toHaveLength(1)
    expect(forge.comments[0]?.body).toContain('Nothing to submit: 1 unchanged.')
  })

  it('compares a fork with the base, without a record, key or token', async () => {
    const change = project.propose({ 'infra/crawls/docs.yaml': crawl(20) })
    const ran = await review(change, { fork: true, token: 'reads-only' })
    expect(ran).toMatchObject({ status: 0, outputs: { exitcode: '2', changes: '1' } })
    expect(ran.summary).toContain(`### Compared with ${change.base}, environment production`)
    expect(ran.summary).toContain('10 -> 20')
    expect(ran.steps).not.toContain('Comment')
    expect(uploaded).toHaveLength(1)
    expect(forge.requests).toEqual([])
  })

  it('reports errors in crawl files in annotations, the comment and its status', async () => {
    const change = project.propose({ 'infra/crawls/docs.yaml': crawl(20).replace('limit', 'limt') })
    const ran = await review(change)
    expect(ran).toMatchObject({ status: 1, outputs: { exitcode: '1', digest: '' } })
    expect(ran.log).toContain('::error file=infra/crawls/docs.yaml,line=2,')
    expect(ran.summary).toContain('### The crawl files have errors')
    expect(forge.comments[0]?.body).toContain('### The crawl files have errors')
    await review(project.propose({ 'infra/crawls/docs.yaml': crawl(20) }))
    expect(forge.comments.map(({ body }) => body)).toEqual([expect.stringContaining('### Plan for')])
  })

  it('fails for a plan above the budget, and shows it', async () => {
    const change = project.propose({ 'infra/crawlform.yaml': `${projectFile()}budget: { pages: 5 }\n` })
    const ran = await review(change)
    expect(ran).toMatchObject({ status: 1, outputs: { exitcode: '1', changes: '0' } })
    expect(forge.comments[0]?.body).toContain('1 blocked')
  })

  it('says in its comment that there is no plan', async () => {
    const ran = await review(project.propose({}), { inputs: { arguments: 'no-such-crawl' } })
    expect(ran).toMatchObject({ status: 64, outputs: { exitcode: '64' } })
    expect(forge.comments[0]?.body).toContain('### There is no plan\n\ncrawlform ended with 64')
  })

  it('succeeds if the comment cannot be written', async () => {
    const ran = await review(project.propose({ 'infra/crawls/docs.yaml': crawl(20) }), {
      token: 'reads-only',
    })
    expect(ran).toMatchObject({ status: 0, outputs: { exitcode: '2' } })
    expect(ran.log).toContain('::warning title=crawlform::The comment could not be written')
    expect(ran.log).toContain('pull-requests: write')
  })

  it('omits the comment and the artifact on request', async () => {
    const ran = await review(project.propose({}), { inputs: { comment: 'false', artifact: '' } })
    expect(ran.status).toBe(0)
    expect([forge.requests, uploaded]).toEqual([[], []])
  })

  it('splits the arguments into words, and expands no globs', async () => {
    const change = project.propose({ 'infra/crawls/blog.yaml': crawl(5).replace('docs', 'blog') })
    const inputs = { arguments: '*o* --set blog.request.limit=7' }
    expect((await review(change, { inputs })).outputs).toMatchObject({
      summary: 'Plan: 2 to submit. At most 17 pages.',
    })
  })

  it('runs no code from an input', async () => {
    const attack = '"; touch "$GITHUB_WORKSPACE/owned"; $(touch owned) `touch owned` *'
    const change = project.propose({})
    for (const inputs of [
      { arguments: attack },
      { environment: attack },
      { command: attack },
      { version: attack },
      { command: 'apply', wait: attack },
      { command: 'apply', timeout: attack },
    ]) {
      const ran = await review(change, {
        inputs: { ...inputs },
      })
      expect(ran.status).not.toBe(0)
    }
    expect(readFilesNamed('owned')).toEqual([])
  })

  it.each([
    [{ eventName: 'pull_request_target' }, 'Use the event pull_request'],
    [{ inputs: { command: 'destroy' } }, 'must be plan or apply'],
    [{ inputs: { wait: 'no' } }, 'must be true or false'],
  ])('refuses %j', async (wish, words) => {
    const ran = await review(project.propose({}), wish)
    expect(ran).toMatchObject({ status: 64, steps: ['Find crawlform'] })
    expect(ran.log).toContain(`::error title=crawlform::`)
    expect(ran.log).toContain(words)
  })
})

describe('on the default branch, the action', () => {
  it('submits each crawl once', async () => {
    const first = await apply()
    expect(first).toMatchObject({
      status: 0,
      outputs: {
        exitcode: '0',
        changes: '1',
        summary: '1 submitted.',
        digest: expect.stringMatching(/^\w{64}$/),
        board: 'https://ci.example.com/artifacts/1',
      },
      summary: expect.stringMatching(
        /### Crawls applied in `production`[^]*\[The board\]\(https:\/\/ci\.example\.com\/artifacts\/1\)/,
      ),
    })
    expect(uploaded).toEqual([
      { name: 'crawlform-board', files: ['board.css', 'board.js', 'crawls', 'index.html'] },
    ])
    const second = await apply()
    expect(second.outputs).toMatchObject({ exitcode: '0', changes: '0', summary: 'Nothing to submit.' })
    expect([...jobs.jobs]).toEqual([['https://docs.example.com/', 1]])
    expect(forge.requests).toEqual([])
  })

  describe('waits for the crawls', () => {
    const expecting = `${crawl(600)}expect: { minPages: 500 }\n`

    it('and fails if one has fewer pages than its file expects', async () => {
      project.merge({ 'infra/crawls/docs.yaml': expecting })
      jobs.pages = 65
      const ran = await apply()
      expect(ran).toMatchObject({
        status: 5,
        outputs: { exitcode: '5', summary: '1 submitted. 1 crawl with problems.' },
      })
      expect(ran.summary).toContain('| `docs` | submitted |')
      expect(ran.summary).toContain('| 65 | 65 pages, at least 500 expected |')
    })

    it('and fails if one still runs after the timeout; the next run follows it', async () => {
      jobs.status = 'scraping'
      project.merge({ 'infra/crawls/docs.yaml': expecting })
      const first = await apply({ inputs: { timeout: '1s' } })
      expect(first.status).toBe(5)
      expect(first.summary).toContain('still running after 1s')
      jobs.status = 'completed'
      const second = await apply()
      expect(second).toMatchObject({
        status: 5,
        outputs: { summary: 'Nothing to submit. 1 crawl with problems.' },
      })
      expect(second.summary).toContain('| `docs` | earlier |')
      expect([...jobs.jobs]).toEqual([['https://docs.example.com/', 1]])
    })

    it('unless the workflow sets "wait: false"', async () => {
      jobs.status = 'scraping'
      project.merge({ 'infra/crawls/docs.yaml': expecting })
      expect(await apply({ inputs: { wait: 'false' } })).toMatchObject({
        status: 0,
        outputs: { summary: '1 submitted.' },
      })
    })

    it('at most as long as the arguments allow', async () => {
      jobs.status = 'scraping'
      const ran = await apply({ inputs: { arguments: '--timeout 2s' } })
      expect(ran.summary).toContain('still running after 2s')
    })
  })

  it('fails with the status of crawlform, and outputs it', async () => {
    const ran = await apply({ env: {} })
    expect(ran).toMatchObject({ status: 3, outputs: { exitcode: '3' } })
    expect(ran.log).toContain('SERVICE_KEY')
    expect([...jobs.jobs]).toEqual([])
  })
})

/** For PATH: an npm that puts this build where it would put the package, and notes what it was asked for. */
function npm(): string {
  return project.commands({
    npm: `printf '%s\\n' "npm in $PWD" "$@" >> "${npmLog()}"
case "$*" in *crawlform@[0-9]*.[0-9]*) mkdir node_modules && ln -s "${actionDirectory}" node_modules/crawlform ;; *) exit 1 ;; esac`,
  })
}

function npmLog(): string {
  return path.join(project.repositories.root, 'npm.log')
}

function readFilesNamed(name: string): string[] {
  return readdirSync(project.repositories.root, { recursive: true })
    .map(String)
    .filter((file) => path.basename(file) === name)
}

describe('the version of crawlform in the action', () => {
  it('is the package of the action', async () => {
    expect((await review(project.propose({}))).status).toBe(0)
    expect(existsSync(npmLog())).toBe(false)
  })

  it('is the requested version, installed outside the checkout', async () => {
    const ran = await review(project.propose({}), { inputs: { version: '9.8.7' } })
    expect(ran.status).toBe(0)
    expect(readFileSync(npmLog(), 'utf8')).toMatch(
      /^npm in .*\/temp\/crawlform\ninstall\n(?:.*\n)*crawlform@9\.8\.7\n$/,
    )
  })

  it('is the version of the action if the action is only a checkout', async () => {
    const actionPath = path.join(project.repositories.root, 'action')
    mkdirSync(actionPath)
    cpSync(path.join(actionDirectory, 'package.json'), path.join(actionPath, 'package.json'))
    expect((await review(project.propose({}), { actionPath })).status).toBe(0)
    expect(readFileSync(npmLog(), 'utf8')).toContain(`\ncrawlform@${packageVersion()}\n`)
  })
})

// The keys that GitHub documents for actions and the steps of composite ones.
const actionKeys = ['name', 'description', 'author', 'branding', 'inputs', 'outputs', 'runs']
const stepKeys = [
  'name',
  'id',
  'if',
  'shell',
  'working-directory',
  'env',
  'run',
  'uses',
  'with',
  'continue-on-error',
]

describe('action.yml', () => {
  const action = readAction()
  const { steps } = action.runs
  const text = readFileSync(path.join(actionDirectory, 'action.yml'), 'utf8')

  it('contains only known keys and existing references', () => {
    expect(Object.keys(action).filter((key) => !actionKeys.includes(key))).toEqual([])
    expect(action.runs.using).toBe('composite')
    expect(steps.flatMap((step) => Object.keys(step)).filter((key) => !stepKeys.includes(key))).toEqual([])
    const ids = steps.flatMap(({ id }) => id ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, id = ''] of text.matchAll(/\bsteps\.([\w-]+)/g)) expect(ids).toContain(id)
    for (const [, name = ''] of text.matchAll(/\binputs\.([\w-]+)/g))
      expect(action.inputs).toHaveProperty(name)
  })

  it('describes and uses every input, and describes every output', () => {
    for (const [name, { description }] of Object.entries(action.inputs)) {
      expect(description).toMatch(/\.$/)
      expect(text).toMatch(new RegExp(`\\$\\{\\{ inputs\\.${name} \\}\\}|inputs\\.${name} [!=]=`))
    }
    for (const { description } of Object.values(action.outputs)) expect(description).toMatch(/\.$/)
  })

  it.each(steps.filter(({ run: script }) => script !== undefined))(
    'has a safe shell script in $name',
    ({ run: script, shell }) => {
      expect(shell).toBe('bash')
      expect(script).toMatch(/^set -euo pipefail\n/)
      // The shell runs whatever an expression puts into a script.
      expect(script).not.toContain('${{')
    },
  )
})
