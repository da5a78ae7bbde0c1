import { parseTemplate } from '../util/template.ts'
import type { SessionDependencies } from './session-dependencies.ts'
import { printable } from '../util/printable.ts'

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
export function fillTemplate(
  { env }: Pick<SessionDependencies, 'env'>,
  environment: string,
  text: string,
): string {
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

/** Returns advice for environment variables that are not set. */
export function howToSet(names: readonly string[]): string {
  return `For this shell: ${names.map((name) => `export ${name}=...`).join(' ')}; in CI it is a secret of the repository.`
}
