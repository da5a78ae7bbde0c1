import type { RandomSource } from '../support/random-source.ts'

/** One mistake in a text. */
export interface Mistake {
  readonly what: string
  /** It is not one mistake but a great many. */
  readonly isMany: boolean
  readonly bytes: Uint8Array
}

type Spoil = (text: string, random: RandomSource) => string

const NASTY = [
  'null',
  '~',
  '-1',
  '1e400',
  '.nan',
  '99999999999999999999',
  '0x1F',
  'true',
  'no',
  '""',
  "''",
  '[]',
  '{}',
  '[[[[]]]]',
  '*nobody',
  '&here',
  '!!binary aGk=',
  '!tag x',
  '2026-01-01',
  'a: b: c',
  '${matrix.nothing}',
  '${env:',
  '${secret:lower case}',
  '(a+)+$',
  '^(?=x)',
  '[',
  '(?<n>x)\\k<n>',
  '\\',
  'x'.repeat(20_000),
  '9'.repeat(400),
  '"\\ud800"',
  '"\\x00"',
  'javascript:alert(1)',
  'http://[::1',
  'https://ex ample.com/',
  'https://user:pass@example.com/',
  '<<: *few',
  '{ append: [a], prepend: [b] }',
]
const SIGNS = Array.from('\'":{}[],&*#?|-<>=!%@`\\\t \n\r\0\u0085\u2028\uFEFF😀é$')
const LINES = [
  '  : x',
  '? complex',
  '- item',
  '---',
  '...',
  '%YAML 1.1',
  '  limit: 5',
  'verison: 2',
  '\tlimit: 3',
  '# comment',
  '<<: {}',
  'request:',
  '}',
  'a: [1, 2',
]

function lineOf(text: string, random: RandomSource): { lines: string[]; at: number } {
  const lines = text.split('\n')
  return { lines, at: random.below(Math.max(1, lines.length - 1)) }
}

const inLine =
  (change: (line: string, random: RandomSource) => string | string[]): Spoil =>
  (text, random) => {
    const { lines, at } = lineOf(text, random)
    return lines.toSpliced(at, 1, ...[change(lines[at] ?? '', random)].flat()).join('\n')
  }

const MANY = 'hundreds of keys that nobody knows'

/** Mistakes that people and programs make, by name. */
const spoils: Readonly<Record<string, Spoil>> = {
  'a sign is gone': (text, random) => {
    const at = random.below(text.length)
    return text.slice(0, at) + text.slice(at + 1)
  },
  'a sign too many': (text, random) => {
    const at = random.below(text.length)
    return text.slice(0, at) + random.pick(SIGNS) + text.slice(at)
  },
  'another sign': (text, random) => {
    const at = random.below(text.length)
    return text.slice(0, at) + random.pick(SIGNS) + text.slice(at + 1)
  },
  'two signs change places': (text, random) => {
    const at = random.below(text.length - 1)
    return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
  },
  'a line is gone': inLine(() => []),
  'a line comes twice': inLine((line) => [line, line]),
  'a line is further in': inLine((line, random) => ' '.repeat(1 + random.below(4)) + line),
  'a line is further out': inLine((line, random) =>
    line.slice(Math.min(1 + random.below(4), line.search(/\S|$/))),
  ),
  'a line is a comment': inLine((line) => `# ${line}`),
  'a line too many': inLine((line, random) => [line, random.pick(LINES)]),
  'a value of another kind': inLine((line, random) =>
    line.replace(/(:\s+|-\s+).*$/, `$1${random.pick(NASTY).replaceAll('$', '$$$$')}`),
  ),
  'a key is misspelt': inLine((line, random) => {
    const [key = ''] = /[A-Za-z]{3,}(?=:)/.exec(line) ?? []
    const at = random.below(Math.max(1, key.length))
    return line.replace(key, key.slice(0, at) + key.slice(at + 1))
  }),
  'a key is written otherwise': inLine((line) =>
    line.replace(/([A-Za-z]+)(?=:)/, (key) => key.toLowerCase().replace(/e/, '_e')),
  ),
  'a colon is not followed by a space': inLine((line) => line.replace(': ', ':')),
  'a quote is not closed': inLine((line, random) => line.replace(/: (\S)/, `: ${random.pick(['"', "'"])}$1`)),
  'tabs for spaces': inLine((line) => line.replace(/^ +/, (spaces) => '\t'.repeat(spaces.length / 2))),
  'the end is gone': (text, random) => text.slice(0, random.below(text.length)),
  'lines are in another order': (text, random) => {
    const { lines, at } = lineOf(text, random)
    const [line = ''] = lines.splice(at, 1)
    return lines.toSpliced(random.below(lines.length), 0, line).join('\n')
  },
  'a file inside a file': (text) => text.replace(/^/gm, '  '),
  'nested without end': (text, random) => text + `deep: ${'['.repeat(200 + random.below(20_000))}\n`,
  'a merge conflict': (text, random) => {
    const { lines, at } = lineOf(text, random)
    const line = lines[at] ?? ''
    return lines.toSpliced(at, 1, '<<<<<<< HEAD', line, '=======', `${line} `, '>>>>>>> main').join('\n')
  },
  [MANY]: (text, random) =>
    text + Array.from({ length: 100 + random.below(3000) }, (_, key) => `k${key % 2000}: ${key}`).join('\n'),
}

const names = Object.keys(spoils)

/** Makes one mistake; one in twenty is made in the bytes instead. */
export function spoilText(text: string, random: RandomSource): Mistake {
  if (random.chance(0.05)) return spoilBytes(Buffer.from(text), random)
  const what = random.pick(names)
  return { what, isMany: what === MANY, bytes: Buffer.from(spoils[what]?.(text, random) ?? text) }
}

function spoilBytes(bytes: Buffer, random: RandomSource): Mistake {
  if (random.chance(0.2))
    return { what: 'UTF-16', isMany: false, bytes: Buffer.from(`\uFEFF${bytes.toString()}`, 'utf16le') }
  const at = random.below(bytes.length)
  bytes[at] = random.below(256)
  return { what: 'another byte', isMany: false, bytes }
}
