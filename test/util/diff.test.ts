import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unifiedDiff } from '../../src/util/diff.ts'

const names = { before: 'a/file.txt', after: 'b/file.txt' }
const numbered = (count: number): string => Array.from({ length: count }, (_, n) => `line ${n}\n`).join('')

describe('unifiedDiff', () => {
  it('is empty for equal texts', () => {
    expect(unifiedDiff('a\n', 'a\n', names)).toEqual([])
  })

  it('shows three lines around a change', () => {
    const before = numbered(20)
    expect(unifiedDiff(before, before.replace('line 10', 'LINE 10'), names)).toEqual([
      '--- a/file.txt',
      '+++ b/file.txt',
      '@@ -8,7 +8,7 @@',
      ' line 7',
      ' line 8',
      ' line 9',
      '-line 10',
      '+LINE 10',
      ' line 11',
      ' line 12',
      ' line 13',
    ])
  })

  it('joins changes that are close, and separates distant ones', () => {
    const before = numbered(40)
    const heads = (after: string): readonly string[] =>
      unifiedDiff(before, after, names).filter((line) => line.startsWith('@@'))
    expect(heads(before.replace('line 10\n', '').replace('line 17\n', ''))).toHaveLength(1)
    expect(heads(before.replace('line 10\n', '').replace('line 18\n', ''))).toEqual([
      '@@ -8,7 +8,6 @@',
      '@@ -16,7 +15,6 @@',
    ])
  })

  it('marks a missing line feed at the end', () => {
    expect(unifiedDiff('a', 'a\n', names).slice(2)).toEqual([
      '@@ -1 +1 @@',
      '-a',
      '\\ No newline at end of file',
      '+a',
    ])
  })

  it('makes a patch that git apply turns into the new text', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'unified-diff-'))
    const file = path.join(directory, 'file.txt')
    const text = fc
      .array(fc.constantFrom('a\n', 'b\n', 'c: 1\r\n', '\n', 'ü\n'), { minLength: 1, maxLength: 30 })
      .chain((lines) => fc.constantFrom('', 'end').map((end) => lines.join('') + end))
    try {
      fc.assert(
        fc.property(text, text, (before, after) => {
          fc.pre(before !== after)
          writeFileSync(file, before)
          const patch = `${unifiedDiff(before, after, names).join('\n')}\n`
          execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
            cwd: directory,
            input: patch,
            stdio: 'pipe',
          })
          expect(readFileSync(file, 'utf8')).toBe(after)
        }),
        { numRuns: 60 },
      )
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})

it('texts with thousands of differences are replaced completely', () => {
  const after = numbered(2000).replaceAll('line', 'row').trimEnd()
  const diff = unifiedDiff(numbered(1500), after, names)
  expect(diff.slice(2, 4)).toEqual(['@@ -1,1500 +1,2000 @@', '-line 0'])
  expect(diff.slice(1502, 1504)).toEqual(['-line 1499', '+row 0'])
  expect(diff.slice(-2)).toEqual(['+row 1999', '\\ No newline at end of file'])
  expect(unifiedDiff('', numbered(3000), names)).toHaveLength(3003)
})
