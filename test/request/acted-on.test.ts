import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, it } from 'vitest'
import { requestNeeds } from '../../src/request/request-needs.ts'
import { crawlOrder, pageOrder } from '../../src/schema/request-standards.gen.ts'
import { sourceFiles } from '../support/room-imports.ts'

const source = path.join(import.meta.dirname, '../../src')

/** Files in which the service reads settings: its own rooms, and the part of the request room that it uses. */
const readers = [
  ...sourceFiles(source).filter((file) => file.startsWith('service/')),
  'request/page-settings.ts',
]

/** Settings that need no work of a service: they name the client, or the one way in which pages are fetched here. */
const labels = ['origin', 'integration', 'proxy']

interface SyntaxNode {
  readonly type?: string
  readonly name?: string
  readonly value?: unknown
  readonly property?: SyntaxNode
  readonly properties?: readonly { readonly key?: SyntaxNode }[]
}

/** Returns names of the members that a file reads: `a.name`, `a['name']` and `const { name } = a`. */
function membersRead(file: string): readonly unknown[] {
  const found: unknown[] = []
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, property, properties = [] } = node as SyntaxNode
    if (type === 'MemberExpression') found.push(property?.name ?? property?.value)
    if (type === 'ObjectPattern') for (const { key } of properties) found.push(key?.name ?? key?.value)
    for (const child of Object.values(node)) look(child)
  }
  look(parseAst(readFileSync(path.join(source, file), 'utf8'), { lang: 'ts' }))
  return found
}

describe('a setting', () => {
  it('is acted on by the embedded service, or refused by it', () => {
    const read = new Set(readers.flatMap((file) => membersRead(file)))
    const isRefused = (request: object): boolean =>
      requestNeeds({ ...request }).some(({ means }) => means === undefined)
    const taken = [
      ...crawlOrder.filter((name) => !isRefused({ [name]: true })),
      ...pageOrder.filter((name) => !isRefused({ scrapeOptions: { [name]: true } })),
    ]
    expect(taken.filter((name) => !read.has(name) && !labels.includes(name))).toEqual([])
  })
})
