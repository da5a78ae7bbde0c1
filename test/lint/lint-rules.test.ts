import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Diagnostic, Place } from '../../src/diagnostics/diagnostic.ts'
import { loadText } from '../support/load-text.ts'

const fixtures = path.join(import.meta.dirname, '../fixtures/lint')

function show(diagnostic: Diagnostic, text: string): string {
  const lines = [
    `${where(diagnostic)}: ${diagnostic.severity}: ${diagnostic.message} [${diagnostic.rule}]`,
    `  at ${excerpt(diagnostic, text)}`,
  ]
  if (diagnostic.help !== undefined) lines.push(`  help: ${diagnostic.help}`)
  for (const { message, place } of diagnostic.related ?? []) {
    lines.push(`  related: ${where(place)}: ${message}: ${excerpt(place, text)}`)
  }
  for (const edit of diagnostic.fix?.edits ?? []) {
    lines.push(`  fix: ${diagnostic.fix?.description}: ${excerpt(edit.place, text)} -> ${edit.text}`)
  }
  return lines.join('\n')
}

function where({ line, column }: Place): string {
  return `${line}:${column}`
}

function excerpt({ line, column, endLine, endColumn }: Place, text: string): string {
  const written = text.split('\n')[line - 1] ?? ''
  return written.slice(column - 1, endLine === line ? endColumn - 1 : undefined)
}

describe('every fixture gets exactly these diagnostics', () => {
  const cases = readdirSync(fixtures).filter((file) => file.endsWith('.yaml'))
  test.each(cases)('%s', async (file) => {
    const text = readFileSync(path.join(fixtures, file), 'utf8')
    const shown = loadText(text).diagnostics.map((diagnostic) => `${show(diagnostic, text)}\n`)
    await expect(shown.join('')).toMatchFileSnapshot(path.join(fixtures, file.replace(/\.yaml$/, '.out')))
  })
})

describe('a crawl of which nothing is left', () => {
  const rulesOf = (includes: readonly string[], excludes: readonly string[], more = ''): string[] =>
    loadText(
      `version: 2\nrequest:\n  url: https://example.com/docs/\n  includePaths: ${JSON.stringify(includes)}\n  excludePaths: ${JSON.stringify(excludes)}\n  limit: 5\n${more}`,
    )
      .diagnostics.map(({ rule }) => rule)
      .filter((rule) => rule === 'scope/nothing-in-scope')

  test('is one whose excludes only together shut out each include', () => {
    expect(rulesOf(['/(a|b)/'], ['/a/', '/b/'])).toEqual(['scope/nothing-in-scope'])
    expect(rulesOf(['/(a|b)/', '/(c|d)/'], ['/a/', '/b/', '/c/', '/d/'])).toEqual(['scope/nothing-in-scope'])
  })

  test('is none that one include leaves a page', () => {
    expect(rulesOf(['/(a|b)/'], ['/a/', '/c/'])).toEqual([])
    expect(rulesOf(['/(a|b)/', '/(c|d)/'], ['/a/', '/b/', '/c/'])).toEqual([])
  })

  test('is none whose excludes may not be searched', () => {
    for (const setting of ['allowExternalLinks', 'allowSubdomains'])
      expect(rulesOf(['/(a|b)/'], ['/a/', '/b/'], `  ${setting}: true\n`)).toEqual([])
  })
})
