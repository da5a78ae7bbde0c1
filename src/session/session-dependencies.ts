import type { Clock } from '../util/clock.ts'
import { parseTemplate } from '../document/template.ts'
import { printable } from '../util/text.ts'
import { redactedTexts } from '../apply/fill-secrets.ts'
import type { LoadedProject } from '../load/load.ts'
import { redactSecrets } from '../request/redact-secrets.ts'
import type { JobRecord } from '../state/state.ts'
import { createRedactor, REDACTED, type Redactor } from '../util/redactor.ts'
import { secretNames } from '../util/json.ts'

/** The parts of the process that a session needs. It reads nothing else from the process. */
export interface SessionDependencies {
  /** Values for `${env:NAME}` and `${secret:NAME}`, PATH, and the settings of proxies. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Gets messages about waits and pending outcomes: one or more lines without control characters. */
  readonly notice: (text: string) => void
}

/** A setting of the environment that cannot be used on this machine. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
  readonly code = 'environment'
  readonly help: string
  constructor(message: string, help: string) {
    super(message)
    this.help = help
  }
}

/**
 * Returns a setting of `environment` with its references filled in from the process's environment.
 * @throws {EnvironmentError} naming the variable that is not set, never a value
 */
export function fillTemplate({ env }: Pick<SessionDependencies, 'env'>, environment: string, text: string) {
  let filled = ''
  for (const part of parseTemplate(text)) {
    if (part.kind === 'text') filled += part.text
    else if (part.kind === 'env' || part.kind === 'secret') {
      const value = env[part.name] ?? (part.kind === 'env' ? part.fallback : undefined)
      if (value === undefined || value === '') {
        throw new EnvironmentError(
          `The environment "${printable(environment)}" needs ${part.name}, which is not set.`,
          howToSet([part.name]),
        )
      }
      filled += value
    }
  }
  return filled
}

/** The values of GitLab's own variables outside of its pipelines. */
const gitlabValues: Readonly<Record<string, string>> = {
  CI_API_V4_URL: 'https://gitlab.com/api/v4, or that path of your own GitLab',
  CI_PROJECT_ID: "the number in the menu of the project's page",
  CI_JOB_TOKEN: 'a personal access token with the scope "api", and "username" becomes your own',
}

/** Returns advice for environment variables that are not set. */
export function howToSet(names: readonly string[]): string {
  const [name = '', ...others] = names
  const value = others.length === 0 && Object.hasOwn(gitlabValues, name) ? gitlabValues[name] : undefined
  if (value !== undefined)
    return `GitLab sets it in the jobs of a pipeline. For this shell: export ${name}=... (${value}).`
  return `For this shell: ${names.map((name) => `export ${name}=...`).join(' ')}; in CI it is a secret of the repository.`
}

/** Removes secrets from texts of services and sites: those of the project and its `records`, and `more`, which are in no file. */
export function secretRedactor(
  { env }: Pick<SessionDependencies, 'env'>,
  { environment, crawls, resolved }: Pick<LoadedProject, 'environment' | 'crawls' | 'resolved'>,
  {
    records = [],
    more = [],
  }: {
    records?: readonly JobRecord[]
    more?: readonly { label: string; value: string | undefined }[]
  } = {},
): Redactor {
  const requests = [...crawls, ...resolved].map(({ request }) => request)
  const text = JSON.stringify([environment, requests, records])
  // These settings are secret even when they come from `${env:NAME}`.
  const settings = /"(?:apiKey|password|secret)":"\$\{(env:[A-Za-z_]\w*)/g
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
