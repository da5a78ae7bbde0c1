import { isJsonObject, type Json } from '../../util/json.ts'
import type { CrawlDraft } from '../crawl-draft.ts'
import { literalText } from '../literal-text.ts'
import { starPattern } from '../scope-of-source.ts'

interface Rule {
  readonly field: string
  readonly policy: 'allow' | 'deny'
  readonly pattern: string
  /** Matches every path. */
  readonly isAll: boolean
  /** The prefix of the paths that it matches, if that alone decides. */
  readonly prefix: string | undefined
  /** A path that it certainly matches. */
  readonly example: string | undefined
}

/**
 * Translates crawl rules to patterns. The first matching rule decides; among patterns, excludes win. A rule whose meaning
 * depends on an order that patterns do not have is reported as approximated or dropped.
 */
export function importCrawlRules(draft: CrawlDraft, rules: readonly Json[], field: string): void {
  const read = rules.map((rule, index) => readRule(rule, `${field}[${index}]`))
  const known = read.flatMap((rule) => (typeof rule === 'string' ? [] : [rule]))
  for (const [index, rule] of read.entries())
    if (typeof rule === 'string') draft.drop(`${field}[${index}]`, rule)
  const end = known.findIndex(({ isAll }) => isAll)
  const catchAll = known[end]
  const effective = end === -1 ? known : known.slice(0, end)
  const isClosed = catchAll?.policy === 'deny'
  for (const [index, rule] of effective.entries()) {
    const before = effective.slice(0, index)
    if (rule.policy === 'deny') importDeny(draft, rule, before)
    else if (isClosed) {
      draft.map(rule.field, '/request/includePaths/-', literalText(rule.pattern))
      if (rule.example !== undefined) draft.test('in', rule.example, rule.field)
    } else if (effective.slice(index + 1).some(({ policy }) => policy === 'deny'))
      draft.drop(rule.field, 'an exception from later rules; exclude patterns have no exceptions')
    else draft.drop(rule.field, 'it has no effect: URLs are allowed unless a rule denies them')
  }
  if (catchAll !== undefined) importCatchAll(draft, catchAll, effective)
  for (const { field: useless } of end === -1 ? [] : known.slice(end + 1))
    draft.drop(useless, 'it is never used: the rule before it matches everything')
}

function importDeny(draft: CrawlDraft, rule: Rule, before: readonly Rule[]): void {
  const to = '/request/excludePaths/-'
  const decided = before.some(
    ({ policy, prefix }) =>
      policy === 'allow' && prefix !== undefined && rule.prefix?.startsWith(prefix) === true,
  )
  if (decided) return draft.drop(rule.field, 'it is never used: an earlier rule allows all its URLs')
  if (before.some(({ policy }) => policy === 'allow'))
    return draft.approximate(
      rule.field,
      to,
      literalText(rule.pattern),
      'it also excludes URLs that an earlier rule allowed',
    )
  draft.map(rule.field, to, literalText(rule.pattern))
  if (rule.example !== undefined) draft.test('out', rule.example, rule.field)
}

function importCatchAll(draft: CrawlDraft, rule: Rule, effective: readonly Rule[]): void {
  if (rule.policy === 'allow')
    draft.drop(rule.field, 'it has no effect: URLs are allowed unless a rule denies them')
  else if (effective.some(({ policy }) => policy === 'allow'))
    draft.drop(rule.field, 'includePaths does this: URLs that do not match are out')
  else draft.map(rule.field, '/request/excludePaths/-', literalText(rule.pattern))
}

/** Returns the rule, or why it cannot be one. */
function readRule(rule: Json, field: string): Rule | string {
  const { policy, type, pattern } = isJsonObject(rule) ? rule : {}
  if (typeof pattern !== 'string' || (policy !== 'allow' && policy !== 'deny'))
    return 'it is not a rule with a policy and a pattern'
  const isLiteral = !pattern.includes('*') && pattern.startsWith('/')
  const example = isLiteral ? pattern : undefined
  const common = { field, policy, prefix: undefined } as const
  switch (type) {
    case 'begins':
      return {
        ...common,
        prefix: example,
        pattern: `^${starPattern(pattern)}`,
        isAll: pattern === '/' || pattern === '*',
        example,
      }
    case 'ends':
      return { ...common, pattern: `${starPattern(pattern)}$`, isAll: pattern === '*', example }
    case 'contains':
      return { ...common, pattern: starPattern(pattern), isAll: pattern === '*' || pattern === '/', example }
    case 'regex': {
      const isAll = /^(?:\^|\\A)?\/?\.\*(?:\$|\\[zZ])?$/.test(pattern)
      return { ...common, pattern: fromRuby(pattern), isAll, example: undefined }
    }
    default:
      return 'its type is not begins, ends, contains or regex'
  }
}

/** Writes Ruby's anchors in the service's syntax; such a rule matches at the beginning of the path. */
function fromRuby(pattern: string): string {
  const text = pattern
    .replaceAll(String.raw`\/`, '/')
    .replace(/^\\A/, '^')
    .replace(/\\[zZ]$/, '$')
  if (text.startsWith('^')) return text
  return text.includes('|') ? `^(?:${text})` : `^${text}`
}
