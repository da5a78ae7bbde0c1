/** What an expression can see: `github`, `inputs`, `steps`, ... */
export type ExpressionContext = Readonly<Record<string, unknown>>

/**
 * The value of `text` with every `${{ }}` in it filled in, as the runner of GitHub Actions does: the expression language
 * as far as this project's files use it (paths, strings, `==`, `!=`, `!`, `&&`, `||`, parentheses).
 * @throws {Error} for anything else
 */
export function fillExpressions(text: string, context: ExpressionContext): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    asText(evaluate(expression, context)),
  )
}

/** Whether a step with this `if` runs, when none before it has failed. */
export function isTrue(condition: string, context: ExpressionContext): boolean {
  return Boolean(evaluate(condition.replace(/^\s*\$\{\{(.*)\}\}\s*$/s, '$1'), context))
}

const token = /\s*(?:('(?:[^']|'')*')|([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*)|(==|!=|&&|\|\||[!()]))/y

function evaluate(expression: string, context: ExpressionContext): unknown {
  const tokens = tokensOf(expression.trim())
  let at = 0
  const take = (wanted: string): boolean => {
    if (tokens[at] !== wanted) return false
    at += 1
    return true
  }
  const or = (): unknown => {
    let left = and()
    while (take('||')) {
      const right = and()
      left = left ? left : right
    }
    return left
  }
  const and = (): unknown => {
    let left = comparison()
    while (take('&&')) {
      const right = comparison()
      left = left ? right : left
    }
    return left
  }
  const comparison = (): unknown => {
    const left = unary()
    if (take('==')) return same(left, unary())
    if (take('!=')) return !same(left, unary())
    return left
  }
  const unary = (): unknown => {
    if (take('!')) return !unary()
    if (take('(')) {
      const value = or()
      if (!take(')')) throw new Error(`"${expression}" lacks a parenthesis`)
      return value
    }
    const next = tokens[at++]
    if (next === undefined) throw new Error(`"${expression}" ends too early`)
    return next.startsWith("'") ? next.slice(1, -1).replaceAll("''", "'") : lookUp(next, context)
  }
  const value = or()
  if (at < tokens.length) throw new Error(`"${expression}" goes on with ${String(tokens[at])}`)
  return value
}

function tokensOf(expression: string): string[] {
  const tokens: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < expression.length) {
    const from = token.lastIndex
    const [, text, path, sign] = token.exec(expression) ?? []
    const found = text ?? path ?? sign
    if (found === undefined) throw new Error(`"${expression.slice(from)}" is beyond this evaluator`)
    tokens.push(found)
  }
  return tokens
}

/** Unknown members are null, unknown contexts a mistake. */
function lookUp(path: string, context: ExpressionContext): unknown {
  const [head = '', ...rest] = path.split('.')
  if (!Object.hasOwn(context, head)) throw new Error(`there is no context "${head}"`)
  let value: unknown = context[head]
  for (const name of rest) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  }
  return value ?? null
}

/** Strings are compared without case; null equals the empty string. */
function same(left: unknown, right: unknown): boolean {
  return asText(left).toLowerCase() === asText(right).toLowerCase()
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return `${value}`
  throw new Error('an object is no text')
}
