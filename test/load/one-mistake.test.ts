import { describe, expect, it } from 'vitest'
import { loadTexts } from '../support/load-texts.ts'

const HEAD = 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n'

describe('one mistake causes one message', () => {
  it.each([
    [
      'scrapeOptions',
      `${HEAD}  scrapeOptions:\n  formats: [markdown]\n  onlymainContent: true\n  waitFor: 1000\n  timeout: 30000\n  headers:\n    Accept-Language: de\n`,
      '5:3',
    ],
    [
      'scrapeOptions, by two levels',
      `${HEAD}  scrapeOptions:\nformats: [markdown]\nonlyMainContent: true\nwaitFor: 1000\nheaders:\n  Accept-Language: de\n`,
      '5:3',
    ],
    [
      'location, by two levels',
      `${HEAD}  scrapeOptions:\n    location:\n  country: DE\n  languages: [de]\n`,
      '6:5',
    ],
    ['webhook', `${HEAD}  webhook:\n  events: [completed]\n  metadata: { a: b }\n`, '5:3'],
    ['location', `${HEAD}  scrapeOptions:\n    location:\n    country: DE\n    languages: [de]\n`, '6:5'],
    ['headers', `${HEAD}  scrapeOptions:\n    headers:\n    Accept-Language: de\n    mobile: true\n`, '6:5'],
    ['tests', `${HEAD}tests:\nin: [/a]\nout: [https://example.org/]\n`, '5:1'],
    ['expect', `${HEAD}expect:\nminPages: 5\nmaxDrop: 20%\n`, '5:1'],
    ['matrix', `${HEAD.replace('.com/', '.com/${matrix.part}/')}matrix:\npart: [a, b]\n`, '5:1'],
  ])('for settings of %s that are not indented', (_, text, place) => {
    expect(problemsIn(text)).toEqual([`schema/not-indented ${place}`])
  })

  it('for each of the first hundred unknown keys, and one for the rest', () => {
    const many = Array.from({ length: 50_000 }, (_, at) => `  unknown${at}: 1\n`).join('')
    const { diagnostics } = loadTexts({ 'crawls/docs.yaml': HEAD + many })
    const rules = diagnostics.map(({ rule, line }) => `${rule} ${line}`)
    expect(rules).toEqual([
      ...Array.from({ length: 100 }, (_, at) => `schema/unknown-key ${5 + at}`),
      'syntax/more-problems 104',
    ])
    expect(diagnostics.at(-1)?.message).toBe('49900 more problems in this file are not shown.')
  })

  it('with the number of spaces to indent by', () => {
    const [far, ...others] = found(`${HEAD}  scrapeOptions:\nformats: [markdown]\nwaitFor: 1000\n`)
    expect(others).toEqual([])
    expect([far?.message, far?.help]).toEqual([
      '"scrapeOptions" is empty, because its settings are further out instead of below it: "formats", "waitFor".',
      'Indent them by 4 more spaces.',
    ])
  })

  it('for missing indentation in the project file, and for a repeated key', () => {
    const project = 'version: 2\nprofiles:\npolite:\n  request: { delay: 1 }\nbudget:\npages: 100\n'
    const { diagnostics } = loadTexts({ 'crawlform.yaml': project, 'crawls/docs.yaml': HEAD })
    expect(diagnostics.map(({ rule, line }) => `${rule} ${line}`)).toEqual([
      'schema/not-indented 2',
      'schema/not-indented 5',
    ])
    const [repeated, ...others] = found(
      `${HEAD}  webhook:\n  url: https://example.com/hook\n  events: [page]\n`,
    )
    expect([repeated?.rule, repeated?.line, others]).toEqual(['syntax/duplicate-key', 6, []])
    expect(repeated?.help).toContain('"webhook:"')
  })

  it('for each missing line ---', () => {
    const crawl = (name: string): string =>
      `version: 2\nname: ${name}\nrequest: { url: https://example.com/${name}/, limit: 9 }\n`
    expect(problemsIn(crawl('a') + crawl('b') + crawl('c'))).toEqual([
      'syntax/missing-separator 4:1',
      'syntax/missing-separator 7:1',
    ])
    expect(problemsIn(`${crawl('a')}name: b\n`)).toEqual(['syntax/duplicate-key 4:1'])
  })

  it('for an axis whose name differs from all its references', () => {
    const text =
      'version: 2\nname: x-${matrix.locale}\nrequest:\n  url: https://example.com/${matrix.locale}/\n  limit: 9\n  includePaths: ["^/${matrix.locale}/"]\nmatrix: { locle: [en, de] }\n'
    const [unknown, ...others] = found(text)
    expect(others).toEqual([])
    expect(unknown).toMatchObject({ rule: 'resolve/unknown-axis', line: 2, help: 'Did you mean "locle"?' })
    expect(unknown?.related?.map(({ place }) => place.line)).toEqual([4, 6])
  })

  it('for an empty item, at its own line', () => {
    const [item, ...others] = found(`${HEAD}  excludePaths:\n    - ^/a/\n    - #draft\n    - ^/b/\n`)
    expect([item?.rule, item?.line, item?.column, others]).toEqual(['schema/null-value', 7, 5, []])
    expect(item?.help).toContain('"#" begins a comment')
    expect(found(`${HEAD}  excludePaths:\n    - ^/a/\n    -\n`)[0]).toMatchObject({ line: 7, column: 5 })
    expect(found(`${HEAD}  scrapeOptions:\n    includeTags: #main\n`)[0]?.help).toContain('"#main"')
  })

  it.each([
    ['  scrapeOptions: { timeout: 30s }', '30000'],
    ['  scrapeOptions: { maxAge: 2 days }', '172800000'],
    ['  scrapeOptions: { waitFor: 1.5 sec }', '1500'],
    ['  scrapeOptions: { "timeout": "1 minute" }', '60000'],
    ['  delay: 500ms', '0.5'],
    ['  limit: 10 pages', '10'],
    ['refresh: 7 days', '7d'],
    ['refresh: 12 hours', '12h'],
  ])('for a unit after a number: %s', (line, written) => {
    const head = line.includes('limit') ? HEAD.replace('  limit: 10\n', '') : HEAD
    const [wrong, ...others] = found(`${head}${line}\n`)
    expect(others).toEqual([])
    expect(wrong?.help).toMatch(new RegExp(`^Write ${written.replace('.', '\\.')}[;.]`))
  })

  it.each([
    [`${HEAD}  scrapeOptions: { onlymain: true }\n`, '"onlyMainContent"'],
    [HEAD.replace('limit', 'limt'), '"limit"'],
    [`${HEAD}limt: 5\n`, '"limit"? It belongs under "request"'],
  ])('for an incomplete name: %j', (text, meant) => {
    const [unknown] = found(text)
    expect([unknown?.rule, unknown?.help]).toEqual(['schema/unknown-key', expect.stringContaining(meant)])
  })

  it('for a colon without a key, at its column', () => {
    expect(problemsIn(`${HEAD}  : oops\n`)).toEqual(['syntax/non-string-key 5:3'])
  })
})

function found(text: string) {
  return loadTexts({ 'crawls/docs.yaml': text }).diagnostics.filter(({ severity }) => severity === 'error')
}

function problemsIn(text: string): readonly string[] {
  return found(text).map(({ rule, line, column }) => `${rule} ${line}:${column}`)
}
