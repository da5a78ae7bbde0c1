import { fillSecrets } from '../../apply/fill-secrets.ts'
import { renderPreviewJson, renderPreviewText, type PreviewView } from '../../render/render-preview.ts'
import type { ResolvedCrawl } from '../../resolve/resolved-crawl.ts'
import { printable } from '../../util/printable.ts'
import type { EnvironmentSpec } from '../../validate/crawl-spec.ts'
import { chooseStyle } from '../output/choose-style.ts'
import type { Command } from '../arguments/command.ts'
import { embeddedSettings, type EmbeddedSettings } from '../session/embedded-settings.ts'
import { exitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import { oneCrawl } from '../project/one-crawl.ts'
import { EnvironmentError, howToSet } from '../session/fill-template.ts'
import { formatOption, projectOptions, reportOption } from '../arguments/shared-options.ts'
import { writeReports } from '../output/write-reports.ts'

export const previewCommand: Command = {
  usage: 'preview <name>',
  description: [
    "Shows the pages that a crawl reaches, found by the embedded crawler following the scope's rules, robots.txt and delay,",
    'without scraping them; and why other URLs are left out. Submits nothing and records nothing.',
  ].join('\n'),
  options: [
    ...projectOptions,
    { flags: '--tree', description: 'pages below the page whose link led to them' },
    { flags: '--skipped', description: 'every URL that is left out, below the rule that decided' },
    formatOption(['text', 'json']),
    reportOption,
  ],
  examples: [
    'crawlform preview docs',
    'crawlform preview docs --set docs.request.limit=20 --tree',
    'crawlform preview docs --skipped',
  ],
  async run(host, input) {
    const found = await oneCrawl(host, input)
    if (found === undefined) return exitStatus.configuration
    const { options } = input
    const preview = await previewOf(host, found.crawl, found.loaded.environment)
    if (preview === undefined) return exitStatus.configuration
    writeReports(host, options, {
      text: () =>
        renderPreviewText(found.crawl.name, preview, {
          style: chooseStyle(host.stdout, host, options),
          listsSkipped: options.flag('skipped') === true,
          isTree: options.flag('tree') === true,
        }),
      json: () => renderPreviewJson(preview),
    })
    // Nothing is known of the crawl: its start could not be fetched.
    return preview.pages.length === 0 && preview.failed.length > 0 ? exitStatus.world : exitStatus.ok
  },
}

const NO_SETTINGS: EmbeddedSettings = {}

async function previewOf(
  host: Host,
  { request, secrets, name }: ResolvedCrawl,
  environment: EnvironmentSpec,
): Promise<PreviewView | undefined> {
  const filled = fillSecrets(request, secrets, (secret) => host.env[secret])
  if (!filled.ok) {
    throw new EnvironmentError(
      `The crawl "${name}" needs ${filled.missing.join(', ')}, which is not set.`,
      howToSet(filled.missing),
    )
  }
  const { previewCrawl, PreviewRefused } = await import('../../service/index.ts')
  try {
    const {
      apiKey: _key,
      webhook: _webhook,
      ...settings
    } = environment.service === 'embedded' ? embeddedSettings(host, environment) : NO_SETTINGS
    const preview = await previewCrawl(filled.body, { ...settings, clock: host.clock }, host.interruption())
    const { text, content } = filled.redactor
    const failed = preview.failed.map(({ url, error }) => ({ url: content(url), error: text(error) }))
    return { ...content(preview), failed }
  } catch (error) {
    if (!(error instanceof PreviewRefused)) throw error
    host.stderr.say(
      `The crawl "${printable(name)}" cannot be previewed: ${printable(filled.redactor.text(error.message))}\n`,
    )
    return undefined
  }
}
