import { randomUUID } from 'node:crypto'
import { findRoot } from '../../load/find-root.ts'
import type { ServiceEvent } from '../../service/index.ts'
import { printable } from '../../util/printable.ts'
import type { Command } from '../command.ts'
import { exitStatus } from '../exit-status.ts'
import type { Host } from '../host.ts'
import { startOwnService } from '../own-service.ts'
import { readCount } from '../read-option.ts'
import { formatOption } from '../shared-options.ts'

export const serveCommand: Command = {
  usage: 'serve',
  description: [
    'Runs the embedded crawl service until it is interrupted: the API of the hosted one, on this machine, with the jobs',
    'and pages of this project. Other crawlform commands of this project use it while it runs. A key that clients must',
    'send is read from CRAWLFORM_API_KEY; without it nobody but this user can find the key, in .crawlform.',
  ].join('\n'),
  options: [
    { flags: '--host <address>', description: 'address to listen on (default: 127.0.0.1)' },
    { flags: '--port <number>', description: 'port to listen on (default: 3002)' },
    { flags: '--concurrency <count>', description: 'pages fetched at once by all jobs together' },
    {
      flags: '--allow-private-addresses',
      description: 'let links of public pages lead to private addresses',
    },
    formatOption(['text', 'json']),
  ],
  examples: ['crawlform serve', 'CRAWLFORM_API_KEY=secret crawlform serve --host 0.0.0.0 --port 8080'],
  async run(host, { options, directory }) {
    const { root } = findRoot(directory)
    const key = host.env['CRAWLFORM_API_KEY'] ?? ''
    const address = options.text('host')
    const concurrency = readCount(options, 'concurrency')
    const interruption = host.interruption()
    const isJson = options.text('format') === 'json'
    const service = await startOwnService(root, {
      clock: host.clock,
      apiKey: key === '' ? randomUUID() : key,
      port: readCount(options, 'port', 0) ?? 3002,
      ...(address === undefined ? {} : { host: address }),
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(options.flag('allow-private-addresses') === true ? { allowPrivateAddresses: true } : {}),
      log: (event) => log(host, event, isJson),
    })
    if (!service.isInProcess) {
      host.stderr.write(`Another process serves this project already: ${service.url}\n`)
      return exitStatus.world
    }
    await new Promise<void>((resolve) => {
      if (interruption.aborted) resolve()
      else interruption.addEventListener('abort', () => resolve(), { once: true })
    })
    if (!isJson) host.stderr.write('Stopping: pages in flight are finished first.\n')
    await service.close()
    return exitStatus.ok
  },
}

function log(host: Host, event: ServiceEvent, isJson: boolean): void {
  host.stdout.write(isJson ? `${JSON.stringify(event)}\n` : `${line(event)}\n`)
}

function line(event: ServiceEvent): string {
  switch (event.type) {
    case 'started':
      return `Listening on ${event.url}`
    case 'stopped':
      return 'Stopped'
    case 'job-started':
      return `job ${event.job}: started at ${printable(event.url)}`
    case 'job-resumed':
      return `job ${event.job}: goes on at ${printable(event.url)}`
    case 'job-ended': {
      const why = event.error === undefined ? '' : `: ${printable(event.error)}`
      return `job ${event.job}: ${event.status}, ${event.completed} pages, ${event.failed} failed${why}`
    }
    case 'page-failed':
      return `job ${event.job}: ${printable(event.url)} failed: ${event.code}`
    case 'webhook-failed':
      return `job ${event.job}: webhook ${event.event}, attempt ${event.attempt}: ${printable(event.error)}`
    case 'fault':
      return `fault: ${printable(event.error)}`
  }
}
