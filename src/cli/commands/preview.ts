import type { Cli, CliOf } from '../arguments/command.ts'
import { commandLine } from '../arguments/command-line.ts'
import { renderExplorer } from '../../explore/explore.ts'
import { renderPreviewJson, renderPreviewText } from '../../render/render-preview.ts'
import { assert } from '../../util/invariant.ts'
import { chooseStyle } from '../output/terminal.ts'
import { exitStatus, type ExitStatus } from '../process/failures.ts'
import { isSiteUrl, keepText, newSite, type NewSite } from '../project/new-site.ts'
import { loadFromOptions, type OneCrawl, oneCrawl, refuse } from '../project/project.ts'
import { exploredCrawlOf, previewOf } from '../explore/explore.ts'
import { wantsFormat, writeReports } from '../output/output.ts'

export async function run(cli: CliOf<'preview'>): Promise<ExitStatus> {
  const [typed = ''] = cli.args
  const site = isSiteUrl(typed) ? newSite(typed, MOST_PAGES) : undefined
  const found = site === undefined ? await oneCrawl(cli) : await siteCrawl(cli, site)
  // The page needs every link of every page.
  const withTrail = wantsFormat(cli.options, 'html')
  const preview = await previewOf(cli, found, withTrail)
  // A short list of what is left out explains why there is no page.
  const isUnexplained = preview.pages.length === 0 && preview.skipped.length <= 20
  writeReports(cli, {
    text: () =>
      renderPreviewText(found.crawl.name, preview, {
        style: chooseStyle(cli, 'stdout'),
        listsSkipped: cli.options.flag('skipped') || isUnexplained,
        isTree: cli.options.flag('tree'),
      }),
    json: () => renderPreviewJson(preview),
    html: () => {
      assert(preview.trail !== undefined, 'a preview for a page left no trail')
      return renderExplorer(exploredCrawlOf(found.crawl, preview.trail, false)).html
    },
  })
  if (site !== undefined && preview.pages.length > 0) cli.stderr.say(`\n${nextText(cli, site)}`)
  // The crawl's start could not be fetched, so its reach is unknown.
  return preview.pages.length === 0 && preview.failed.length > 0 ? exitStatus.external : exitStatus.ok
}

/** Pages of a site without a crawl file; `--set "*.request.limit=N"` sets another number. */
const MOST_PAGES = 100

async function siteCrawl(cli: Cli, { files }: NewSite): Promise<OneCrawl> {
  const loaded = loadFromOptions(cli, { files })
  const [crawl] = loaded.resolved
  return crawl === undefined ? refuse(cli, loaded) : { loaded, crawl }
}

function nextText(cli: Cli, site: NewSite): string {
  const look = commandLine(cli, ['try', site.url], [])
  return `To see the Markdown of the first pages:\n  ${look}\n${keepText(cli, site)}`
}
