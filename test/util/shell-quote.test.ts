import { describe, expect, it } from 'vitest'
import { posixQuote, windowsQuote } from '../../src/util/shell-quote.ts'

describe('an argument', () => {
  it.each([
    ['docs', 'docs', 'docs'],
    ['https://a.example/x?y=1&z=2', `'https://a.example/x?y=1&z=2'`, '"https://a.example/x?y=1&z=2"'],
    ['C:\\a\\b', `'C:\\a\\b'`, 'C:\\a\\b'],
    ['C:\\a b\\', `'C:\\a b\\'`, '"C:\\a b\\\\"'],
    ["it's", `'it'\\''s'`, `"it's"`],
    // PowerShell reads these as an array, a part of an argument, and a splatted variable.
    ['a,b', 'a,b', '"a,b"'],
    ['-x.y', '-x.y', '"-x.y"'],
    ['@x', '@x', '"@x"'],
    // cmd.exe has no quotes that PowerShell also takes around these.
    ['$x', `'$x'`, `'$x'`],
    ['a "b" \u2019c', `'a "b" \u2019c'`, `'a "b" \u2019\u2019c'`],
    ['', `''`, '""'],
  ])('%s is quoted as %s for a POSIX shell and as %s for Windows shells', (argument, posix, windows) => {
    expect(posixQuote(argument)).toBe(posix)
    expect(windowsQuote(argument)).toBe(windows)
  })
})
