import { describe, expect, it } from 'vitest'
import { approve } from '../../src/cli/output/terminal.ts'
import { Ended, exitStatus, UsageError } from '../../src/cli/process/failures.ts'
import { reportFailure } from '../../src/cli/output/report-failure.ts'
import { runCli } from '../../src/cli/cli.ts'
import { Options } from '../../src/cli/arguments/options.ts'
import { ServiceError } from '../../src/service/settings/settings.ts'
import { StateError } from '../../src/state/state.ts'
import { InvariantError } from '../../src/util/invariant.ts'
import { type FakeHost, fakeHost } from '../support/fake-host.ts'

describe('a question', () => {
  const words = { command: 'crawlform apply --yes', otherwise: 'Nothing was submitted.' }
  const statusOf = (host: FakeHost) =>
    approve({ ...host, options: new Options() }, 'Submit?', words).then(
      () => exitStatus.ok,
      (error: unknown) => (error instanceof Ended ? error.status : error),
    )

  it.each([
    ['yes', exitStatus.ok],
    [' yes ', exitStatus.ok],
    ['y', exitStatus.approval],
    ['YES', exitStatus.approval],
    ['no', exitStatus.approval],
    ['', exitStatus.approval],
  ])('accepts only "yes": %j', async (answer, status) => {
    const host = fakeHost({ terminal: true, input: [answer] })
    expect(await statusOf(host)).toBe(status)
    expect(host.err()).toContain('Submit?\nOnly "yes" is accepted: ')
    expect(host.err().includes('Nothing was submitted.')).toBe(status !== exitStatus.ok)
    expect(host.out()).toBe('')
  })

  it('is answered with no if the terminal is closed', async () => {
    expect(await statusOf(fakeHost({ terminal: true }))).toBe(exitStatus.approval)
  })

  it('is not asked without a terminal', async () => {
    const host = fakeHost({ input: ['yes'] })
    expect(await statusOf(host)).toBe(exitStatus.approval)
    expect(host.err()).toContain('  crawlform apply --yes\n')
  })
})

describe('a failure', () => {
  it.each([
    [new UsageError('Wrong.', 'Do this.'), exitStatus.usage, 'crawlform: Wrong.\n  help: Do this.\n'],
    [
      new StateError('conflict', 'Another run wrote first.'),
      exitStatus.external,
      'crawlform: Another run wrote first.\n  help: Rerun to read what the other run wrote.\n',
    ],
  ])('has its status and help: %s', (error, status, text) => {
    const host = fakeHost()
    expect(reportFailure(error, host)).toBe(status)
    expect(host.err()).toBe(text)
  })

  it.each([
    ['plan --parallel', 'crawlform plan'],
    ['-C . --out x plan docs', 'crawlform plan'],
    ['--nothing', 'crawlform'],
  ])('of a command line always has help: %s', (line, called) => {
    const host = fakeHost({ argv: line.split(' ') })
    expect(reportFailure(new UsageError('Wrong.'), host)).toBe(exitStatus.usage)
    expect(host.err()).toBe(`crawlform: Wrong.\n  help: Run "${called} --help" for usage.\n`)
  })

  it('of the system is explained in words', () => {
    const host = fakeHost()
    const error = Object.assign(new Error("ENOENT: no such file or directory, open '/x/plan.json'"), {
      code: 'ENOENT',
      path: '/x/plan.json',
    })
    expect(reportFailure(error, host)).toBe(exitStatus.external)
    expect(host.err()).toBe(
      'crawlform: "/x/plan.json" does not exist.\n  help: Create it first, or use another path.\n',
    )
  })

  it.each(['ENOSPC', 'EDQUOT', 'Unknown system error -122'])(
    'of a full disk is reported as such: %s',
    (code) => {
      const host = fakeHost()
      const error = Object.assign(new Error(`${code}: write`), { code, path: '/x/pages' })
      expect(reportFailure(error, host)).toBe(exitStatus.external)
      expect(host.err()).toBe(
        'crawlform: "/x/pages" cannot be written: the disk is full.\n  help: Free some disk space, then rerun.\n',
      )
    },
  )

  it.each([
    ['ENOSPC', 'Free some disk space, then rerun.'],
    [
      'EACCES',
      'Make this directory writable. Or run "crawlform serve --data-dir DIRECTORY", and set "baseUrl" of the environment to its address.',
    ],
  ])('that wraps the system error %s has help for the data of the service', (code, help) => {
    const host = fakeHost()
    const cause = Object.assign(new Error(`${code}: open`), { code })
    expect(reportFailure(new ServiceError('data-directory-unusable', 'Cannot keep jobs.', cause), host)).toBe(
      exitStatus.external,
    )
    expect(host.err()).toBe(`crawlform: Cannot keep jobs.\n  help: ${help}\n`)
  })

  it.each([new InvariantError('cannot be'), new TypeError('undefined is not a function'), 'a string'])(
    'that is unexpected is reported as a bug: %s',
    (error) => {
      const host = fakeHost()
      expect(reportFailure(error, host)).toBe(exitStatus.bug)
      expect(host.err()).toContain('this is a bug in crawlform')
    },
  )

  it('after an interrupt is reported as the interrupt', () => {
    const host = fakeHost()
    host.interrupt()
    expect(reportFailure(new Error('aborted'), host)).toBe(exitStatus.interrupted)
  })

  it('is shown without control characters', () => {
    const host = fakeHost()
    reportFailure(new StateError('unavailable', 'bad \u001b[31mname'), host)
    expect(host.err()).toContain('crawlform: bad \\u001b[31mname\n')
  })
})

describe('colour', () => {
  const isColoured = async (argv: readonly string[], env: Record<string, string>, terminal = true) => {
    const host = fakeHost({ argv: [...argv, '--help'], env, terminal })
    expect(await runCli(host)).toBe(exitStatus.ok)
    return host.out().includes('\u001b[')
  }

  it('is only used on terminals', async () => {
    expect(await isColoured([], {})).toBe(true)
    expect(await isColoured([], {}, false)).toBe(false)
  })

  it.each([
    [[], { NO_COLOR: '1' }, false],
    [[], { NO_COLOR: '' }, true],
    [[], { TERM: 'dumb' }, false],
    [[], { FORCE_COLOR: '0' }, false],
    [[], { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    [['--color', 'never'], { FORCE_COLOR: '1' }, false],
    [['--color', 'always'], { NO_COLOR: '1' }, true],
    [['--no-color'], {}, false],
  ])('follows options and the environment: %j %j', async (argv, env, expected) => {
    expect(await isColoured(argv, env)).toBe(expected)
  })
})

describe('the command line', () => {
  it('finds the command after options of every command', async () => {
    const host = fakeHost({ argv: ['-C', '/tmp', '--color=never', 'plan', '--help'] })
    expect(await runCli(host)).toBe(exitStatus.ok)
    expect(host.out()).toContain('crawlform plan [...names] [options]')
  })

  it.each([['constructor'], ['__proto__'], ['toString']])('has no command %s', async (name) => {
    const host = fakeHost({ argv: [name] })
    expect(await runCli(host)).toBe(exitStatus.usage)
    expect(host.err()).toContain(`Unknown command "${name}".`)
  })

  it('shows help even if other arguments are wrong', async () => {
    const host = fakeHost({ argv: ['explain', '--nonsense', '--help'] })
    expect(await runCli(host)).toBe(exitStatus.ok)
  })
})
