import { describe, expect, it } from 'vitest'
import type { CompletionItem } from 'vscode-languageserver/node'
import { after, applied, at, editorOfEachTest } from '../support/in-editor.ts'

const DOCS = 'crawls/docs.yaml'
const PROJECT = 'crawlform.yaml'
const profiles =
  'version: 2\nprofiles:\n  "🕷": { request: { delay: 1 } }\n  polite: { request: { delay: 2 } }\n'
const good = 'version: 2\nrequest:\n  url: https://docs.example.com/\n  limit: 20\n'
const crlf = (text: string): string => text.replaceAll('\n', '\r\n')

const edit = editorOfEachTest()

/** Returns the texts after each completion at the end of `part`. */
async function complete(text: string, part: string): Promise<readonly string[]> {
  const { editor } = await edit({ [PROJECT]: profiles, [DOCS]: text })
  const items = await editor.connection.sendRequest<CompletionItem[]>(
    'textDocument/completion',
    at(editor, DOCS, after(text, part)),
  )
  return items.map(({ textEdit }) =>
    textEdit === undefined || !('range' in textEdit)
      ? text
      : applied(text, { editor, file: DOCS }, { changes: { [editor.uri(DOCS)]: [textEdit] } }),
  )
}

describe('completion replaces the typed text', () => {
  it('with a profile after a character of two code units', async () => {
    const text = crlf(`${good}extends: ["🕷", po]\n`)
    expect(await complete(text, '"🕷", po')).toContain(text.replace(' po]', ' polite]'))
  })

  it('with a list if the profile is not in a list yet', async () => {
    const text = `${good}extends: po\n`
    expect(await complete(text, 'extends: po')).toContain(text.replace(' po', ' [polite]'))
  })

  it('with a rule in a silencing comment', async () => {
    const text = crlf(`# 🕷\n# crawlform-ignore limits/un\n${good}`)
    expect(await complete(text, 'limits/un')).toContain(text.replace('limits/un', 'limits/unset'))
  })

  it('with an axis of the matrix', async () => {
    const text = crlf(`matrix: { lang: [de] }\n${good}description: "🕷 \${matrix.l}"\n`)
    expect(await complete(text, '${matrix.l')).toEqual([text.replace('${matrix.l', '${matrix.lang')])
  })

  it('with a variable', async () => {
    const text = crlf(`# \${env:SITE}\n${good}description: "🕷 \${env:S}"\n`)
    expect(await complete(text, '🕷 ${env:S')).toContain(text.replace('{env:S}', '{env:SITE}'))
  })
})

describe('completion of variables', () => {
  it('shows neither values nor names from the process environment', async () => {
    const text = `${good}description: "\${env:SITE:-x} \${secret:KEY} \${env:"\n`
    const env = { SITE: 'canary-one', KEY: 'canary-two', CANARY_TOKEN: 'canary-three' }
    const { editor } = await edit({ [PROJECT]: profiles, [DOCS]: text }, { env })
    const items = await editor.connection.sendRequest<CompletionItem[]>(
      'textDocument/completion',
      at(editor, DOCS, after(text, '${secret:KEY} ${env:')),
    )
    expect(items.map(({ label }) => label)).toEqual(['SITE'])
    expect(JSON.stringify(items)).not.toMatch(/canary/i)
  })
})
