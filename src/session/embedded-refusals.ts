import { lackingOf, type RequestNeed, requestNeeds } from '../request/request-needs.ts'
import type { SettingNote } from '../request/service-facts.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import type { EnvironmentSpec } from '../validate/crawl-spec.ts'
import { fillTemplate, type SessionDependencies } from './session-dependencies.ts'

/** Notes on settings that will make the service refuse a crawl. */
export type Refusals = (crawl: ResolvedCrawl) => readonly SettingNote[]

/** Returns the settings that the embedded service will refuse, from its own list. Empty for other services. */
export async function embeddedRefusals(
  deps: Pick<SessionDependencies, 'env'>,
  environment: EnvironmentSpec,
  crawls: readonly ResolvedCrawl[],
): Promise<Refusals> {
  if (environment.service !== 'embedded') return () => []
  const asksBrowser = crawls.some(({ effective }) =>
    requestNeeds(effective).some(({ means }) => means === 'browser'),
  )
  const has = {
    model: environment.embedded?.model !== undefined,
    browser: asksBrowser && (await hasBrowser(deps, environment)),
  }
  return ({ effective }) =>
    lackingOf(requestNeeds(effective), has).map((need) => ({
      pointer: need.pointer,
      text: `refused by this service: ${sentence(need, environment)}`,
    }))
}

function sentence({ means, reason }: RequestNeed, { name, embedded }: EnvironmentSpec): string {
  if (means === undefined) return reason
  if (means === 'model') return `${reason}, and "embedded" of the environment "${name}" names none`
  if (embedded?.browser?.enabled === false) return `${reason}, and the environment "${name}" switches it off`
  return `${reason}, and no Chromium with the package playwright-core is installed`
}

/** Returns whether a browser is installed. The search is loaded only if a crawl needs one. */
async function hasBrowser(deps: Pick<SessionDependencies, 'env'>, { name, embedded }: EnvironmentSpec) {
  const { enabled, executable } = embedded?.browser ?? {}
  if (enabled === false) return false
  const { browserAvailable } = await import('../service/browser/find-chromium.ts')
  return browserAvailable({
    executable: executable === undefined ? undefined : fillTemplate(deps, name, executable),
    searchPath: deps.env['PATH'],
  })
}

/** Tells whether routes (`#/`) are pages of their own. The embedded service starts a browser only for settings that need one. */
export function rendersRoutes(
  { effective }: Pick<ResolvedCrawl, 'effective'>,
  { service }: Pick<EnvironmentSpec, 'service'>,
): boolean {
  return service !== 'embedded' || requestNeeds(effective).some(({ means }) => means === 'browser')
}
