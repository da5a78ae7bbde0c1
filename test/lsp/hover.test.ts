import { describe, expect, it } from 'vitest'
import type { Hover, Position } from 'vscode-languageserver/node'
import type { EditorOptions } from '../support/editor-client.ts'
import { after, at, editorOfEachTest } from '../support/in-editor.ts'

const DOCS = 'crawls/docs.yaml'
const OTHER = 'crawls/other.yaml'
const PROJECT = 'crawlform.yaml'
const environments = `version: 2
environments:
  hosted: { baseUrl: "https://api.firecrawl.dev", apiKey: "\${secret:FIRECRAWL_API_KEY}" }
  own: { baseUrl: "http://crawl.example.com", prices: { page: 2 } }
  plain: { service: embedded, embedded: { browser: { enabled: false } } }
  model: { service: embedded, embedded: { model: { baseUrl: "http://127.0.0.1:1/v1", name: m } } }
  unset: { service: embedded, embedded: { browser: { executable: "\${env:NO_SUCH_BROWSER}" } } }
`
const crawl = (settings: string): string =>
  `# 🕷\nversion: 2\nrequest:\n  url: https://docs.example.com/\n  limit: 20\n${settings}`.replaceAll(
    '\n',
    '\r\n',
  )

const edit = editorOfEachTest()

/** Returns the lines of a hover after the value, where it came from, and what it beat. */
async function notesAt(
  text: string,
  part: string,
  environment?: string,
  options: EditorOptions = {},
): Promise<readonly string[]> {
  const { editor } = await edit(
    { [PROJECT]: environments, [DOCS]: text },
    { ...options, args: environment === undefined ? [] : ['--env', environment] },
  )
  const found = await editor.connection.sendRequest<Hover | null>(
    'textDocument/hover',
    at(editor, DOCS, after(text, part)),
  )
  expect(found).not.toBeNull()
  return JSON.stringify(found?.contents)
    .split('\\n')
    .filter((line) => /^(?:note|cost): /.test(line))
}

describe('a hover', () => {
  it.each([
    [
      '  scrapeOptions: { waitFor: 500 }\n',
      'waitF',
      'needs a browser, and the environment \\"plain\\" switches it off',
    ],
    ['  scrapeOptions: { minAge: 500 }\n', 'minA', 'is offered by the hosted service only'],
    [
      '  scrapeOptions: { formats: [markdown, summary] }\n',
      'formats: [mark',
      'needs a language model, and \\"embedded\\" of the environment \\"plain\\" names none',
    ],
    [
      '  scrapeOptions: { threatProtection: { mode: normal } }\n',
      'mode: nor',
      'is offered by the hosted service only',
    ],
  ])('over %j says why this service refuses it', async (settings, part, reason) => {
    expect(await notesAt(crawl(settings), part, 'plain')).toEqual([
      `note: refused by this service: ${reason}`,
    ])
  })

  it.each([
    ['model', '  scrapeOptions: { formats: [summary] }\n', 'formats: [sum'],
    ['hosted', '  scrapeOptions: { waitFor: 500 }\n', 'waitF'],
    ['plain', '  sitemap: skip\n', 'limi'],
  ])('has no note if the service of %s does what is written', async (environment, settings, part) => {
    const notes = await notesAt(crawl(settings), part, environment)
    expect(notes.filter((line) => line.startsWith('note: '))).toEqual([])
  })

  it.each([
    ['own', '  maxConcurrency: 5\n', 'maxCon', 'has no effect on a self-hosted service'],
    ['own', '  delay: 2\n', 'dela', 'has no effect on a self-hosted service'],
    ['hosted', '  ignoreRobotsTxt: true\n', 'ignoreR', 'answered with 403 unless the team has permission'],
    [
      'plain',
      '  scrapeOptions: { location: { country: DE } }\n',
      'countr',
      'pages are requested in its languages and shown in its time zone, but from the address of this machine',
    ],
  ])('explains the effect on the service of %s of %j', async (environment, settings, part, note) => {
    expect(await notesAt(crawl(settings), part, environment)).toEqual([`note: ${note}`])
  })

  it.each([
    [
      'hosted',
      '  sitemap: skip\n',
      'limi',
      'up to 20 credits; a page costs 1 (default); each further page of a PDF costs 1 more, as no parser sets \\"maxPages\\"',
    ],
    ['own', '  sitemap: skip\n', 'limi', 'up to 40 credits; a page costs 2 (crawlform.yaml:4)'],
    [
      'hosted',
      '  scrapeOptions: { formats: [{ type: json, prompt: "The title" }] }\n',
      'formats: [{ ty',
      'json 4 credits a page (default)',
    ],
    ['hosted', '  zeroDataRetention: true\n', 'zeroD', 'zeroDataRetention 1 credit a page (default)'],
  ])('shows the charge of the service of %s for %j', async (environment, settings, part, cost) => {
    const notes = await notesAt(crawl(settings), part, environment)
    expect(notes.filter((line) => line.startsWith('cost: '))).toEqual([`cost: ${cost}`])
  })

  it('shows no cost if the service or the setting costs nothing', async () => {
    expect(await notesAt(crawl(''), 'limi')).toEqual([])
    expect(await notesAt(crawl('  scrapeOptions: { formats: [links] }\n'), 'formats: [li', 'hosted')).toEqual(
      [],
    )
  })

  it('works if a variable of the environment is not set', async () => {
    expect(await notesAt(crawl('  scrapeOptions: { waitFor: 500 }\n'), 'waitF', 'unset')).toEqual([])
  })

  it('shows no secret of the environment, a variable or a literal', async () => {
    const written = `fc-${'0123456789abcdef'.repeat(2)}`
    const headers = 'X-Team: "${env:TEAM_TOKEN}", X-Key: "${secret:OTHER_KEY}"'
    const text = crawl(`  scrapeOptions: { headers: { ${headers} } }\n`)
    const literal = crawl(
      `  webhook: { url: "https://hooks.example.com/", headers: { X-Key: "${written}" } }\n`,
    )
    const { editor } = await edit(
      { [PROJECT]: environments, [DOCS]: text, [OTHER]: literal },
      {
        args: ['--env', 'hosted'],
        env: { FIRECRAWL_API_KEY: 'canary-one', TEAM_TOKEN: 'canary-two', OTHER_KEY: 'canary-three' },
      },
    )
    const hover = (file: string, position: Position): Promise<Hover | null> =>
      editor.connection.sendRequest('textDocument/hover', at(editor, file, position))
    for (const part of ['limi', 'X-Te', 'X-K']) {
      const found = JSON.stringify(await hover(DOCS, after(text, part)))
      expect(found).toContain('environment hosted')
      expect(found).not.toContain('canary')
    }
    for (const part of ['limi', 'hooks', 'X-K'])
      expect(JSON.stringify(await hover(OTHER, after(literal, part)))).not.toContain(written)
  })
})

it('a hover shows the origin of refresh and expect, and the values that they override', async () => {
  const shared = 'version: 2\ndefaults: { refresh: 7d, expect: { minPages: 3 } }\n'
  const text = 'version: 2\nrefresh: 1d\nrequest: { url: "https://example.com/", limit: 5 }\n'
  const { editor } = await edit({ [PROJECT]: shared, [DOCS]: text })
  const hover = async (file: string, position: Position) =>
    JSON.stringify(
      await editor.connection.sendRequest<Hover | null>('textDocument/hover', at(editor, file, position)),
    )
  expect(await hover(DOCS, after(text, 'refresh'))).toContain(
    'refresh: 1d  (crawls/docs.yaml:2)\\nnot 7d  (project defaults (crawlform.yaml:2))',
  )
  expect(await hover(PROJECT, after(shared, 'minPages'))).toContain('expect.minPages: 3  (project defaults')
})
