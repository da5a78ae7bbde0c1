import type { CliOf } from '../arguments/command.ts'
import { routes } from '../../protocol/protocol.ts'
import { renderRequestCurl, renderRequestJson, renderRequestTypescript } from '../../render/render-request.ts'
import type { RequestView } from '../../render/render-request.ts'
import { embeddedRefusals } from '../../session/embedded-refusals.ts'
import { parsePointer } from '../../util/json.ts'
import { exitStatus, type ExitStatus } from '../process/failures.ts'
import { oneCrawl } from '../project/project.ts'

/** The default address of `crawlform serve`. */
const EMBEDDED_URL = 'http://127.0.0.1:3002'

const EMBEDDED_KEY = 'CRAWLFORM_API_KEY'

const forms = {
  json: (view: RequestView) => renderRequestJson(view.body),
  curl: renderRequestCurl,
  typescript: renderRequestTypescript,
} as const

export async function run(cli: CliOf<'render'>): Promise<ExitStatus> {
  const found = await oneCrawl(cli, { isSound: true })
  const { environment } = found.loaded
  const lacking = await embeddedRefusals(cli, environment, [found.crawl])
  const refusals = lacking(found.crawl)
  if (refusals.length > 0) {
    const lines = refusals.map(({ pointer, text }) => `  ${parsePointer(pointer).join('.')}: ${text}\n`)
    cli.stderr.say(`"plan" blocks this crawl, so there is no request to send:\n${lines.join('')}`)
    return exitStatus.configuration
  }
  const needsKey = environment.baseUrl === undefined && (cli.env[EMBEDDED_KEY] ?? '') !== ''
  const view: RequestView = {
    endpoint: `${(environment.baseUrl ?? EMBEDDED_URL).replace(/\/+$/, '')}${routes.startCrawl}`,
    apiKey: environment.apiKey ?? (needsKey ? `\${secret:${EMBEDDED_KEY}}` : undefined),
    body: found.crawl.request,
  }
  const form = cli.options.text('as')
  const render = form === 'curl' || form === 'typescript' ? forms[form] : forms.json
  cli.stdout.write(render(view))
  return exitStatus.ok
}
