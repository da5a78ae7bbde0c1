import { describe, expect, it } from 'vitest'
import { globBase, isGlob, matchGlob } from '../../src/util/glob.ts'

describe('matchGlob', () => {
  it.each([
    ['crawls/**/*.yaml', 'crawls/a.yaml', true],
    ['crawls/**/*.yaml', 'crawls/x/y/a.yaml', true],
    ['crawls/**/*.yaml', 'crawls/a.yml', false],
    ['crawls/**/*.yaml', 'other/a.yaml', false],
    ['crawls/*.yaml', 'crawls/x/a.yaml', false],
    ['**', 'a/b/c', true],
    ['**/b/**', 'a/b/c', true],
    ['**/b/**', 'a/c', false],
    ['docs-?', 'docs-1', true],
    ['docs-?', 'docs-10', false],
    ['*', 'anything.at-all', true],
    ['a.c', 'abc', false],
    ['crawls/*.yaml', 'crawls/._a.yaml', false],
    ['crawls/**/*.yaml', 'crawls/.#a.yaml', false],
    ['**', '.git/config', true],
    ['crawls/.*.yaml', 'crawls/.a.yaml', true],
    ['*.{yaml,yml}', 'x.yml', true],
    ['{a,b}/{c,d}.x', 'b/c.x', true],
    ['{a,b}/{c,d}.x', 'c/c.x', false],
    ['{a}', '{a}', true],
  ])('answers for %s and %s: %s', (pattern, path, expected) => {
    expect(matchGlob(pattern, path)).toBe(expected)
  })

  it('finishes quickly for a pattern that makes backtracking matchers explode', () => {
    expect(matchGlob(`${'*a'.repeat(200)}b`, 'a'.repeat(4000))).toBe(false)
  })
})

it('isGlob distinguishes a pattern from a name', () => {
  expect([isGlob('a/*.yaml'), isGlob('a/b.yaml')]).toEqual([true, false])
})

it('globBase finds the folder where a search starts', () => {
  expect([globBase('crawls/**/*.yaml'), globBase('*.yaml'), globBase('a/b/c.yaml')]).toEqual([
    'crawls',
    '',
    'a/b',
  ])
})
