import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startJobServer, type JobServer } from '../support/job-server.ts'

const program = path.join(import.meta.dirname, '../../dist/cli/main.cjs')
const names = ['alpha', 'beta', 'gamma']

let root: string
let server: JobServer

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'crawlform-kill-'))
  server = await startJobServer()
  mkdirSync(path.join(root, 'crawls'))
  writeFileSync(
    path.join(root, 'crawlform.yaml'),
    `version: 2\nenvironments:\n  remote: { baseUrl: "${server.url}" }\n`,
  )
  for (const name of names) {
    writeFileSync(
      path.join(root, `crawls/${name}.yaml`),
      `version: 2\nrequest: { url: "https://${name}.example.com/", limit: 5 }\n`,
    )
  }
})

afterEach(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

const args = ['apply', '--env', 'remote', '--yes', '--local-state', '--parallelism', '1']

/** Starts an apply and kills it when `arm` says so; resolves when the process is gone. */
async function killedApply(arm: (kill: () => void) => void): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: 'ignore' })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  arm(() => child.kill('SIGKILL'))
  await gone
  server.onRequest = () => undefined
  server.onAnswer = () => undefined
}

interface PlanShape {
  readonly changes: readonly { readonly name: string; readonly action: string }[]
}

interface Finished {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

function crawlform(...words: string[]): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { cwd: root }, (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

async function actions(): Promise<Record<string, string>> {
  const run = await crawlform('plan', '--env', 'remote', '--format', 'json')
  expect(run.stderr).toBe('')
  const plan = JSON.parse(run.stdout) as PlanShape
  return Object.fromEntries(plan.changes.map((change) => [change.name, change.action]))
}

function jobsOf(name: string): number {
  return server.jobs.get(`https://${name}.example.com/`) ?? 0
}

/** The claim of each action about the jobs of the service. */
const truth: Readonly<Record<string, readonly number[]>> = { submit: [0], keep: [1], 'in-doubt': [0, 1] }

/** What must hold after any kill: the plan reads, tells the truth, and one more apply settles it without a second job. */
async function expectHonest(): Promise<void> {
  for (const [name, action] of Object.entries(await actions()))
    expect(truth[action], `${name}: ${action}`).toContain(jobsOf(name))
  await crawlform(...args)
  for (const [name, action] of Object.entries(await actions())) {
    expect(['keep', 'in-doubt'], name).toContain(action)
    expect(truth[action], `${name}: ${action}`).toContain(jobsOf(name))
  }
}

it.each([1, 2, 3])('apply that is killed when request %i arrives submits nothing twice', async (nth) => {
  await killedApply((kill) => {
    let arrived = 0
    server.onRequest = () => {
      if (++arrived === nth) kill()
    }
  })
  await expectHonest()
})

it.each([1, 2, 3])('apply that is killed after answer %i is sent submits nothing twice', async (nth) => {
  await killedApply((kill) => {
    let answered = 0
    server.onAnswer = () => {
      if (++answered === nth) kill()
    }
  })
  await expectHonest()
})

it.each(Array.from({ length: 12 }, (_, step) => 40 + step * 25))(
  'apply that is killed after %i ms submits nothing twice',
  async (ms) => {
    await killedApply((kill) => void pause(ms).then(kill))
    await expectHonest()
  },
)

it('apply that is not killed submits each crawl once', async () => {
  const run = await crawlform(...args)
  expect(run.status, run.stderr).toBe(0)
  expect(names.map(jobsOf)).toEqual([1, 1, 1])
  expect(await actions()).toEqual({ alpha: 'keep', beta: 'keep', gamma: 'keep' })
  expect((await crawlform('plan', '--env', 'remote', '--detailed-exitcode')).status).toBe(0)
})
