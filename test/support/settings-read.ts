import { parseAst } from 'rolldown/parseAst'

interface SyntaxNode {
  readonly type?: string
  readonly name?: string | SyntaxNode
  readonly value?: unknown
  readonly object?: SyntaxNode
  readonly property?: SyntaxNode
  readonly properties?: readonly { readonly key?: SyntaxNode; readonly value?: SyntaxNode }[]
  readonly id?: SyntaxNode
  readonly init?: SyntaxNode
  readonly left?: SyntaxNode
  readonly expression?: SyntaxNode
  readonly params?: readonly SyntaxNode[]
  readonly typeAnnotation?: SyntaxNode
  readonly typeName?: SyntaxNode
  readonly typeArguments?: { readonly params?: readonly SyntaxNode[] }
}

/** What holds the settings of a request, and those of its scrapeOptions: variables, and types of parameters. */
const OWNERS = {
  crawl: ['request', 'EffectiveRequest', 'JobRequest', 'CrawlRequest'],
  page: ['scrape', 'scrapeOptions', 'ScrapeSettings', 'ScrapeOptions'],
} as const

export type Level = keyof typeof OWNERS

/** Returns the names that a text reads of the settings of a level: `scrape.location`, and not `headers.location`. */
export function settingsRead(text: string, level: Level): ReadonlySet<string> {
  const names = new Set<string>()
  const owners: readonly string[] = OWNERS[level]
  const take = (owner: string | undefined, name: unknown): void => {
    if (owner !== undefined && owners.includes(owner) && typeof name === 'string') names.add(name)
  }
  const takeAll = (pattern: SyntaxNode, owner: string | undefined): void => {
    const inner = pattern.type === 'AssignmentPattern' ? (pattern.left ?? pattern) : pattern
    if (inner.type !== 'ObjectPattern') return
    for (const { key, value } of inner.properties ?? []) {
      const name = key?.name ?? key?.value
      take(owner, name)
      if (value !== undefined && typeof name === 'string') takeAll(value, name)
    }
  }
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, object, property, id, init, params } = node as SyntaxNode
    if (type === 'MemberExpression') take(nameOf(object), property?.name ?? property?.value)
    if (type === 'VariableDeclarator' && id !== undefined) takeAll(id, nameOf(init))
    if (Array.isArray(params))
      for (const parameter of params as readonly SyntaxNode[]) {
        const { typeAnnotation } = parameter.type === 'AssignmentPattern' ? (parameter.left ?? {}) : parameter
        takeAll(parameter, typeOf(typeAnnotation))
      }
    for (const child of Object.values(node)) look(child)
  }
  look(parseAst(text, { lang: 'ts' }))
  return names
}

/** Returns the last name of an expression: `request` of `this.#job.request`. */
function nameOf(node: SyntaxNode | null | undefined): string | undefined {
  if (node === undefined || node === null) return undefined
  if (typeof node.name === 'string') return node.name
  return nameOf(node.property ?? node.expression ?? node.left)
}

/** Returns the name of a type, or of what `Pick` and its like are made of. */
function typeOf(node: SyntaxNode | null | undefined): string | undefined {
  if (node?.type === 'TSTypeAnnotation') return typeOf(node.typeAnnotation)
  if (node?.type !== 'TSTypeReference') return undefined
  const name = nameOf(node.typeName)
  return name !== undefined && /^(?:Pick|Omit|Partial|Readonly)$/.test(name)
    ? typeOf(node.typeArguments?.params?.[0])
    : name
}
