import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../../src/cli/cli.ts'
import { ansiStyle } from '../../src/render/render.ts'
import { renderDiagnosticsText } from '../../src/render/render-diagnostics-text.ts'
import { formatState } from '../../src/state/parse-state.ts'
import { systemClock } from '../../src/util/clock.ts'
import { aState, aSubmittedRecord } from '../support/a-record.ts'
import { until } from '../service/support/until.ts'
import { fakeHost, type HostWish } from '../support/fake-host.ts'

let project: string

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'crawlform-terminal-'))
})
afterEach(() => rmSync(project, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
  writeFileSync(path.join(project, file), text)
}

async function run(line: string, wish: HostWish = {}) {
  const host = fakeHost({ argv: line.split(' '), cwd: project, clock: systemClock, ...wish })
  const status = await runCli(host)
  return { status, out: host.out(), err: host.err() }
}

const docs = 'version: 2\nrequest: { url: "https://example.com/", limit: 3 }\n'

/** An environment whose service is where nobody listens. */
const nobody =
  'version: 2\nenvironments: { away: { baseUrl: "http://127.0.0.1:9", apiKey: "${secret:AWAY_KEY}" } }\n'

describe('a directory without crawls', () => {
  it('has no plan: it exits with 1 and says what to do', async () => {
    const planned = await run('plan')
    expect([planned.status, planned.out]).toEqual([1, ''])
    expect(planned.err).toContain('no crawlform.yaml, and no crawl file in crawls/.')
    expect(planned.err).toContain(
      'help: Go to the project, name it with "-C DIR", or begin one with "crawlform init".',
    )
    expect((await run('apply --yes')).status).toBe(1)
  })

  it('has a plan if the record contains crawls', async () => {
    const record = aSubmittedRecord({ crawl: 'gone' })
    write('.crawlform/state/local.json', formatState({ ...aState(record), environment: 'local' }))
    const planned = await run('plan --summary')
    expect([planned.status, planned.out]).toEqual([0, expect.stringContaining('forget')])
  })
})

describe('serve on a terminal', () => {
  it('prints a link that opens the page of the service once', async () => {
    const host = fakeHost({
      argv: ['serve', '--port', '0'],
      cwd: project,
      clock: systemClock,
      terminal: true,
    })
    const ended = runCli(host)
    const link = /^http:\/\/127\.0\.0\.1:\d+\/open\/[\w-]{32}$/m
    await until(() => link.test(host.err()))
    const url = link.exec(host.err())?.[0] ?? ''
    const open = async (): Promise<number> => (await fetch(url, { redirect: 'manual' })).status
    expect([await open(), await open()]).toEqual([303, 401])
    host.interrupt()
    expect(await ended).toBe(0)
    expect(host.out()).not.toContain('/open/')
  })
})

describe('an unknown crawl name', () => {
  it('is answered with similar names, but not with forgotten crawls', async () => {
    write('crawls/docs.yaml', docs)
    const gone = { ...aSubmittedRecord({ crawl: 'dosc' }), phase: 'forgotten' as const }
    write('.crawlform/state/local.json', formatState({ ...aState(gone), environment: 'local' }))
    for (const command of ['plan', 'apply --yes', 'status', 'wait', 'results']) {
      const asked = await run(`${command} doscc`)
      expect([asked.status, asked.err]).toEqual([
        64,
        'crawlform: There is no crawl "doscc".\n  help: Did you mean "docs"?\n',
      ])
    }
    // By its name it is still found.
    expect((await run('status dosc')).status).toBe(0)
  })
})

describe('a path instead of a crawl name', () => {
  it('is answered with the name of its crawl and the command to run', async () => {
    write('crawls/docs.yaml', docs)
    write('crawls/more/named.yaml', docs.replace('version: 2', 'version: 2\nname: other'))
    write('crawls/langs.yaml', docs.replace('version: 2', 'version: 2\nmatrix: { lang: [de, en] }'))
    const asked = async (line: string): Promise<string> => {
      const { status, err } = await run(line)
      expect(status).toBe(64)
      return err
    }
    expect(await asked('plan crawls/docs.yaml')).toBe(
      'crawlform: "crawls/docs.yaml" is a path; expected the name of a crawl.\n  help: The crawl in it is "docs": crawlform plan docs\n',
    )
    for (const [line, command] of [
      ['apply --yes ./crawls/docs.yaml crawls/more/named.yaml', 'apply --yes docs other'],
      [`status ${path.join(project, 'crawls/more/named.yaml')}`, 'status other'],
      ['explain docs.yaml', 'explain docs'],
      ['test crawls/more', 'test other'],
      ['state list crawls/docs.yaml', 'state list docs'],
    ] as const)
      expect(await asked(line)).toMatch(new RegExp(`: crawlform ${command}\n$`))
    expect(await asked('explain crawls/langs.yaml')).toContain(
      'The crawls in it are "langs-de", "langs-en": crawlform explain langs-de\n',
    )
    expect(await asked('plan crawls/no.yaml')).toContain(
      'There is no crawl "crawls/no.yaml".\n  help: Known crawls:',
    )
  })
})

describe('a failure', () => {
  beforeEach(() => {
    write('crawlform.yaml', nobody)
    write('crawls/docs.yaml', docs)
  })

  it('says how to set a key that is missing', async () => {
    const { status, err } = await run('apply -e away --yes')
    expect(status).toBe(3)
    expect(err).toMatch(/needs AWAY_KEY, which is not set\.\n {2}help: .*AWAY_KEY/)
  })

  it('advises to check baseUrl if the connection is refused', async () => {
    const { status, err } = await run('apply -e away --yes --no-wait', { env: { AWAY_KEY: 'fc-x' } })
    expect(status).toBe(4)
    expect(err).toMatch(/ECONNREFUSED.*\n {2}help: .*"baseUrl"/)
  })

  it('of the system has help too', async () => {
    write('in-the-way', '')
    const { status, err } = await run('plan --out in-the-way/plan.json')
    expect(status).toBe(3)
    expect(err).toMatch(/^crawlform: ".*in-the-way.*\n {2}help: \S/m)
  })
})

describe('apply', () => {
  beforeEach(() => {
    write('crawlform.yaml', nobody)
    write('crawls/docs.yaml', docs)
  })

  it('prints no plan with --expect, because it was shown before', async () => {
    const { out } = await run('plan -e away --format json')
    const { digest } = JSON.parse(out) as { digest: string }
    const env = { AWAY_KEY: 'fc-x' }
    expect((await run(`apply -e away --expect ${digest} --no-wait`, { env })).err).not.toContain('Plan')
    expect((await run('apply -e away --yes --no-wait', { env })).err).toContain('Plan for environment away')
  })
})

describe('the mark of a code frame', () => {
  it.each([
    ['error', 31],
    ['warning', 33],
    ['info', 34],
  ] as const)('of %s has its colour', (severity, code) => {
    const place = { file: 'a.yaml', line: 1, column: 1, endLine: 1, endColumn: 4 }
    const diagnostic = { ...place, rule: 'limits/unset', severity, message: 'Look here.' }
    const text = renderDiagnosticsText([diagnostic], new Map([['a.yaml', 'abc: 1\n']]), ansiStyle)
    expect(text).toContain(`\u001b[${code}m^^^\u001b[39m`)
  })
})

describe('a hint', () => {
  const npx = { env: { npm_command: 'exec' } }

  it('is a command that works as pasted if npx started the program', async () => {
    write('crawls/docs.yaml', docs)
    const { out } = await run('plan', npx)
    expect(out).toMatch(/\nApply exactly this:\n {2}npx crawlform apply --expect [0-9a-f]{64}\n$/)
    expect((await run('apply', npx)).err).toMatch(/To go on, run:\n {2}npx crawlform apply --expect/)
    expect((await run('plan')).out).toContain('Apply exactly this:\n  crawlform apply')
  })

  it('names the directory and the environment of the run', async () => {
    write('sub dir/crawlform.yaml', nobody)
    write('sub dir/crawls/docs.yaml', docs)
    const recorded = { ...aState(aSubmittedRecord()), environment: 'away' }
    write('sub dir/.crawlform/state/away.json', formatState(recorded))
    const at = async (...args: string[]) => {
      const host = fakeHost({ argv: ['-C', 'sub dir', ...args], cwd: project, clock: systemClock })
      await runCli(host)
      return host.out() + host.err()
    }
    expect(await at('status', '--offline', '--env', 'away')).toContain(
      `unfinished when last recorded; "crawlform -C 'sub dir' status --env away docs" asks the service\n`,
    )
    // Commands that name the environment, and those without one, stay as they are.
    expect(await at('apply', 'docs', '--env', 'away')).toContain(
      `To go on, run:\n  crawlform -C 'sub dir' apply docs --env away --expect `,
    )
    expect(await at('apply', '--env', 'away', '--expect', 'x')).toContain('apply --help" for usage.\n')
    const shown = await at('apply', '--env', 'away', '--help')
    expect(shown).toContain('\nUsage:\n  crawlform apply [...names] [options]\n')
  })

  it('of init asks to install only if needed, and reports an existing project', async () => {
    const fresh = await run('init --url https://example.com/ --yes', npx)
    expect(fresh.err).toContain('  npx crawlform plan ')
    expect(fresh.err).toContain('npm install --save-dev crawlform')
    expect(fresh.err).not.toContain('already')
    mkdirSync(path.join(project, 'node_modules/crawlform'), { recursive: true })
    const again = await run('init --url https://example.org/ --yes')
    expect(again.err).toMatch(/^This directory already has a project\./)
    expect(again.err).not.toContain('npm install')
    expect(again.err).toContain('  crawlform plan ')
  })
})
