import { describe, expect, it } from 'vitest'
import type { OptionSpec } from '../../src/cli/arguments/command.ts'
import { parseArguments } from '../../src/cli/arguments/parse-arguments.ts'
import { UsageError } from '../../src/cli/process/usage-error.ts'

const specs: readonly OptionSpec[] = [
  { flags: '-e, --env <name>', description: '' },
  { flags: '--set <setting>', description: '', repeatable: true },
  { flags: '--expect <digest>', description: '' },
  { flags: '-f, --format <format>', description: '', choices: ['text', 'json'] },
  { flags: '--full', description: '' },
  { flags: '--wait', description: '' },
  { flags: '--no-wait', description: '' },
  { flags: '--detailed-exitcode', description: '' },
]

const parse = (...argv: string[]) => parseArguments(argv, 'plan [...names]', specs)
const failure = (...argv: string[]): UsageError => {
  try {
    parse(...argv)
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  }
  throw new Error('no error')
}

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
    '12345678901234567890',
  ])('keeps %j as it was typed', (value) => {
    expect(parse(`--env=${value}`).options.text('env')).toBe(value)
  })

  it('reads short, long, spaced and attached forms alike', () => {
    for (const argv of [['-e', '007'], ['-e007'], ['--env', '007'], ['--env=007'], ['-e=007']]) {
      expect(parse(...argv).options.text('env')).toBe('007')
    }
  })

  it('collects what may be repeated and takes the last of what may not', () => {
    const { options } = parse('--set', 'a=1', '--env', 'x', '--set=b=-2', '--env', 'y')
    expect(options.list('set')).toEqual(['a=1', 'b=-2'])
    expect(options.list('env')).toEqual(['y'])
    expect(parse('--set', 'a=1').options.list('set')).toEqual(['a=1'])
    expect(parse().options.list('set')).toEqual([])
  })

  it('keeps names that look like numbers', () => {
    expect(parse('007', '1e5').args).toEqual(['007', '1e5'])
  })

  it('takes everything behind -- for names', () => {
    expect(parse('a', '--', '--full', '-x').args).toEqual(['a', '--full', '-x'])
  })
})

describe('flags', () => {
  it('tells given from not given', () => {
    expect(parse('--full').options.flag('full')).toBe(true)
    expect(parse().options.flag('full')).toBeUndefined()
    expect(parse('--detailed-exitcode').options.flag('detailed-exitcode')).toBe(true)
  })

  it('never takes the next argument', () => {
    expect(parse('--full', 'false').args).toEqual(['false'])
    expect(parse('--full', 'docs').args).toEqual(['docs'])
  })

  it('may share a dash with others, the last of which can have a value', () => {
    const options = [...specs, { flags: '-y, --yes', description: '' }]
    const parsed = parseArguments(['-yf', 'json'], 'plan', options).options
    expect([parsed.flag('yes'), parsed.text('format')]).toEqual([true, 'json'])
  })

  it('has three states where it can be negated', () => {
    expect(parse().options.flag('wait')).toBeUndefined()
    expect(parse('--wait').options.flag('wait')).toBe(true)
    expect(parse('--no-wait').options.flag('wait')).toBe(false)
    expect(parse('--wait', '--no-wait').options.flag('wait')).toBe(false)
  })
})

describe('mistakes', () => {
  it.each([
    [
      ['--detailed-exit-code'],
      'Unknown option "--detailed-exit-code".',
      'Did you mean "--detailed-exitcode"?',
    ],
    [['--frmat', 'json'], 'Unknown option "--frmat".', 'Did you mean "--format"?'],
    [['-x'], 'Unknown option "-x".', undefined],
    [['--constructor'], 'Unknown option "--constructor".', undefined],
    [['--no-full'], 'Unknown option "--no-full".', 'Did you mean "--full"?'],
    [['--format'], '"--format" needs a format.', 'Write --format text|json.'],
    [['--env', '--full'], '"--env" needs a name.', undefined],
    [['--full=yes'], '"--full" takes no value, but "yes" is given.', undefined],
    [['--format', 'jsn'], '"--format" is "jsn", but it must be one of: text, json.', 'Did you mean "json"?'],
  ])('%j', (argv, message, help) => {
    expect(failure(...argv)).toMatchObject({ message, help })
  })

  it('counts arguments', () => {
    expect(() => parseArguments([], 'explain <name> [url]', [])).toThrow('"name" is missing.')
    expect(() => parseArguments(['a', 'b', 'c'], 'explain <name> [url]', [])).toThrow(
      '"c" is one argument too many.',
    )
    expect(() =>
      parseArguments(['https://a.b/?c&d'], 'init', [{ flags: '-u, --url <url>', description: '' }]),
    ).toThrow(expect.objectContaining({ help: "Write crawlform init --url 'https://a.b/?c&d'" }))
    expect(parseArguments(['a', 'b'], 'explain <name> [url]', []).args).toEqual(['a', 'b'])
  })
})
