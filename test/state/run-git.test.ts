import { expect, it } from 'vitest'
import { errorText } from '../../src/state/git-ref.ts'

const said = (stderr: string) => errorText({ stdout: '', stderr, code: 7 })

it.each([
  ['its error lines without hints', 'hint: try\nfatal: no remote\nhint: later\n', 'fatal: no remote'],
  ['at most three error lines', 'error: 1\nerror: 2\nerror: 3\nfatal: 4\n', 'error: 2 error: 3 fatal: 4'],
  ['the last line if no line is an error', 'usage: git\n  not a command\n\n', 'not a command'],
  ['the status if there is no output', '\n', 'exit status 7'],
  ['at most 500 characters long', `fatal: ${'x'.repeat(600)}`, `fatal: ${'x'.repeat(493)}`],
])('the reported error of git is %s', (_, stderr, words) => {
  expect(said(stderr)).toBe(words)
})
