/** Crawl files in the variety that people write them, and small accidents to happen to them. */

/** A random number generator that repeats itself for one seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const SCALARS = [
  'https://docs.example.com/a?b=c#d',
  '^/docs/[^/]+$',
  'plain words, with commas',
  '"double quoted"',
  '"with \\"escapes\\" \\u00e9\\n"',
  "'single ''quoted'' # not a comment'",
  'true',
  'False',
  'null',
  '~',
  '0',
  '42',
  '-7',
  '0.125',
  '1e3',
  '0x1f',
  '007',
  '2026-01-01',
  'NO',
  '${matrix.locale}',
  'ünïcode 😀',
  'a#b',
  'a: b',
  "it's",
  '-x',
  '.5',
  '*shared',
  '&anchored value',
  '*anchored',
  '&shared { a: 1 }',
  '[a, "b", \'c\', 4, true]',
  '[]',
  '{}',
  '{ a: 1, "b": [x, y], c: { d: e } }',
  '[ one , two ]',
  '| # literal\n      first\n       indented\n\n      last',
  '>-\n      folded\n      text\n\n      second',
  '|-\n      one',
  '>\n      x',
  '>- # folded\n      first words\n      last words',
]
const KEYS = [
  'url',
  'limit',
  'scrapeOptions',
  'headers',
  'X-Team',
  'a.b/c',
  '"quoted key"',
  "'q'",
  '_x',
  'constructor',
  'true',
  '1a',
]
const COMMENTS = ['', '', '', '  # note', ' #', '   ']

/** A file of nested mappings and lists, mostly well-formed. */
export function makeYaml(random: () => number): string {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const lines: string[] = random() < 0.2 ? ['---'] : []
  if (random() < 0.3) lines.unshift('# a comment')
  let names = 0
  const body = (indent: number, depth: number): void => {
    const pad = ' '.repeat(indent)
    const entries = 1 + Math.floor(random() * 4)
    for (let n = 0; n < entries; n++) {
      const key = random() < 0.9 ? `${pick(KEYS)}${random() < 0.93 ? names++ : ''}` : pick(KEYS)
      const name = key.replace(/(["'])(\d*)$/, '$2$1')
      const choice = random()
      if (depth < 3 && choice < 0.2) {
        lines.push(`${pad}${name}:${random() < 0.1 ? ' &shared' : ''}${pick(COMMENTS)}`)
        body(indent + 1 + Math.floor(random() * 4), depth + 1)
      } else if (depth < 3 && choice < 0.4) {
        lines.push(`${pad}${name}:${random() < 0.1 ? ' &shared' : ''}${pick(COMMENTS)}`)
        list(indent + (random() < 0.3 ? 0 : 2), depth + 1)
      } else lines.push(`${pad}${name}: ${pick(SCALARS)}${pick(COMMENTS)}`)
      if (random() < 0.1) lines.push(random() < 0.5 ? '' : `${' '.repeat(Math.floor(random() * 6))}# between`)
    }
  }
  const list = (indent: number, depth: number): void => {
    const pad = ' '.repeat(indent)
    const count = 1 + Math.floor(random() * 3)
    for (let n = 0; n < count; n++) {
      const choice = random()
      if (choice < 0.2) {
        lines.push(`${pad}- type: ${pick(SCALARS)}`)
        if (random() < 0.7) lines.push(`${pad}  other: ${pick(SCALARS)}`)
      } else if (choice < 0.3 && depth < 3) {
        lines.push(`${pad}-${pick(COMMENTS)}`)
        body(indent + 2, depth + 1)
      } else lines.push(`${pad}- ${pick(SCALARS)}${pick(COMMENTS)}`)
    }
  }
  body(0, 0)
  return `${lines.join('\n')}${random() < 0.95 ? '\n' : ''}`
}

const PIECES = [
  ' ',
  '  ',
  '\n',
  '\n\n',
  ':',
  ': ',
  '-',
  '- ',
  '#',
  ' #',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  ',',
  '&a ',
  '*a',
  '!',
  '!!str ',
  '|',
  '>',
  '|\n',
  '>-\n',
  '%',
  '@',
  '`',
  '?',
  '? ',
  '~',
  '0',
  '.',
  '\\',
  '\t',
  '\r',
  '\r\n',
  '---\n',
  '...\n',
  '<<: ',
  'a',
  'null',
  'é',
  '\u00a0',
  '\u2028',
  '😀',
  '\ufeff',
  '\u0000',
  '&shared ',
]

/** `text` with a few edits at random places: pieces put in, taken out or moved, lines repeated or shifted. */
export function mutate(text: string, random: () => number): string {
  let mutated = text
  const edits = 1 + Math.floor(random() * 3)
  for (let n = 0; n < edits; n++) {
    const at = Math.floor(random() * (mutated.length + 1))
    const piece = PIECES[Math.floor(random() * PIECES.length)] ?? ''
    const kind = random()
    if (kind < 0.45) mutated = mutated.slice(0, at) + piece + mutated.slice(at)
    else if (kind < 0.6) mutated = mutated.slice(0, at) + mutated.slice(at + 1 + Math.floor(random() * 3))
    else if (kind < 0.7) mutated = mutated.slice(0, at) + piece + mutated.slice(at + 1)
    else mutated = mutateLine(mutated, random)
  }
  return mutated
}

function mutateLine(text: string, random: () => number): string {
  const lines = text.split('\n')
  const at = Math.floor(random() * lines.length)
  const line = lines[at] ?? ''
  const kind = random()
  if (kind < 0.25) lines.splice(at, 1)
  else if (kind < 0.4) lines.splice(at, 0, line)
  else if (kind < 0.6) lines[at] = ` ${line}`
  else if (kind < 0.8) lines[at] = line.replace(/^ /, '')
  else if (kind < 0.9) lines[at] = `${line} `
  else lines.splice(Math.floor(random() * lines.length), 0, ...lines.splice(at, 1))
  return lines.join('\n')
}

/** A few entries whose values are strings of random pieces: where a plain scalar begins and ends is YAML's hardest question. */
export function makeScalars(random: () => number): string {
  const piece = (): string => PIECES[Math.floor(random() * PIECES.length)] ?? ''
  const word = (): string =>
    Array.from({ length: Math.floor(random() * 6) }, () =>
      random() < 0.5 ? 'ab1. -/'[Math.floor(random() * 7)] : piece(),
    ).join('')
  const lines: string[] = []
  for (let n = Math.floor(random() * 3); n >= 0; n--) {
    const form = random()
    if (form < 0.3) lines.push(`k${n}: ${word()}`)
    else if (form < 0.5) lines.push(`k${n}: [${word()}, ${word()}]`)
    else if (form < 0.65) lines.push(`k${n}: { a: ${word()}, b: ${word()} }`)
    else if (form < 0.8) lines.push(`k${n}:`, `  - ${word()}`, `  - ${word()}`)
    else if (form < 0.9)
      lines.push(
        `k${n}: ${random() < 0.5 ? '|' : '>'}${random() < 0.5 ? '-' : ''}`,
        `  ${word()}`,
        `  ${word()}`,
      )
    else lines.push(`${word()}: ${word()}`)
  }
  return `${lines.join('\n')}\n`
}
