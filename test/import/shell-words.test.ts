import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startOf } from '../../src/diagnostics/diagnostic.ts'
import { Refused } from '../../src/import/crawl-draft.ts'
import { shellWords, type SplitCommand } from '../../src/import/shell-words.ts'
import { posixQuote } from '../../src/util/shell-quote.ts'

/** Returns the split command, or the rule that refuses it. */
function split(command: string): SplitCommand | string | undefined {
  try {
    return shellWords(command, () => startOf(''))
  } catch (error) {
    if (error instanceof Refused) return error.problems[0]?.rule
    throw error
  }
}

function texts(command: string): readonly string[] | string | undefined {
  const result = split(command)
  return typeof result === 'object' ? result.words.map(({ text }) => text) : result
}

describe('shellWords', () => {
  it.each([
    ['a  b\tc', ['a', 'b', 'c']],
    ['a\'b c\'d "e f"g', ['ab cd', 'e fg']],
    ['a \\\n  b', ['a', 'b']],
    ['a\\ b \\\\ \\"', ['a b', '\\', '"']],
    ['"a\\"b\\\\c\\d\\$e"', ['a"b\\c\\d$e']],
    ["''", ['']],
    ["$'a\\tb\\x41\\u00e9\\'\\101\\q'", ["a\tbAé'A\\q"]],
    ['"$HOME/$X_1" ${Y} ${Z:-d e}', ['${env:HOME}/${env:X_1}', '${env:Y}', '${env:Z:-d e}']],
    ["'$HOME `id` $(id)'", ['$HOME `id` $(id)']],
    ['5$ $', ['5$', '$']],
    ['a # b', ['a']],
    ['a#b', ['a#b']],
    ['# first\n\n a b\nc', ['a', 'b']],
    ['a b | c', ['a', 'b']],
    ['a b>c', ['a', 'b']],
    ['a b; c', ['a', 'b']],
    ["a 'b", 'import/shell-syntax'],
    ['a "b', 'import/shell-syntax'],
    ["a $'b", 'import/shell-syntax'],
    ['| a', 'import/shell-syntax'],
    ['a $(b)', 'import/shell-code'],
    ['a "`b`"', 'import/shell-code'],
    ['a ${b#c}', 'import/shell-code'],
    ['a $1', 'import/shell-code'],
  ])('splits %j', (command, words) => {
    expect(texts(command)).toEqual(words)
  })

  it.each([
    ['a - <<\'E\' b\n{ "x": "$y" }\nE\nc', ['a', '-', 'b'], '{ "x": "$y" }\n'],
    ['a <<E\n"$X" \\$Y \\\\ \\n\nE', ['a'], '"${env:X}" $Y \\ \\n\n'],
    ['a <<-E\n\tb\n\tE\n', ['a'], 'b\n'],
    ['a \\\n  <<\\E\n$(b)\nE', ['a'], '$(b)\n'],
    ["a <<< 'b c'", ['a'], 'b c\n'],
    ['a <<E\n$(b)\nE', 'import/shell-code', undefined],
    ['a <<E\nb', 'import/shell-syntax', undefined],
  ])('reads the input of %j', (command, words, input) => {
    expect(texts(command)).toEqual(words)
    const result = split(command)
    expect(typeof result === 'object' ? result.input : undefined).toBe(input)
  })

  it('reverses quoting', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
          { minLength: 1 },
        ),
        (words) => {
          expect(texts(words.map((word) => posixQuote(word)).join(' '))).toEqual(words)
        },
      ),
    )
  })

  it('splits as bash does', () => {
    const piece = fc.constantFrom('a', 'é', ' ', '\t', "'", '"', '\\', "$'", '\n', '#', 'n', '1', '{')
    const script = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(script, (text) => {
        const words = texts(`words ${text}`)
        // POSIX does not define a backslash at the very end, and unbash joins lines inside `$'...'`.
        fc.pre(Array.isArray(words) && !text.endsWith('\\') && !/\$'[^]*\\\n/.test(text))
        const lines = `words() { for word; do printf '%s\\0' "$word"; done; exit; }\nwords ${text}`
        const said = execFileSync('bash', ['-c', lines], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        expect(words.slice(1)).toEqual(said.split('\0').slice(0, -1))
      }),
      { numRuns: 150 },
    )
  })
})
