import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts'
import { interpolate, type Variables } from '../resolve/interpolate.ts'
import { joinPointer } from '../util/json-pointer.ts'
import type { Json } from '../util/json.ts'
import { suggest } from '../util/suggest.ts'
import type { EnvironmentSpec, ProjectSpec } from '../validate/crawl-spec.ts'

/** The environment that is there without being written, and the default one. */
export const LOCAL: EnvironmentSpec = {
  name: 'local',
  service: 'embedded',
  baseUrl: undefined,
  apiKey: undefined,
  state: { backend: 'local' },
  request: undefined,
}

/** The name under which diagnostics show the `--env` option. */
export const ENVIRONMENT_OPTION = '--env'

/**
 * The environment called `name`, with variables in its address filled in. The key stays a reference. Falls back to `local`
 * after a mistake, so that the crawls can still be checked.
 */
export function selectEnvironment(
  project: ProjectSpec,
  name: string = LOCAL.name,
  variables: Variables,
  diagnostics: Diagnostic[],
): EnvironmentSpec {
  const written = Object.hasOwn(project.environments, name) ? project.environments[name] : undefined
  if (written === undefined) {
    if (name !== LOCAL.name) diagnostics.push(unknownEnvironment(project, name))
    return LOCAL
  }
  const base = joinPointer('/environments', name)
  const place = (key: string): Place => project.document?.locate(base + key) ?? optionPlace(name)
  if (written.service === undefined && written.baseUrl === undefined) {
    if (name === LOCAL.name) return { ...written, service: 'embedded' }
    diagnostics.push(diagnose('project/environment-without-service', { environment: name }, place('')))
  }
  if (written.baseUrl === undefined) return written
  if (written.service !== undefined)
    diagnostics.push(diagnose('project/two-services', { environment: name }, place('')))
  const { value, problems } = interpolate<Json>(
    written.baseUrl,
    { variables, cell: undefined },
    {
      types: undefined,
      closedToSecrets: () => 'an address',
    },
  )
  for (const { report } of problems) diagnostics.push(report(place('/baseUrl')))
  const fault = problems.length === 0 ? addressFault(value) : undefined
  if (fault !== undefined) {
    const pointer = `${base}/baseUrl`
    diagnostics.push(diagnose('project/bad-address', { fault }, place('/baseUrl'), { pointer }))
  }
  return { ...written, baseUrl: typeof value === 'string' ? value : written.baseUrl }
}

/** What keeps a filled-in address from being one; its text may come from a variable and is not repeated. */
function addressFault(address: Json): string | undefined {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'is not an http:// or https:// address'
  if (url.search !== '' || url.hash !== '') return 'has a query or a fragment'
  return /\/v[012]\/?$/.test(url.pathname)
    ? 'ends in the version of the API, which is added to it'
    : undefined
}

function unknownEnvironment(project: ProjectSpec, environment: string): Diagnostic {
  const known = [...new Set([LOCAL.name, ...Object.keys(project.environments)])]
  const args = { environment, suggestion: suggest(environment, known)[0], known: known.join(', ') }
  return diagnose('project/unknown-environment', args, optionPlace(environment))
}

function optionPlace(environment: string): Place {
  return { file: ENVIRONMENT_OPTION, line: 1, column: 1, endLine: 1, endColumn: environment.length + 1 }
}
