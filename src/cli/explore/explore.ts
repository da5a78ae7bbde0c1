/**
 * Input: a crawl of a project.
 * Output: the trail of its preview, and the crawl as the explorer's page shows it.
 * Must not know servers or browsers.
 */
import { Ended, exitStatus } from '../process/failures.ts'
import type { Cli } from '../arguments/command.ts'
import { fillSecrets } from '../../apply/fill-secrets.ts'
import { keepsErrorPages } from '../../apply/review-pages.ts'
import { redactSecrets } from '../../request/redact-secrets.ts'
import type { ResolvedCrawl } from '../../resolve/resolved-crawl.ts'
import type { CrawlPreview } from '../../service/index.ts'
import { printable } from '../../util/text.ts'
import type { OneCrawl } from '../project/project.ts'
import { embeddedSettings, type EmbeddedSettings } from '../../session/embedded-settings.ts'
import { rendersRoutes } from '../../session/embedded-refusals.ts'
import { EnvironmentError, howToSet } from '../../session/session-dependencies.ts'
import type { ExploredCrawl } from '../../explore/explored-crawl.ts'
import type { Trail } from '../../frontier/trail.ts'

/**
 * Crawls with the embedded crawler and returns the reached pages, without secrets.
 * @throws {Ended} for a crawl that cannot be started; {EnvironmentError} where a secret is not set
 */
export async function previewOf(
  cli: Cli,
  { crawl, loaded: { environment } }: OneCrawl,
  withTrail: boolean,
): Promise<CrawlPreview> {
  const { request, secrets, name, expect } = crawl
  const shown = redactSecrets(request).value
  const filled = fillSecrets(request, secrets, (secret) => cli.env[secret], shown)
  if (!filled.ok) {
    throw new EnvironmentError(
      `The crawl "${name}" needs ${filled.missing.join(', ')}, which is not set.`,
      howToSet(filled.missing),
    )
  }
  const { previewCrawl, PreviewRefused } = await import('../../service/index.ts')
  try {
    const own: EmbeddedSettings = environment.service === 'embedded' ? embeddedSettings(cli, environment) : {}
    const { apiKey: _key, webhook: _webhook, ...settings } = own
    const wanted = {
      ...settings,
      clock: cli.clock,
      withTrail,
      keepsErrorPages: keepsErrorPages(expect),
      rendersRoutes: rendersRoutes(crawl, environment),
    }
    const preview = await previewCrawl(filled.body, wanted, cli.interruption())
    const { text, content } = filled.redactor
    const failed = preview.failed.map((page) => ({ ...content(page), error: text(page.error) }))
    return { ...content(preview), failed }
  } catch (error) {
    if (!(error instanceof PreviewRefused)) throw error
    cli.stderr.say(
      `The crawl "${printable(name)}" cannot be previewed: ${printable(filled.redactor.text(error.message))}\n`,
    )
    throw new Ended(exitStatus.configuration)
  }
}

/** Returns a crawl as the explorer's page shows it, with the trail that its preview left. */
export function exploredCrawlOf(
  { name, environment, price, document }: ResolvedCrawl,
  trail: Trail,
  canWrite: boolean,
): ExploredCrawl {
  const { file, line } = document.locate('')
  return {
    name,
    place: `${file}:${line}`,
    environment,
    creditsPerPage: price.parts.reduce((sum, { credits }) => sum + credits, 0),
    settings: trail.settings,
    trail,
    canWrite,
  }
}
