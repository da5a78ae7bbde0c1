import { redactedTexts } from '../apply/fill-secrets.ts'
import type { LoadedProject } from '../load/load.ts'
import { redactSecrets } from '../request/redact-secrets.ts'
import type { JobRecord } from '../state/state.ts'
import { REDACTED, createRedactor, type Redactor } from '../util/redactor.ts'
import { secretNames } from '../util/map-texts.ts'
import type { SessionDependencies } from './session-dependencies.ts'

/** Settings of an environment that are secret even when they come from `${env:NAME}`. */
const SECRET_SETTINGS = ['apiKey', 'password', 'secret']

export interface NamedSecret {
  readonly label: string
  readonly value: string | undefined
}

/**
 * Removes secrets from texts of services and sites. It knows the secrets that the project or its `records` refer to, those that
 * the project writes out, and `more`, which are in no file.
 */
export function secretRedactor(
  { env }: Pick<SessionDependencies, 'env'>,
  { environment, crawls, resolved }: Pick<LoadedProject, 'environment' | 'crawls' | 'resolved'>,
  { records = [], more = [] }: { records?: readonly JobRecord[]; more?: readonly NamedSecret[] } = {},
): Redactor {
  const requests = [...crawls, ...resolved].map(({ request }) => request)
  const text = JSON.stringify([environment, requests, records])
  const settings = new RegExp(`"(?:${SECRET_SETTINGS.join('|')})":"\\$\\{(env:[A-Za-z_]\\w*)`, 'g')
  const references = [
    ...secretNames(text).map((name) => `secret:${name}`),
    ...[...text.matchAll(settings)].map((match) => match[1] ?? ''),
  ]
  const values = new Map<string, string>()
  for (const { label, value } of more) {
    if (value !== undefined) values.set(label, value)
  }
  for (const reference of references) {
    const value = env[reference.slice(reference.indexOf(':') + 1)]
    if (value !== undefined) values.set(`\${${reference}}`, value)
  }
  for (const request of requests)
    for (const text of redactedTexts(request, redactSecrets(request).value))
      values.set(`${REDACTED}${values.size}`, text)
  return createRedactor(values)
}
