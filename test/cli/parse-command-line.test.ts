import { describe, expect, it } from 'vitest'
import { parseCommandLine } from '../../src/cli/arguments/arguments.ts'
import { declaredCommands, optionsOf } from '../../src/cli/declarations/declarations.ts'
import { UsageError } from '../../src/cli/process/failures.ts'

const parse = (...argv: string[]) => {
  const line = parseCommandLine(argv)
  line.check()
  return line
}
const plan = (...argv: string[]) => parse('plan', ...argv)
const failure = (...argv: string[]): UsageError => {
  try {
    parse(...argv)
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  }
  throw new Error('no error')
}

describe('declarations', () => {
  const all = [undefined, ...declaredCommands].flatMap(optionsOf)

  it('use each flag with one meaning, so that options may precede the command', () => {
    const keys = new Map<string, Set<string>>()
    for (const { flags, name, takesValue } of all)
      for (const flag of flags) keys.set(flag, (keys.get(flag) ?? new Set()).add(`${name} ${takesValue}`))
    expect([...keys].filter(([, meanings]) => meanings.size > 1)).toEqual([])
  })

  it('exclude only options that exist', () => {
    const flags = new Set(all.flatMap((option) => option.flags))
    const excluded = all.flatMap(({ excludes }) => Object.keys(excludes ?? {}))
    expect(excluded.filter((flag) => !flags.has(flag))).toEqual([])
  })
})

describe('values', () => {
  it.each([
    '007',
    '1e5',
    '0x10',
    '',
    ' ',
    'true',
    'false',
    '2024.10',
    'a=b',
    '--',
    '-',
    '-1',
    'no-wait',
    'line\nbreak',
    '12345678901234567890',
  ])('keeps %j as typed', (value) => {
    expect(parseCommandLine(['plan', `--env=${value}`]).options.text('env')).toBe(value)
    expect(parseCommandLine([`-C${value}`, 'plan']).options.text('directory')).toBe(
      value === '' || value === 'a=b' ? value || 'plan' : value,
    )
  })

  it.each([['-C', '007'], ['-C007'], ['-C=007'], ['--directory', '007'], ['--directory=007']])(
    'reads %s %s as a directory, before and after the command',
    (...words) => {
      for (const argv of [
        [...words, 'plan', 'docs'],
        ['plan', ...words, 'docs'],
        ['plan', 'docs', ...words],
      ]) {
        const { command, args, options } = parse(...argv)
        expect([command?.name, args, options.text('directory')]).toEqual(['plan', ['docs'], '007'])
      }
    },
  )

  it('refuses empty values in every form, and empty required arguments', () => {
    expect(failure('import', '').message).toBe('The argument <file> is missing.')
    expect(failure('explain', '').message).toBe('The argument <name|rule> is missing.')
    for (const argv of [['-e', ''], ['-e='], ['--env', ''], ['--env='], ['--set', 'a=1', '--set', '']])
      expect(failure('plan', ...argv, 'docs')).toMatchObject({
        message: expect.stringContaining('is empty.'),
      })
  })

  it('collects repeatable options, and uses the last value of others', () => {
    const { options } = plan('--set', 'a=1', '--env', 'x', '--set=b=-2', '--env', 'y')
    expect(options.list('set')).toEqual(['a=1', 'b=-2'])
    expect(options.list('env')).toEqual(['y'])
    expect(plan('--set', 'a=1').options.list('set')).toEqual(['a=1'])
    expect(plan().options.list('set')).toEqual([])
  })

  it('knows the defaults, and the options that were given', () => {
    expect(plan().options.text('format')).toBe('text')
    expect(plan().options.text('out')).toBeUndefined()
    expect(plan().options.given()).toEqual([])
    expect(plan('--format', 'text', '--full').options.given()).toEqual(['format', 'full'])
  })

  it('reads names in kebab case', () => {
    expect(parse('serve', '--keep-results', '007').options.text('keep-results')).toBe('007')
    expect(plan('--detailed-exitcode', 'docs')).toMatchObject({ args: ['docs'] })
    expect(plan('--detailed-exitcode').options.flag('detailed-exitcode')).toBe(true)
  })
})

describe('arguments', () => {
  it('keeps names that look like numbers, and the - of stdin', () => {
    expect(plan('007', '1e5', '').args).toEqual(['007', '1e5', ''])
    expect(parse('validate', '-', '--format', 'json').args).toEqual(['-'])
    expect(parse('validate', '--format', 'json', '-').args).toEqual(['-'])
  })

  it('takes every word after -- as an argument', () => {
    expect(plan('a', '--', '--full', '-x', '--').args).toEqual(['a', '--full', '-x', '--'])
    expect(plan('--', '--help').options.flag('help')).toBe(false)
    expect(parse('explain', '--', 'docs').args).toEqual(['docs'])
  })
})

describe('flags', () => {
  it('are true only if given', () => {
    expect(plan('--full').options.flag('full')).toBe(true)
    expect(plan().options.flag('full')).toBe(false)
  })

  it.each(['false', 'true', 'docs', '0', ''])('never use the next argument as a value: %j', (word) => {
    expect(plan('--full', word).args).toEqual([word])
    expect(plan('--full', word).options.flag('full')).toBe(true)
  })

  it('may be joined behind one dash, and the last one may have a value', () => {
    for (const argv of [['-yf', 'json'], ['-yfjson'], ['-yf=json']]) {
      const { options } = parse('apply', ...argv)
      expect([options.flag('yes'), options.text('format')]).toEqual([true, 'json'])
    }
  })

  it('with a negation have three states, and exclude their negation', () => {
    const wait = (...argv: string[]) => {
      const { options } = parse('apply', ...argv)
      return [options.flag('wait'), options.has('--no-wait')]
    }
    expect(wait()).toEqual([false, false])
    expect(wait('--wait')).toEqual([true, false])
    expect(wait('--no-wait')).toEqual([false, true])
    expect(() => wait('--wait', '--no-wait')).toThrow('"--wait" and "--no-wait" cannot be used together.')
  })

  it('negate an option with a value', () => {
    const browser = (...argv: string[]) => {
      const { options } = parse('serve', ...argv)
      return [options.text('browser'), options.has('--no-browser')]
    }
    expect(browser()).toEqual([undefined, false])
    expect(browser('--no-browser')).toEqual([undefined, true])
    expect(browser('--no-browser', '--browser', '/bin/x')).toEqual(['/bin/x', false])
    expect(browser('--browser', '/bin/x', '--no-browser')).toEqual([undefined, true])
  })
})

describe('mistakes', () => {
  it.each([
    ['--detailed-exit-code', 'Unknown option "--detailed-exit-code".', 'Did you mean "--detailed-exitcode"?'],
    ['--frmat json', 'Unknown option "--frmat".', 'Did you mean "--format"?'],
    ['--json', 'Unknown option "--json".', 'Write "--format json".'],
    ['-x', 'Unknown option "-x".', undefined],
    ['--constructor', 'Unknown option "--constructor".', undefined],
    ['--__proto__ x', 'Unknown option "--__proto__".', undefined],
    ['--a.b=1', 'Unknown option "--a.b".', undefined],
    ['--_=docs', 'Unknown option "--_".', undefined],
    ['--=x', 'Unknown option "--".', undefined],
    ['--detailedExitcode', 'Unknown option "--detailedExitcode".', 'Did you mean "--detailed-exitcode"?'],
    ['--no-full', 'Unknown option "--no-full".', 'Did you mean "--full"?'],
    ['--assume started', 'Unknown option "--assume".', 'These commands have it: state.'],
    ['--tree', 'Unknown option "--tree".', 'These commands have it: preview.'],
    ['--no-wait', 'Unknown option "--no-wait".', 'These commands have it: apply.'],
    ['--format', '"--format" needs a value: --format text|json|markdown|html|gitlab', undefined],
    ['-e', '"-e" needs a value: -e <name>', undefined],
    ['--env --full', '"--env" needs a value: --env <name>', undefined],
    ['--full=yes', '"--full" takes no value, but "yes" was given.', undefined],
    ['--full=', '"--full" takes no value, but "" was given.', undefined],
    [
      '--format jsn',
      '"--format" is "jsn", but it must be one of: text, json, markdown, html, gitlab.',
      'Did you mean "json"?',
    ],
    [
      '--format yaml',
      '"--format" is "yaml", but it must be one of: text, json, markdown, html, gitlab.',
      undefined,
    ],
    [
      '--full --summary',
      '"--full" and "--summary" cannot be used together: one shows more, the other less.',
      undefined,
    ],
  ])('of an option are explained: plan %s', (words, message, help) => {
    expect(failure('plan', ...words.split(' '))).toMatchObject({ message, help })
  })

  it.each([
    [['explain'], 'The argument <name|rule> is missing.', 'Usage: crawlform explain <name|rule> [url]'],
    [['explain', 'a', 'b', 'c'], 'Unexpected argument "c".', 'Usage: crawlform explain <name|rule> [url]'],
    [
      ['init', 'https://a.b/?c&d'],
      'Unexpected argument "https://a.b/?c&d".',
      "Write crawlform init --url 'https://a.b/?c&d' --yes",
    ],
    [
      ['state'],
      'The argument <action> is missing.',
      'Write one of: list, show, history, forget, move, reconcile, migrate, unlock.',
    ],
  ])('of the number of arguments are explained: %j', (argv, message, help) => {
    expect(failure(...argv)).toMatchObject({ message, help })
  })
})
