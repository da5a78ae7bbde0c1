import { parseAst } from 'rolldown/parseAst'

/**
 * A small change of a program that a test should notice.
 * @typedef {{ start: number, end: number, replacement: string, statement?: boolean }} Change
 */

/** A number above this is a size or a time, of which one more or less means nothing. */
const LARGEST_NUMBER = 999

const OTHER_OPERATORS = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['%', '*'],
  ['&&', '||'],
  ['||', '&&'],
  ['+=', '-='],
  ['-=', '+='],
])

const OTHER_METHODS = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
])

/** Methods whose call may be left away: the receiver is of the same kind. */
const OPTIONAL_METHODS = new Set([
  'filter',
  'slice',
  'toSorted',
  'toReversed',
  'trim',
  'trimStart',
  'trimEnd',
  'toLowerCase',
  'toUpperCase',
  'normalize',
])

/**
 * Finds the changes of a TypeScript module, in the order of its text. Types, imports and texts are left as they are.
 * @param {string} source
 * @param {string} file - for the message of a syntax error
 * @returns {Change[]}
 */
export function findMutants(source, file) {
  const changes = []
  visit(parseAst(source, { lang: 'ts' }, file), undefined, (node, parent) =>
    changes.push(...changesOf(node, parent, source)),
  )
  return changes.toSorted((a, b) => a.start - b.start || b.end - a.end)
}

/** Nodes that stand around an expression of a value; all else that begins with TS is a type. */
const AROUND_VALUES = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSParameterProperty',
])

function visit(node, parent, tell) {
  if (node.type.startsWith('TS') && !AROUND_VALUES.has(node.type)) return
  if (node.type === 'ImportDeclaration' || node.type === 'ImportExpression') return
  tell(node, parent)
  for (const [key, value] of Object.entries(isSign(node) ? { test: node.test } : node)) {
    if (key === 'key' && node.computed !== true) continue
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') visit(child, node, tell)
  }
}

function changesOf(node, parent, source) {
  // What a condition is as a whole is tried as true and as false: its opposite tells nothing more.
  const isCondition = parent?.test === node
  const text = (part) => source.slice(part.start, part.end)
  const to = (replacement) => ({ start: node.start, end: node.end, replacement })
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      if (node.operator === '??') return [to(text(node.left))]
      if (isCondition && node.operator.endsWith('==')) return []
      return operatorChanges(node, source).map(to)
    case 'AssignmentExpression':
      return operatorChanges(node, source).map(to)
    case 'UpdateExpression':
      return [to(text(node).replace(node.operator, node.operator === '++' ? '--' : '++'))]
    case 'UnaryExpression':
      return node.operator === '!' && !isCondition ? [to(text(node.argument))] : []
    case 'Literal':
      return isOfSize(parent) ? [] : literalChanges(node).map(to)
    case 'IfStatement':
    case 'ConditionalExpression':
      return ['true', 'false'].map((value) => ({ ...node.test, replacement: value })).map(placeOf)
    case 'WhileStatement':
      return [placeOf({ ...node.test, replacement: 'false' })]
    case 'CallExpression':
      return parent?.type === 'ChainExpression' || hasOptional(node) ? [] : callChanges(node, source).map(to)
    case 'SpreadElement':
      return [{ ...placeOf(node.argument), replacement: parent.type === 'ObjectExpression' ? '{}' : '[]' }]
    case 'ExpressionStatement':
      if (typeof node.directive === 'string' || node.expression.callee?.type === 'Super') return []
      return [{ ...to(''), statement: true }]
    case 'ContinueStatement':
    case 'BreakStatement':
      return parent?.type === 'SwitchCase' ? [] : [{ ...to(''), statement: true }]
    default:
      return []
  }
}

function operatorChanges({ left, right, operator, start, end }, source) {
  const other = OTHER_OPERATORS.get(operator)
  if (other === undefined || isText(left) || isText(right)) return []
  const between = source.slice(left.end, right.start).replace(operator, other)
  return [source.slice(start, left.end) + between + source.slice(right.start, end)]
}

function placeOf({ start, end, replacement }) {
  return { start, end, replacement }
}

function isText(node) {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
}

/** Says whether only the sign of a number counts, as in `a < b ? -1 : 1`. */
function isSign({ type, consequent, alternate }) {
  return type === 'ConditionalExpression' && isOne(consequent) && isOne(alternate)
}

function isOne(node) {
  return node.value === 1 || (node.type === 'UnaryExpression' && node.argument.value === 1)
}

/** Says whether a product is a size or a time, as `15 * 60_000`. */
function isOfSize(parent) {
  if (parent?.type !== 'BinaryExpression' || parent.operator !== '*') return false
  return [parent.left, parent.right].some(({ value }) => typeof value === 'number' && value > LARGEST_NUMBER)
}

function literalChanges({ value, regex }) {
  if (typeof value === 'boolean') return [String(!value)]
  if (typeof value === 'number') return value > LARGEST_NUMBER ? [] : [String(value + 1)]
  if (regex === undefined) return []
  const { pattern, flags } = regex
  return [
    ...(pattern.startsWith('^') && !pattern.includes('|') ? [`/${pattern.slice(1) || '(?:)'}/${flags}`] : []),
    ...(/[^\\]\$$/.test(pattern) && !pattern.includes('|') ? [`/${pattern.slice(0, -1)}/${flags}`] : []),
    ...(flags.includes('i') ? [`/${pattern}/${flags.replace('i', '')}`] : []),
  ]
}

function callChanges({ callee, arguments: args, start }, source) {
  const text = (part) => source.slice(part.start, part.end)
  if (callee.type !== 'MemberExpression' || callee.computed) return []
  const { object, property } = callee
  const list = args.map(text).join(', ')
  if (object.name === 'Math' && (property.name === 'min' || property.name === 'max'))
    return [`Math.${property.name === 'min' ? 'max' : 'min'}(${list})`]
  const other = OTHER_METHODS.get(property.name)
  if (other !== undefined) return [`${source.slice(start, property.start)}${other}(${list})`]
  return OPTIONAL_METHODS.has(property.name)
    ? [source.slice(start, property.start).replace(/\s*\.\s*$/, '')]
    : []
}

function hasOptional(node) {
  if (node.optional === true) return true
  const inner = node.callee ?? node.object
  return inner !== undefined && hasOptional(inner)
}
