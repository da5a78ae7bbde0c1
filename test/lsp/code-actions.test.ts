import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CodeAction, Position } from 'vscode-languageserver/node'
import type { EditorClient } from '../support/editor-client.ts'
import { after, applied, editorOfEachTest } from '../support/in-editor.ts'

const PROJECT = 'crawlform.yaml'
const DOCS = 'crawls/docs.yaml'
const OTHER = 'crawls/other.yaml'
const good = 'version: 2\nrequest:\n  url: https://docs.example.com/\n  limit: 20\n'
const crlf = (text: string): string => text.replaceAll('\n', '\r\n')

const edit = editorOfEachTest()

async function actionsAt(
  editor: EditorClient,
  position: Position,
  { file = DOCS, only }: { readonly file?: string; readonly only?: readonly string[] } = {},
): Promise<readonly CodeAction[]> {
  return editor.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri: editor.uri(file) },
    range: { start: position, end: position },
    context: { diagnostics: [], ...(only === undefined ? {} : { only }) },
  })
}

/** Opens one crawl file, and returns the actions after `part` whose title begins with `title`, with the text after each. */
async function act(
  text: string,
  { part, title, others = {} }: { part: string; title: string; others?: Readonly<Record<string, string>> },
): Promise<readonly (readonly [title: string, text: string])[]> {
  const { editor } = await edit({ ...others, [DOCS]: text })
  const actions = await actionsAt(editor, after(text, part))
  return actions
    .filter((action) => action.title.startsWith(title))
    .map((action) => [action.title, applied(text, { editor, file: DOCS }, action.edit)])
}

describe('the action that migrates a file', () => {
  const migrate = (text: string): ReturnType<typeof act> => act(text, { part: '', title: 'Migrate' })

  it('writes version 2 like "crawlform migrate", with comments and line ends', async () => {
    const old = crlf(
      '# 🕷 old names\nversion: 1\nrequest:\n  url: https://docs.example.com/\n  limit: 20 # enough\n  ignoreSitemap: true # none\n',
    )
    const { editor, project } = await edit({ [DOCS]: old })
    const [action] = (await actionsAt(editor, { line: 0, character: 0 })).filter(({ title }) =>
      title.startsWith('Migrate'),
    )
    expect([action?.title, action?.kind]).toEqual([
      'Migrate this file to version 2 (1 setting)',
      'refactor.rewrite',
    ])
    const migrated = applied(old, { editor, file: DOCS }, action?.edit)
    expect(migrated).toBe(
      old.replace('version: 1', 'version: 2').replace('ignoreSitemap: true', 'sitemap: skip'),
    )
    expect((await project.run(['migrate', '--write'])).status).toBe(0)
    expect(readFileSync(path.join(project.directory, DOCS), 'utf8')).toBe(migrated)
  })

  it('migrates a body of version 0', async () => {
    const [[, migrated] = []] = await migrate(
      'url: https://docs.example.com/\ncrawlerOptions:\n  limit: 5 # few\n',
    )
    expect(migrated).toBe('url: https://docs.example.com/\nlimit: 5 # few\n')
  })

  it('says if a setting is not migrated exactly', async () => {
    const old = good.replace('version: 2', 'version: 1').concat('  maxDepth: 3\n')
    expect((await migrate(old)).map(([title]) => title)).toEqual([
      'Migrate this file to version 2 (1 setting, 1 of them not exactly)',
    ])
  })

  it.each([
    ['of version 2', good],
    ['that is broken', 'version: 1\nrequest: {'],
    ['of a later version', good.replace('2', '3')],
  ])('is not offered for a file %s', async (_, text) => {
    expect(await migrate(text)).toEqual([])
  })

  it('is not offered for a file that is not a crawl file', async () => {
    const text = 'url: https://docs.example.com/\ncrawlerOptions: { limit: 5 }\n'
    const { editor } = await edit({ [DOCS]: good, 'compose.yaml': text })
    expect(await actionsAt(editor, { line: 0, character: 0 }, { file: 'compose.yaml' })).toEqual([])
  })

  it('is left out if an editor asks for other kinds', async () => {
    const { editor } = await edit({ [DOCS]: good.replace('2', '1') })
    const actions = await actionsAt(editor, { line: 0, character: 0 }, { only: ['quickfix'] })
    expect(actions.filter(({ title }) => title.startsWith('Migrate'))).toEqual([])
  })
})

describe('the action that pins a default', () => {
  const pin = (
    text: string,
    part: string,
    others?: Readonly<Record<string, string>>,
  ): ReturnType<typeof act> => act(text, { part, title: 'Pin', ...(others === undefined ? {} : { others }) })

  it('writes the missing setting of a problem', async () => {
    const text = crlf(`# 🕷\n${good}`.replace('  limit: 20\n', '  sitemap: skip # none\n'))
    expect(await pin(text, 'requ')).toEqual([
      ['Pin the default of limit: 10000', `${text}  limit: 10000\r\n`],
    ])
  })

  it.each([
    ['  sitemap:\n', '  sitemap: include\n'],
    ['  sitemap: # 🕷 later\n', '  sitemap: include # 🕷 later\n'],
    ['  sitemap: null  \n  delay:\n', '  sitemap: include\n  delay:\n'],
    ['  scrapeOptions: { "sitemap": ~ }\n  sitemap: ~\n', undefined],
    ['  delay:\n', undefined],
  ])('fills in the empty setting of %j', async (lines, expected) => {
    const text = good + lines
    const found = await pin(text, lines.slice(0, 6))
    expect(found).toEqual(
      expected === undefined ? [] : [['Pin the default of sitemap: include', good + expected]],
    )
  })

  it('fills in a setting of pages between others', async () => {
    const text = `${good}  scrapeOptions: { onlyMainContent: , timeout: 5000 }\n`
    expect(await pin(text, 'onlyMain')).toEqual([
      [
        'Pin the default of scrapeOptions.onlyMainContent: true',
        text.replace('onlyMainContent: ,', 'onlyMainContent: true,'),
      ],
    ])
  })

  it('changes only the document of the problem', async () => {
    const second = good.replace('version: 2', 'version: 2\nname: two').replace('  limit: 20\n', '')
    const text = `name: one\n${good}---\n${second}`
    expect(await pin(text, '---\nversion: 2\nname: two\nreq')).toEqual([
      ['Pin the default of limit: 10000', `${text}  limit: 10000\n`],
    ])
  })

  it('writes into a file of version 1, after a byte order mark', async () => {
    const text = `\uFEFF${good.replace('version: 2', 'version: 1').replace('  limit: 20\n', '')}`
    expect(await pin(text, 'requ')).toEqual([['Pin the default of limit: 10000', `${text}  limit: 10000\n`]])
  })

  it('is not offered for a setting that the project sets', async () => {
    const shared = { [PROJECT]: 'version: 2\ndefaults: { request: { sitemap: skip } }\n' }
    expect(await pin(`${good}  sitemap:\n`, '  sitem', shared)).toEqual([])
    expect(await pin(good, 'limi')).toEqual([])
  })
})

describe('the action that adds a scope test', () => {
  const title = 'Add a scope test'
  const rules = `${good}  includePaths: ["^/guide"]\n  allowSubdomains: true\n`

  it.each([
    ['# see https://docs.example.com/guide/a.', '/guide/a', 'in'],
    ['# 🕷 (https://docs.example.com/blog/a?b=1)', '/blog/a?b=1', 'out'],
    ['# https://www.iana.org/help', 'https://www.iana.org/help', 'out'],
  ])('keeps the result for the URL in %j', async (comment, url, list) => {
    const text = crlf(`${comment}\n${rules}`)
    expect(await act(text, { part: 'http', title })).toEqual([
      [
        `Add a scope test: "${url}" is ${list === 'in' ? 'in' : 'not in'} the crawl`,
        `${text}tests: { ${list}: ["${url}"] }\r\n`,
      ],
    ])
  })

  it('uses the start URL, and adds to existing tests', async () => {
    const text = `${good}tests:\n  in:\n    - /a # first\n  out: []\n# https://www.iana.org/help\n`
    const [start] = await act(text, { part: 'url: ht', title })
    expect(start).toEqual([
      'Add a scope test: "/" is in the crawl',
      text.replace('# first\n', '# first\n    - "/"\n'),
    ])
    const [foreign] = await act(text, { part: '# htt', title })
    expect(foreign?.[1]).toBe(text.replace('out: []', 'out: ["https://www.iana.org/help"]'))
  })

  it('works in a file that was never saved', async () => {
    const text = good.replace('docs', 'other')
    const { editor } = await edit({ [DOCS]: good }, { unsaved: { [OTHER]: text } })
    const actions = await actionsAt(editor, after(text, 'url: ht'), { file: OTHER })
    expect(actions.map((action) => applied(text, { editor, file: OTHER }, action.edit))).toEqual([
      `${text}tests: { in: ["/"] }\n`,
    ])
  })

  it('keeps the references of a matrix', async () => {
    const text = `name: docs-\${matrix.lang}\nmatrix: { lang: [de, en] }\n${good.replace('.com/', '.com/${matrix.lang}/')}`
    expect(await act(text, { part: 'url: http', title })).toEqual([
      [
        'Add a scope test: "/${matrix.lang}/" is in the crawl',
        `${text}tests: { in: ["/\${matrix.lang}/"] }\n`,
      ],
    ])
  })

  it.each([
    ['a URL that is tested', `${good}tests: { in: [{ url: / }] }\n`, 'url: http'],
    [
      'a URL whose answer differs between the crawls of a matrix',
      `# https://docs.example.com/de/a\nname: docs-\${matrix.lang}\nmatrix: { lang: [de, en] }\n${good.replace('.com/', '.com/${matrix.lang}/')}`,
      '# http',
    ],
    ['a place without a URL', good, 'limi'],
    ['a crawl with an error', `${good}  nothing: 1\n`, 'url: http'],
    ['the address of a webhook', `${good}  webhook: { url: "https://hooks.example.com/crawl" }\n`, '"http'],
    ['a URL with a secret', `# https://docs.example.com/?token=0123456789abcdef\n${good}`, '# http'],
    ['a URL with a reference to a secret', `# https://docs.example.com/?a=\${secret:KEY}\n${good}`, '# http'],
  ])('is not offered for %s', async (_, text, part) => {
    expect(await act(text, { part, title })).toEqual([])
  })

  it('is not offered in the project file', async () => {
    const text = 'version: 2\nenvironments: { test: { baseUrl: "https://api.example.com" } }\n'
    const { editor } = await edit({ [PROJECT]: text, [OTHER]: good })
    expect(await actionsAt(editor, after(text, '"http'), { file: PROJECT })).toEqual([])
  })
})

describe('the action that silences a rule', () => {
  it('leaves room for the reason', async () => {
    const text = crlf(`# 🕷\n${good.replace('  limit: 20\n', '')}`)
    const [[, silenced] = []] = await act(text, { part: 'requ', title: 'Silence limits/unset' })
    expect(silenced).toBe(text.replace('request:', '# crawlform-ignore limits/unset: \r\nrequest:'))
  })
})

describe('code actions', () => {
  it('show no secret, from a variable or literal', async () => {
    const written = `fc-${'0123456789abcdef'.repeat(2)}`
    const text = `${good.replace('  limit: 20\n', '')}  sitemap:\n  scrapeOptions:\n    headers:\n      Authorization: Bearer ${written}\n      X-Team: "\${env:TEAM_TOKEN}"\n`
    const { editor } = await edit({ [DOCS]: text }, { env: { TEAM_TOKEN: 'canary-one' } })
    for (const part of ['requ', 'sitem', 'https://do', 'Authoriz', 'X-Te']) {
      const actions = await actionsAt(editor, after(text, part))
      expect(JSON.stringify(actions)).not.toMatch(new RegExp(`canary|${written}`))
    }
  })
})
