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
