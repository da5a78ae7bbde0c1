import { pageScript } from '../../explore/page-script.ts'
import { renderExplorer } from '../../explore/explore.ts'
import type { Trail } from '../../frontier/trail.ts'
import { renderPreviewJson, renderPreviewText } from '../../render/render-preview.ts'
import type { ResolvedCrawl } from '../../resolve/resolved-crawl.ts'
import { assert } from '../../util/invariant.ts'
import { chooseStyle } from '../output/choose-style.ts'
import type { InputOf } from '../arguments/command.ts'
import type { Options } from '../arguments/options.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import { oneCrawl } from '../project/one-crawl.ts'
import { exploredCrawlOf } from '../explore/explored-crawl-of.ts'
import { previewOf } from '../explore/preview-of.ts'
import { writeReports } from '../output/output.ts'

export async function run(host: Host, input: InputOf<'preview'>): Promise<ExitStatus> {
  const found = await oneCrawl(host, input)
  if (found === undefined) return exitStatus.configuration
  const { options } = input
  const { crawl, loaded } = found
  const withTrail = wantsPage(options)
  const preview = await previewOf(host, crawl, { environment: loaded.environment, withTrail })
  if (preview === undefined) return exitStatus.configuration
  writeReports(host, options, {
    text: () =>
      renderPreviewText(crawl.name, preview, {
        style: chooseStyle(host.stdout, host, options),
        listsSkipped: options.flag('skipped') === true,
        isTree: options.flag('tree') === true,
      }),
    json: () => renderPreviewJson(preview),
    html: () => page(crawl, preview.trail),
  })
  // The crawl's start could not be fetched, so its reach is unknown.
  return preview.pages.length === 0 && preview.failed.length > 0 ? exitStatus.world : exitStatus.ok
}

/** Returns whether to write the page, which needs every link of every page. */
function wantsPage(options: Options): boolean {
  return (
    options.text('format') === 'html' || options.list('report').some((report) => report.startsWith('html='))
  )
}

/** Returns the page that shows the scope and tries changes. */
function page(crawl: ResolvedCrawl, trail: Trail | undefined): string {
  assert(trail !== undefined, 'a preview for a page left no trail')
  return renderExplorer(exploredCrawlOf(crawl, trail, false), pageScript()).html
}
