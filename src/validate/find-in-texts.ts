import { diagnose, type Diagnostic, type Place } from '../diagnostics/diagnostic.ts'
import { type BadValue, type Subject, subjectName } from './subject.ts'
import { sourceText } from '../document/source-document.ts'
import { isJsonObject, joinPointer, type Json, type JsonPointer, valueAt } from '../util/json.ts'
import { authScheme, knownKey, literalSecret, variableName } from '../request/redact-secrets.ts'
import type { LiteralSecret } from '../request/redact-secrets.ts'
import { hasTemplate, parseTemplate } from '../document/template.ts'

/** Finds literal secrets, except at `known` places: in headers and metadata by name, everywhere by form. */
export function findSecrets(subject: Subject, known: ReadonlySet<string>): Diagnostic[] {
  const found: Diagnostic[] = []
  eachText(subject.root, {
    text: (text, path) => {
      const secret = literalSecret(text, path)
      if (secret === undefined || known.has(pointerOf(path))) return
      found.push(...reportSecret(subject, text, path, secret))
    },
    key: (key, path) => {
      const kind = knownKey(key)
      if (kind === undefined) return
      const pointer = pointerOf(path)
      // A member's name cannot be a reference.
      const place = subject.locate(pointer, 'key')
      if (!known.has(pointer))
        found.push(diagnose('security/key-as-name', { kind }, place, { sensitive: true }))
    },
  })
  return found
}

function reportSecret(subject: Subject, text: string, path: Path, secret: LiteralSecret): Diagnostic[] {
  const pointer = pointerOf(path)
  const place = subject.locate(pointer)
  const extras = { sensitive: true } as const
  const named = { subject: subjectName(subject, pointer) }
  if (secret.kind === 'credentials') {
    // The check of the whole request refuses a start URL with credentials.
    if (path.at(-1) === 'url' && path.at(-2) === 'request') return []
    return [diagnose('security/url-credentials', named, place, extras)]
  }
  if (secret.kind === 'variable')
    return [diagnose('security/secret-as-variable', { ...named, name: secret.name }, place)]
  const facts = { ...named, scheme: authScheme(text), name: variableName(path) }
  return secret.kind === 'key'
    ? [diagnose('security/literal-key', { ...facts, kind: secret.what }, place, extras)]
    : [diagnose('security/literal-secret', facts, place, extras)]
}

const DOUBLE_BRACES = /\$?\{\{\s*([\w.-]+)\s*\}\}/
const SHELL = /\$([A-Z][A-Z0-9_]{2,})/
/** Places that may hold only a secret. */
const KEEPS_SECRETS = /\/(?:apiKey|password|token|cookie|authorization)$/i
/** Places where "$" and "{{" belong to another language. */
const FOREIGN_TEXT =
  /\/(?:includePaths|excludePaths|ignored?|counted|prompt|script|schema|description|why)(?:\/|$)/

/** Finds malformed templates, and placeholders of other tools, in every text of `subject` except those in `known`. */
export function findTemplates(subject: Subject, known: ReadonlySet<string>): Diagnostic[] {
  const found: Diagnostic[] = []
  eachText(subject.root, {
    text: (text, path) => {
      if (!(text.includes('$') || text.includes('{{'))) return
      const pointer = pointerOf(path)
      if (known.has(pointer)) return
      found.push(...malformed(subject, text, pointer))
      if (!hasTemplate(text) && !FOREIGN_TEXT.test(pointer)) found.push(...foreign(subject, text, pointer))
    },
    key: (key, path) => {
      if (!hasTemplate(key)) return
      const pointer = pointerOf(path)
      if (known.has(pointer)) return
      found.push(diagnose('interpolation/in-key', { key }, subject.locate(pointer, 'key')))
    },
  })
  return found
}

/** Explains a placeholder where a number, boolean or choice is wanted, so it is certainly not meant literally. */
export function placeholderProblem({ value, pointer, place }: BadValue): Diagnostic | undefined {
  if (typeof value !== 'string' || hasTemplate(value)) return undefined
  const placeholder = placeholderIn(value, KEEPS_SECRETS.test(pointer))
  return placeholder === undefined ? undefined : diagnose('interpolation/unknown-form', placeholder, place)
}

function malformed(subject: Subject, text: string, pointer: string): Diagnostic[] {
  if (!hasTemplate(text)) return []
  return parseTemplate(text).flatMap((part) => {
    if (part.kind !== 'malformed') return []
    if (!part.text.endsWith('}')) {
      return [diagnose('interpolation/unclosed', {}, formPlace(subject, pointer, part.text))]
    }
    const form = part.text.startsWith('${{') ? `${part.text}}` : part.text
    const place = formPlace(subject, pointer, form)
    return [diagnose('interpolation/unknown-form', { form, help: helpFor(subject, form) }, place)]
  })
}

function foreign(subject: Subject, text: string, pointer: string): Diagnostic[] {
  const placeholder = placeholderIn(text, KEEPS_SECRETS.test(pointer))
  if (placeholder === undefined) return []
  const place = formPlace(subject, pointer, placeholder.form)
  return [diagnose('interpolation/foreign-placeholder', placeholder, place)]
}

/** Returns the place of `form` inside the text at `pointer`, or the whole text if line breaks or escapes hide it. */
function formPlace(subject: Subject, pointer: string, form: string): Place {
  const place = subject.locate(pointer)
  const at = sourceText(subject, place)?.indexOf(form) ?? -1
  if (at === -1) return place
  return { ...place, column: place.column + at, endColumn: place.column + at + form.length }
}

function placeholderIn(text: string, isSecret: boolean): { form: string; help: string } | undefined {
  const found = DOUBLE_BRACES.exec(text) ?? SHELL.exec(text)
  return found === null ? undefined : { form: found[0], help: variableHelp(found[1] ?? 'NAME', isSecret) }
}

function variableHelp(name: string, isSecret: boolean): string {
  const last = name.split('.').at(-1) ?? name
  if (isSecret || /^secrets?\./.test(name))
    return `Write "\${secret:${last}}" for a secret in an environment variable.`
  return `Write "\${env:${last.toUpperCase()}}" for an environment variable.`
}

function helpFor(subject: Subject, form: string): string {
  const inner = form
    .replaceAll(/^\$\{+\s*|\s*\}+$/g, '')
    .replace(/^process\./, '')
    .replace(/\[["']([\w-]+)["']\]$/, '.$1')
  const matrix = valueAt(subject.root, '/matrix')
  if (isJsonObject(matrix) && Object.hasOwn(matrix, inner)) return `Write "\${matrix.${inner}}".`
  // A variable has no "-" in its name: a "-" begins a default.
  if (/^env:\w+:-.*\$\{/.test(inner)) return 'Write a plain default: a template cannot contain another one.'
  const secret = /^secret:(\w+):-/.exec(inner)?.[1]
  if (secret !== undefined) return `Write "\${secret:${secret}}": a secret has no default.`
  const [, scheme, name] = /^(?!env[^-]*-)(env|secrets?|matrix)[.:\s]+([A-Za-z_][\w-]*)$/i.exec(inner) ?? []
  if (scheme !== undefined && name !== undefined) {
    const kind = scheme.toLowerCase().replace('secrets', 'secret')
    return kind === 'matrix' ? `Write "\${matrix.${name}}".` : `Write "\${${kind}:${name}}".`
  }
  if (inner.startsWith('matrix.'))
    return `Write "\${matrix.${inner.replace(/^.*\./, '')}}", and a mapping of such names for each crawl in "include".`
  const required = /^(?:env[.:])?([A-Za-z_]\w*):?\?/.exec(inner)?.[1]
  if (required !== undefined) return `Write "\${env:${required}}": a variable that is not set is an error.`
  const [, named, other] = /^(?:env[.:])?([A-Za-z_]\w*)(?::?[=+]|:|-)([^]*)$/.exec(inner) ?? []
  if (named !== undefined && named !== 'env' && !inner.includes(':-'))
    return `Write "\${env:${named}:-${other}}" for an environment variable with a default.`
  const [, variable, fallback] = /^([A-Za-z_]\w*)(:-.*)?$/.exec(inner) ?? []
  if (variable !== undefined)
    return `Write "\${env:${variable}${fallback ?? ''}}" for an environment variable.`
  return 'Write "$${" for the two characters themselves.'
}

/** Keys and indexes from the root to a value; valid only during the visit. */
type Path = readonly string[]

interface TextVisitor {
  readonly text: (text: string, path: Path) => void
  readonly key: (key: string, path: Path) => void
}

/** Calls `visitor` for every text in `value` and every key of a mapping, without making pointers. */
function eachText(value: Json, visitor: TextVisitor, path: string[] = []): void {
  if (typeof value === 'string') return visitor.text(value, path)
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries<Json>(value)) {
    path.push(key)
    if (!Array.isArray(value)) visitor.key(key, path)
    eachText(member, visitor, path)
    path.pop()
  }
}

function pointerOf(path: Path): JsonPointer {
  return joinPointer('', ...path)
}
