import { routes } from '../../protocol/protocol.ts'
import {
  renderRequestCurl,
  renderRequestJson,
  renderRequestTypescript,
  type RequestView,
} from '../../render/render-request.ts'
import { embeddedRefusals } from '../../session/embedded-refusals.ts'
import type { Command } from '../arguments/command.ts'
import { parsePointer } from '../../util/json-pointer.ts'
import { exitStatus } from '../process/exit-status.ts'
import { oneCrawl } from '../project/one-crawl.ts'
import { projectOptions } from '../arguments/shared-options.ts'

/** Where `crawlform serve` listens unless told otherwise. */
const EMBEDDED_URL = 'http://127.0.0.1:3002'

const forms = {
  json: (view: RequestView) => renderRequestJson(view.body),
  curl: renderRequestCurl,
  typescript: renderRequestTypescript,
} as const

export const renderCommand: Command = {
  usage: 'render <name>',
  description:
    'Prints the exact request of one crawl that plan would send: the body alone as JSON, or what sends it. Secrets are named, never shown: they\nare variables of the shell, which the command escapes for JSON, or of process.env. What a file writes\nout, though it looks like a secret, is part of the request and printed.',
  options: [
    { flags: '--as <form>', description: 'what to print (default: json)', choices: Object.keys(forms) },
    ...projectOptions,
  ],
  examples: ['crawlform render docs', 'crawlform render docs --as curl --env production'],
  async run(host, input) {
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
      apiKey: environment.apiKey,
      body: found.crawl.request,
    }
    const form = input.options.text('as')
    const render = form === 'curl' || form === 'typescript' ? forms[form] : forms.json
    host.stdout.write(render(view))
    return exitStatus.ok
  },
}
