import { pageScript } from '../../explore/page-script.ts'
import { renderExplorer } from '../../explore/explore.ts'
import type { Trail } from '../../frontier/trail.ts'
import { renderPreviewJson, renderPreviewText } from '../../render/render-preview.ts'
import type { ResolvedCrawl } from '../../resolve/resolved-crawl.ts'
import { assert } from '../../util/invariant.ts'
import { chooseStyle } from '../output/choose-style.ts'
import type { Command } from '../arguments/command.ts'
import type { Options } from '../arguments/options.ts'
import { exitStatus } from '../process/exit-status.ts'
import { oneCrawl } from '../project/one-crawl.ts'
import { exploredCrawlOf } from '../explore/explored-crawl-of.ts'
import { previewOf } from '../explore/preview-of.ts'
import { formatOption, projectOptions, reportOption } from '../arguments/shared-options.ts'
import { writeReports } from '../output/write-reports.ts'

export const previewCommand: Command = {
  usage: 'preview <name>',
  description: [
    "Shows the pages that a crawl reaches, found by the embedded crawler following the scope's rules, robots.txt and delay,",
    'without scraping them; and why other URLs are left out. Submits nothing and records nothing. As html it is one page',
    'with the tree of URLs, on which patterns, depth, sitemap and limit can be tried at once.',
  ].join('\n'),
  options: [
    ...projectOptions,
    { flags: '--tree', description: 'pages below the page whose link led to them' },
    { flags: '--skipped', description: 'every URL that is left out, below the rule that decided' },
    formatOption(['text', 'json', 'html']),
    reportOption,
  ],
  examples: [
    'crawlform preview docs',
    'crawlform preview docs --set docs.request.limit=20 --tree',
    'crawlform preview docs --skipped',
    'crawlform preview docs --report html=docs.html',
  ],
  async run(host, input) {
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
    // Nothing is known of the crawl: its start could not be fetched.
    return preview.pages.length === 0 && preview.failed.length > 0 ? exitStatus.world : exitStatus.ok
  },
}

/** Tells whether the page is to be written, which needs every link of every page. */
function wantsPage(options: Options): boolean {
  return (
    options.text('format') === 'html' || options.list('report').some((report) => report.startsWith('html='))
  )
}

/** Returns the page on which the scope can be seen and tried. */
function page(crawl: ResolvedCrawl, trail: Trail | undefined): string {
  assert(trail !== undefined, 'a preview for a page left no trail')
  return renderExplorer(exploredCrawlOf(crawl, trail, false), pageScript()).html
}
