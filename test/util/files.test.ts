import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linesOf, makeDirectory, plainFileName } from '../../src/util/files.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'make-directory-'))
})
afterEach(() => rmSync(root, { recursive: true }))

describe('makeDirectory', () => {
  it('creates missing directories, and returns whether it did', () => {
    const directory = path.join(root, 'a/b/c')
    expect(makeDirectory(directory, 0o700)).toBe(true)
    expect(makeDirectory(directory)).toBe(false)
    expect(statSync(path.join(root, 'a')).mode & 0o777).toBe(0o700)
  })

  it('does not change an existing directory', () => {
    chmodSync(root, 0o755)
    expect(makeDirectory(root, 0o700)).toBe(false)
    expect(statSync(root).mode & 0o777).toBe(0o755)
    expect(makeDirectory('/')).toBe(false)
  })

  it('fails if a file is in its place', () => {
    writeFileSync(path.join(root, 'file'), '')
    expect(() => makeDirectory(path.join(root, 'file'))).toThrow('EEXIST')
    expect(() => makeDirectory(path.join(root, 'file/a'))).toThrow(/EEXIST|ENOTDIR/)
  })

  it.runIf(process.platform === 'linux')('fails in places where directories cannot be created', () => {
    expect(() => makeDirectory('/proc/x/y')).toThrow("ENOENT: no such file or directory, mkdir '/proc/x'")
  })
})

describe('linesOf', () => {
  it.each([
    ['a missing file', undefined],
    ['an empty file', []],
    ['a file with empty lines and no last line feed', ['a', '', 'b', '']],
    ['a file with lines longer than the buffer', ['ä€😀'.repeat(100_000), 'x', '€'.repeat(200_000)]],
  ])('yields the lines of %s', (_what, lines) => {
    const file = path.join(root, 'lines')
    if (lines !== undefined) writeFileSync(file, lines.join('\n'))
    expect([...linesOf(file)]).toEqual(
      lines
        ?.join('\n')
        .match(/.*\n|.+$/g)
        ?.map((line) => `${line.trimEnd()}\n`) ?? [],
    )
  })
})

describe('plainFileName', () => {
  it.each([
    ['local', 'local'],
    ['Docs.v2', 'Docs.v2'],
    ['aux', '%61ux'],
    ['COM1.old', '%43OM1.old'],
    ['console', 'console'],
    ['..', '%2E%2E'],
    ['a.', 'a%2E'],
    ['a:b*', 'a%3Ab%2A'],
  ])('changes %s to %s, which every system accepts', (name, file) => {
    expect(plainFileName(name)).toBe(file)
  })
})
