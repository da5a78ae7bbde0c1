import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { text as textOf } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { cliProject, program, type CliProject } from '../support/run-cli.ts'

let web: LoopbackSite
let project: CliProject

beforeEach(async () => {
  web = await startLoopbackSite({ '/': '<h1>Start</h1>' })
  project = cliProject({
    'crawls/docs.yaml': `version: 2\nrequest: { url: "${web.url('/')}", limit: 5 }\n`,
  })
})

afterEach(async () => {
  project.remove()
  await web.close()
})

/** Runs a script of a shell, which can write any bytes; `crawlform` is the program. */
async function sh(script: string): Promise<{ status: unknown; stdout: string; stderr: string }> {
  const child = spawn(
    'sh',
    ['-c', `crawlform() { "${process.execPath}" "${program}" "$@"; }; x=$(printf '\\377'); ${script}`],
    {
      cwd: project.directory,
      env: { PATH: process.env['PATH'], HOME: project.directory },
    },
  )
  const [stdout, stderr, [status]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'close') as Promise<unknown[]>,
  ])
  return { status, stdout, stderr }
}

// Other systems take no such names.
describe.runIf(process.platform === 'linux')('a name that is not UTF-8', () => {
  it('of a crawl file is reported as such, and the other files are read', async () => {
    const { status, stderr, stdout } = await sh(
      'cp crawls/docs.yaml "crawls/a$x.yaml"; mkdir "crawls/d$x"; cp crawls/docs.yaml "crawls/d$x/b.yaml"; cp crawls/docs.yaml "crawls/d$x/.note"; crawlform validate',
    )
    const said = stdout + stderr
    expect(said).toContain(String.raw`"crawls/a\xff.yaml" has a name that is not UTF-8, so it is not read.`)
    expect(said).toContain(String.raw`"crawls/d\xff/b.yaml" has a name that is not UTF-8, so it is not read.`)
    expect(said).toContain('2 errors in 3 files (1 crawl)')
    expect(said).not.toContain('\uFFFD')
    expect(status).toBe(1)
  })

  it.each([
    ['validate "crawls/a$x.yaml"', String.raw`The argument "crawls/a\xff.yaml" is not UTF-8.`],
    ['plan --out "p$x.json"', String.raw`The argument "p\xff.json" is not UTF-8.`],
    ['results --output "pages$x"', String.raw`The argument "pages\xff" is not UTF-8.`],
    ['-C "d$x" plan', String.raw`The argument "d\xff" is not UTF-8.`],
  ])('in the arguments %s is reported, and no other file is created', async (words, message) => {
    const { status, stderr } = await sh(`mkdir "d$x" "pages$x"; crawlform ${words}`)
    expect(stderr).toContain(message)
    expect(status).toBe(64)
    expect(readdirSync(project.directory).toSorted()).toEqual(['crawls', 'd\uFFFD', 'pages\uFFFD'])
  })

  it('of the working directory is reported', async () => {
    const { status, stderr } = await sh('mkdir "d$x"; cd "d$x"; crawlform plan')
    expect(stderr).toContain(String.raw`/d\xff" is not UTF-8.`)
    expect(status).toBe(64)
  })

  it("of a user's file in a folder of pages is kept", async () => {
    const apply = 'crawlform apply --yes --wait --output pages --rerun >/dev/null 2>err || cat err >&2'
    const { stdout, stderr } = await sh(
      `${apply}; mkdir "pages/docs/d$x"; echo mine > "pages/docs/d$x/own$x"; ${apply}; cat "pages/docs/d$x/own$x"; ls pages/docs`,
    )
    expect(stderr).toBe('')
    expect(stdout).toContain('mine\n')
    expect(stdout).toContain('.md')
  })
})
