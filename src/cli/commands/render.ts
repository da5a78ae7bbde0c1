import { routes } from '../../protocol/protocol.ts'
import {
  renderRequestCurl,
  renderRequestJson,
  renderRequestTypescript,
  type RequestView,
} from '../../render/render-request.ts'
import { embeddedRefusals } from '../../session/embedded-refusals.ts'
import type { InputOf } from '../arguments/command.ts'
import { parsePointer } from '../../util/json-pointer.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import { oneCrawl } from '../project/one-crawl.ts'

/** The default address of `crawlform serve`. */
const EMBEDDED_URL = 'http://127.0.0.1:3002'

/** The variable with the key of `crawlform serve`. */
const EMBEDDED_KEY = 'CRAWLFORM_API_KEY'

const forms = {
  json: (view: RequestView) => renderRequestJson(view.body),
  curl: renderRequestCurl,
  typescript: renderRequestTypescript,
} as const

export async function run(host: Host, input: InputOf<'render'>): Promise<ExitStatus> {
  const found = await oneCrawl(host, input, { isSound: true })
  if (found === undefined) return exitStatus.configuration
  const { environment } = found.loaded
  const lacking = await embeddedRefusals(host, environment, [found.crawl])
  const refusals = lacking(found.crawl)
  if (refusals.length > 0) {
    const lines = refusals.map(({ pointer, text }) => `  ${parsePointer(pointer).join('.')}: ${text}\n`)
    host.stderr.say(`"plan" blocks this crawl, so there is no request to send:\n${lines.join('')}`)
    return exitStatus.configuration
  }
  const view: RequestView = {
    endpoint: `${(environment.baseUrl ?? EMBEDDED_URL).replace(/\/+$/, '')}${routes.startCrawl}`,
    apiKey:
      environment.apiKey ?? (needsKey(host, environment.baseUrl) ? `\${secret:${EMBEDDED_KEY}}` : undefined),
    body: found.crawl.request,
  }
  const form = input.options.text('as')
  const render = form === 'curl' || form === 'typescript' ? forms[form] : forms.json
  host.stdout.write(render(view))
  return exitStatus.ok
}

function needsKey({ env }: Host, baseUrl: string | undefined): boolean {
  return baseUrl === undefined && (env[EMBEDDED_KEY] ?? '') !== ''
}
