import { hasChanges } from '../../changes/changes.ts'
import {
  renderChangesJson,
  renderChangesMarkdown,
  renderChangesNdjson,
  renderChangesText,
  type ChangesView,
} from '../../render/render-changes.ts'
import { renderChangesHtml, type PageTexts } from '../../render/render-changes-html.ts'
import { readSince } from '../../session/job-manifests.ts'
import type { InputOf } from '../arguments/command.ts'
import { chooseStyle } from '../output/choose-style.ts'
import { wantsFormat, writeReports } from '../output/output.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import { openRecord } from '../project/open-record.ts'
import { ChangesReader } from '../project/read-changes.ts'

export async function run(host: Host, input: InputOf<'changes'>): Promise<ExitStatus> {
  const { options } = input
  const opened = await openRecord(host, input)
  if (opened === undefined) return exitStatus.configuration
  const since = options.text('since')
  const reader = new ChangesReader(host, opened)
  try {
    const views: ChangesView[] = []
    for (const { name } of opened.crawls)
      views.push(await reader.read(name, since === undefined ? undefined : readSince(since, host.clock)))
    const texts = wantsFormat(options, 'html') ? await reader.textsOf(views) : new Map<string, PageTexts>()
    const environment = opened.loaded.environment.name
    writeReports(host, options, {
      text: () => renderChangesText(views, chooseStyle(host.stdout, host, options)),
      json: () => renderChangesJson(environment, views),
      ndjson: () => renderChangesNdjson(views),
      markdown: () => renderChangesMarkdown(views),
      html: () =>
        renderChangesHtml(views, {
          environment,
          textsOf: (crawl, url) => texts.get(`${crawl}\n${url}`) ?? {},
        }),
    })
    if (reader.hasFailed) return exitStatus.world
    const isDetailed = options.flag('detailed-exitcode') === true
    const isChanged = views.some((view) => 'changes' in view && hasChanges(view.changes))
    return isDetailed && isChanged ? exitStatus.changes : exitStatus.ok
  } finally {
    await opened.session.close()
  }
}
