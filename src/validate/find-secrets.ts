import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import { eachText, type Path, pointerOf } from './each-text.ts'
import { authScheme, knownKey, literalSecret } from '../request/redact-secrets.ts'
import { type Subject, subjectName } from './subject.ts'

/**
 * Finds literal secrets in the settings of `subject`, except at `known` places: in headers and metadata by name,
 * everywhere by form.
 */
export function findSecrets(subject: Subject, known: ReadonlySet<string>): Diagnostic[] {
  const found: Diagnostic[] = []
  eachText(subject.root, {
    text: (text, path) => {
      const problem = judge(text, path)
      if (problem === undefined) return
      const pointer = pointerOf(path)
      if (!known.has(pointer)) found.push(problem(subject, pointer))
    },
    key: (key, path) => {
      const kind = knownKey(key)
      const pointer = pointerOf(path)
      if (kind !== undefined && !known.has(pointer)) found.push(inName(kind)(subject, pointer))
    },
  })
  return found
}

type Problem = (subject: Subject, pointer: JsonPointer) => Diagnostic

function judge(text: string, path: Path): Problem | undefined {
  const secret = literalSecret(text, path)
  switch (secret?.kind) {
    case 'key':
      return report('security/literal-key', path, { kind: secret.what, scheme: authScheme(text) })
    case 'credentials':
      // The check of the whole request refuses a start URL with credentials.
      return path.at(-1) === 'url' && path.at(-2) === 'request' ? undefined : credentials
    case 'variable':
      return asVariable(secret.name)
    case 'text':
      return report('security/literal-secret', path, { kind: '', scheme: authScheme(text) })
    case undefined:
      return undefined
  }
}

function report(
  id: 'security/literal-key' | 'security/literal-secret',
  path: Path,
  found: { kind: string; scheme: string },
): Problem {
  const name = variableName(path)
  return (subject, pointer) =>
    diagnose(id, { subject: subjectName(subject, pointer), ...found, name }, subject.locate(pointer), {
      pointer,
      sensitive: true,
    })
}

/** A member's name cannot be a reference. */
function inName(kind: string): Problem {
  return (subject, pointer) =>
    diagnose('security/key-as-name', { kind }, subject.locate(pointer, 'key'), { pointer, sensitive: true })
}

function credentials(subject: Subject, pointer: JsonPointer): Diagnostic {
  const args = { subject: subjectName(subject, pointer) }
  return diagnose('security/url-credentials', args, subject.locate(pointer), { pointer, sensitive: true })
}

function asVariable(name: string): Problem {
  return (subject, pointer) =>
    diagnose(
      'security/secret-as-variable',
      { subject: subjectName(subject, pointer), name },
      subject.locate(pointer),
      { pointer },
    )
}

/** Returns a name for the environment variable, derived from the secret's path: `WEBHOOK_AUTHORIZATION`. */
function variableName(tokens: Path): string {
  const words = tokens.filter((token) => !/^(?:request|scrapeOptions|headers|metadata|\d+)$/.test(token))
  const name = words
    .join('_')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()
    .replaceAll(/^_+|_+$/g, '')
  return /^[A-Z]/.test(name) ? name : 'NAME'
}
