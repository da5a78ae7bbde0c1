import { existsSync } from 'node:fs'
import path from 'node:path'
import { hasErrors } from '../diagnostics/diagnostic.ts'
import { type GitEnv, outputOf } from '../git/git.ts'
import { PROJECT_FILE } from '../load/file-source.ts'
import type { LoadedProject } from '../load/load.ts'
import type { GitState, HttpState } from '../schema/project-file.gen.ts'
import { GitBackend } from '../state/git-backend.ts'
import { HttpBackend, type ProjectPlace } from '../state/http-backend.ts'
import { openLocalBackend } from '../state/local-backend.ts'
import type { StateBackend } from '../state/state.ts'
import { mapTexts } from '../util/json.ts'
import { packageVersion } from '../util/package-file.ts'
import { printable } from '../util/text.ts'
import { readProxySettings } from '../util/network.ts'
import type { Redactor } from '../util/redactor.ts'
import { fillTemplate, secretRedactor, type SessionDependencies } from './session-dependencies.ts'
import { checkOwnDirectory, makeOwnDirectory, ownDirectory } from './own-directory.ts'

/**
 * Returns the backend that the environment's `state` names, without reading it. Waits are reported on stderr.
 * @throws {StateError} for settings that cannot be used
 * @throws {EnvironmentError}
 */
export function openBackend(deps: SessionDependencies, loaded: BackendSource): StateBackend {
  if (loaded.environment.state.backend !== 'local') checkOwnDirectory(deps.env, loaded.root)
  const backend = openWritten(deps, loaded)
  backend.notice = (line) => deps.notice(printable(line))
  return backend
}

/**
 * Opens a project's record on this disk. Commands and the editor have no other way to it, so no file of `.crawlform` is read before
 * `checkOwnDirectory` accepts the directory, and it is checked again when another program has changed the record.
 * @throws {EnvironmentError} when others may have written it; reads throw it too
 */
export function openLocalRecord(
  { clock, env }: Pick<SessionDependencies, 'clock' | 'env'>,
  { root, environment }: Pick<LoadedProject, 'root' | 'environment'>,
): StateBackend {
  const isOurs = !existsSync(ownDirectory(root))
  checkOwnDirectory(env, root)
  let isChecked = true
  return openLocalBackend({
    environment: environment.name,
    clock,
    directory: ownDirectory(root),
    label: `.crawlform/state/${environment.name}.json`,
    beforeWrite: () => makeOwnDirectory(root),
    beforeRead: () => {
      if (!isChecked) checkOwnDirectory(env, root, isOurs)
      isChecked = false
    },
  })
}

export type BackendSource = Pick<
  LoadedProject,
  'root' | 'environment' | 'crawls' | 'resolved' | 'diagnostics'
>

function openWritten(deps: SessionDependencies, loaded: BackendSource): StateBackend {
  const { root, environment } = loaded
  const { clock, env } = deps
  const common = { environment: environment.name, clock }
  switch (environment.state.backend) {
    case 'local':
      return openLocalRecord(deps, loaded)
    case 'git':
      // A file with errors may hold more crawls.
      return new GitBackend({
        ...gitSettings(deps, loaded),
        declared: hasErrors(loaded.diagnostics)
          ? undefined
          : new Set(loaded.resolved.flatMap(({ name, was }) => [name, was ?? name])),
      })
    case 'http':
      return new HttpBackend({
        ...common,
        redact: lazyRedact(deps, loaded),
        userAgent: `crawlform/${packageVersion()}`,
        proxy: readProxySettings(env),
        project: projectPlace(env, root),
        ...stateSettings<HttpState>(deps, loaded),
      })
  }
}

/** Returns what the record on a git ref and the manifests next to it need. */
export function gitSettings(deps: SessionDependencies, loaded: BackendSource) {
  return {
    environment: loaded.environment.name,
    directory: loaded.root,
    clock: deps.clock,
    env: deps.env,
    redact: lazyRedact(deps, loaded),
    ...stateSettings<GitState>(deps, loaded),
  }
}

/** Returns a function that redacts secrets, which prepares only when there is something to report. */
function lazyRedact(deps: SessionDependencies, loaded: BackendSource): (text: string) => string {
  let redactor: Redactor | undefined
  return (text) => (text === '' ? text : (redactor ??= secretRedactor(deps, loaded)).text(text))
}

/** Returns the members of the environment's `state`, which the schema has checked, with their references filled in. */
function stateSettings<State>(deps: SessionDependencies, { environment }: BackendSource) {
  const { backend: _backend, ...written } = environment.state
  const filled = mapTexts(written, (text) => fillTemplate(deps, environment.name, text))
  return filled as unknown as Omit<State, 'backend'>
}

/** Returns where a project is in its repository; undefined outside of git. */
export function projectPlace(env: GitEnv, root: string): ProjectPlace | undefined {
  const top = firstLine(env, root, ['rev-parse', '--show-toplevel'])
  const prefix = firstLine(env, root, ['rev-parse', '--show-prefix'])
  if (top === undefined || prefix === undefined) return undefined
  return {
    path: prefix === '' ? '.' : prefix.replace(/\/$/, ''),
    hasProject: (place) => {
      const file = path.join(place, PROJECT_FILE)
      // A sparse checkout has files only in its index.
      return existsSync(path.join(top, file)) || firstLine(env, top, ['ls-files', '--', file]) !== undefined
    },
  }
}

/** Returns the first line of an answer, also an empty one; undefined without any or when git fails. */
function firstLine(env: GitEnv, directory: string, args: readonly string[]): string | undefined {
  const text = outputOf(env, directory, args) ?? ''
  return text === '' ? undefined : text.slice(0, text.indexOf('\n'))
}
