import { expect, it } from 'vitest'
import { errorText } from '../../src/state/git-ref.ts'

const said = (stderr: string) => errorText({ stdout: '', stderr, code: 7 })

it.each([
  ['the errors, without hints', 'hint: try\nfatal: no remote\nhint: later\n', 'fatal: no remote'],
  ['at most three of them', 'error: 1\nerror: 2\nerror: 3\nfatal: 4\n', 'error: 2 error: 3 fatal: 4'],
  ['the last line where none is called one', 'usage: git\n  not a command\n\n', 'not a command'],
  ['the status where nothing was said', '\n', 'exit status 7'],
  ['and not more than a terminal shows', `fatal: ${'x'.repeat(600)}`, `fatal: ${'x'.repeat(493)}`],
])('the reported error of git is %s', (_, stderr, words) => {
  expect(said(stderr)).toBe(words)
})
