import type { CliOf } from '../arguments/command.ts'
import { routes } from '../../protocol/protocol.ts'
import { renderRequestCurl, renderRequestJson, renderRequestTypescript } from '../../render/render-request.ts'
import type { RequestView } from '../../render/render-request.ts'
import { embeddedRefusals } from '../../session/embedded-refusals.ts'
import { readEndpoint, servicePlace } from '../../session/embedded-service.ts'
import { SERVICE_KEY } from '../../session/embedded-settings.ts'
import { parsePointer } from '../../util/json.ts'
import { exitStatus, type ExitStatus } from '../process/failures.ts'
import { oneCrawl } from '../project/project.ts'

/** The default address of `crawlform serve`. */
const EMBEDDED_URL = 'http://127.0.0.1:3002'

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
  const form = cli.options.text('as')
  const body = found.crawl.request
  if (form === 'json') {
    cli.stdout.write(renderRequestJson(body))
    return exitStatus.ok
  }
  const { baseUrl, apiKey } = environment
  const address =
    baseUrl === undefined
      ? embeddedAddress(cli, found.loaded.root)
      : { endpoint: endpointOf(baseUrl), apiKey }
  cli.stdout.write(
    form === 'curl' ? renderRequestCurl({ ...address, body }) : renderRequestTypescript({ ...address, body }),
  )
  return exitStatus.ok
}

function endpointOf(baseUrl: string): string {
  return `${baseUrl.replace(/\/+$/, '')}${routes.startCrawl}`
}

/** Returns where the embedded service runs, or will run, and how a client of it gets the key. */
function embeddedAddress(cli: CliOf<'render'>, root: string): Omit<RequestView, 'body'> {
  const place = servicePlace(root, cli.env)
  const service = readEndpoint(place)
  const isSet = (cli.env[SERVICE_KEY] ?? '') !== ''
  if (service === undefined) cli.stderr.say('Start "crawlform serve" before you send this.\n')
  if (!isSet && cli.options.text('as') === 'typescript')
    cli.stderr.say(`Set ${SERVICE_KEY} to the key in ${place.endpoint}.\n`)
  return {
    endpoint: endpointOf(service?.url ?? EMBEDDED_URL),
    apiKey: `\${secret:${SERVICE_KEY}}`,
    keyFile: isSet ? undefined : { variable: SERVICE_KEY, file: place.endpoint },
  }
}
