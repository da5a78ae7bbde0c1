import type { CliOf } from '../arguments/command.ts'
import { renderExplorer } from '../../explore/explore.ts'
import { renderPreviewJson, renderPreviewText } from '../../render/render-preview.ts'
import { assert } from '../../util/invariant.ts'
import { chooseStyle } from '../output/terminal.ts'
import { exitStatus, type ExitStatus } from '../process/failures.ts'
import { oneCrawl } from '../project/project.ts'
import { exploredCrawlOf, previewOf } from '../explore/explore.ts'
import { wantsFormat, writeReports } from '../output/output.ts'

export async function run(cli: CliOf<'preview'>): Promise<ExitStatus> {
  const found = await oneCrawl(cli)
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
  // The crawl's start could not be fetched, so its reach is unknown.
  return preview.pages.length === 0 && preview.failed.length > 0 ? exitStatus.external : exitStatus.ok
}
