import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type * as YamlLanguageServer from 'yaml-language-server'

type Service = YamlLanguageServer.LanguageService
type CompletionItem = Awaited<ReturnType<Service['doComplete']>>['items'][number]
type Position = Parameters<Service['doComplete']>[1]

const { getLanguageService }: typeof YamlLanguageServer = createRequire(import.meta.url)(
  'yaml-language-server',
)

/** The language server behind VS Code's YAML extension and Neovim, with one of our schemas; `¦` in a text is the cursor. */
export interface Editor {
  /** What is underlined: line (from 1), the text under it, and the message. */
  problems(text: string): Promise<string[]>
  /** Markdown shown for what is under the cursor. */
  hover(text: string): Promise<string>
  /** What is offered at the cursor. */
  complete(text: string): Promise<CompletionItem[]>
}

export function openEditor(schemaFile: string): Editor {
  const schema = readFileSync(path.join(import.meta.dirname, '../../schema', schemaFile), 'utf8')
  const service = getLanguageService({
    schemaRequestService: () => Promise.resolve(schema),
    workspaceContext: { resolveRelativePath: (relative) => relative },
  })
  service.configure({
    validate: true,
    hover: true,
    completion: true,
    schemas: [{ uri: `file:///${schemaFile}`, fileMatch: ['*.yaml'] }],
    yamlVersion: '1.2',
  })

  return {
    async problems(text) {
      const document = open(text)
      const found = await service.doValidation(document, false)
      return found.map(
        ({ range, message }) => `${range.start.line + 1}: ${document.getText(range)}: ${message}`,
      )
    },
    async hover(text) {
      const { document, position } = at(text)
      const hover = await service.doHover(document, position)
      return hover === null ? '' : Object(hover.contents).value.replace(/\n*Source: .*$/s, '')
    },
    async complete(text) {
      const { document, position } = at(text)
      const list = await service.doComplete(document, position, false)
      return list.items
    },
  }
}

let opened = 0

/** A document of its own for every text, because the server caches what it parsed by address and version. */
function open(text: string): TextDocument {
  return TextDocument.create(`file:///file-${opened++}.yaml`, 'yaml', 1, text)
}

function at(marked: string): { document: TextDocument; position: Position } {
  const offset = marked.indexOf('¦')
  const document = open(marked.replace('¦', ''))
  return { document, position: document.positionAt(offset) }
}

/** `text` after choosing `item` at its cursor and leaving every placeholder as it is; undefined where one is left to be filled. */
export function accept(text: string, item: CompletionItem): string | undefined {
  const { document } = at(text)
  const edit = item.textEdit
  if (edit === undefined || !('range' in edit)) return undefined
  if (/\$\d|\$\{\d+\}|[:-]\s*$/.test(edit.newText)) return undefined
  const inserted = edit.newText
    .replaceAll(/\$\{\d+\|([^,|]*)[^}]*\}/g, '$1')
    .replaceAll(/\$\{\d+:((?:\\.|[^}\\])*)\}/g, '$1')
    .replaceAll(/\\([$}\\])/g, '$1')
  // As editors do: the lines after the first are indented as the line of the cursor is.
  const indent = /^\s*/.exec(document.getText().split('\n')[edit.range.start.line] ?? '')?.[0].length ?? 0
  const lines = inserted.replaceAll('\n', `\n${' '.repeat(indent)}`)
  const before = document.getText().slice(0, document.offsetAt(edit.range.start))
  return before + lines + document.getText().slice(document.offsetAt(edit.range.end))
}
