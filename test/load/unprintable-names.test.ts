import { describe, expect, it } from 'vitest'
import { loadTexts } from '../support/load-texts.ts'

const CRAWL = 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n'
const URL = 'https://example.com/'

/** Two samples of each kind: control character, C1 control, mark of writing direction, line break. */
const NAMES = [
  ['a bell', 'pro\u0007d', 'pro\\u0007d'],
  ['an escape sequence', '\u001b[31mprod', '\\u001b[31mprod'],
  ['a C1 control sequence', '\u009b31mprod', '\\u009b31mprod'],
  ['a C1 string', 'prod\u009dtitle', 'prod\\u009dtitle'],
  ['an override of direction', 'prod\u202ecod', 'prod\\u202ecod'],
  ['an Arabic letter mark', '\u061cprod', '\\u061cprod'],
  ['a line feed', 'prod\n0 errors', 'prod\\n0 errors'],
  ['a line separator', 'prod\u2028ok', 'prod\\u2028ok'],
] as const

function errorsOf(texts: Readonly<Record<string, string>>): readonly string[] {
  const { diagnostics } = loadTexts({ 'crawls/docs.yaml': CRAWL, ...texts })
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, message }) => `${rule} ${message}`)
}

describe.each(NAMES)('a name with %s', (_, name, shown) => {
  // YAML reads every JSON string.
  const key = JSON.stringify(name).replaceAll(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const refusal = `schema/bad-format The name "${shown}" is not printable.`

  it.each([
    ['an environment', { 'crawlform.yaml': `version: 2\nenvironments: { ${key}: { service: embedded } }\n` }],
    ['a profile', { 'crawlform.yaml': `version: 2\nprofiles: { ${key}: { request: { limit: 5 } } }\n` }],
    ['an axis', { 'crawls/docs.yaml': `${CRAWL}matrix: { ${key}: [en, de] }\n` }],
    ['a cell', { 'crawls/docs.yaml': `${CRAWL}matrix: { locale: [en], include: [{ ${key}: de }] }\n` }],
    ['an exclusion', { 'crawls/docs.yaml': `${CRAWL}matrix: { locale: [en], exclude: [{ ${key}: de }] }\n` }],
  ])('is refused for %s', (_kind, texts) => {
    expect(errorsOf(texts)).toContain(refusal)
  })

  it('is escaped in every message, even about other mistakes', () => {
    const project = `version: 2\nenvironments: { ${key}: { service: embedded, baseUrl: "https://api.example.com" } }\n`
    const crawl = `${CRAWL}matrix: { ${key}: [en, en], ${key.replace('"', '"x')}: [1, 1] }\n`
    const { diagnostics } = loadTexts({ 'crawlform.yaml': project, 'crawls/docs.yaml': crawl })
    const said = diagnostics.map(({ message, help }) => `${message} ${help ?? ''}`).join(' ')
    expect(said).toContain(shown)
    expect(said).not.toContain(name)
  })
})

describe('a printable name', () => {
  it.each(['prod', 'Größe', '本番', 'staging eu', 'includes'])('"%s" is accepted', (name) => {
    const project = `version: 2\nenvironments: { "${name}": { service: embedded } }\n`
    const matrix = `matrix:\n  "${name}": [en, de]\n  include: [{ "${name}": ja, request: { limit: 5 } }]\n  exclude: [{ "${name}": de }]\n`
    const crawl = CRAWL.replace(URL, `${URL}\${matrix.${name}}/`) + matrix
    expect(
      errorsOf({ 'crawlform.yaml': project, 'crawls/docs.yaml': crawl }).filter((error) =>
        error.startsWith('schema/'),
      ),
    ).toEqual([])
  })
})
