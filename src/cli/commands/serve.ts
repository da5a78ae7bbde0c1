import type { Cli, CliOf } from '../arguments/command.ts'
import { commandLine } from '../arguments/command-line.ts'
import { readCount } from '../arguments/read-option.ts'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import type { KeptData, ServiceEvent } from '../../service/index.ts'
import { toIsoTime } from '../../util/clock.ts'
import { plural, printable } from '../../util/text.ts'
import type { Redactor } from '../../util/redactor.ts'
import { approve } from '../output/terminal.ts'
import { embeddedSettings, MODEL_KEY, SERVICE_KEY, WEBHOOK_SECRET } from '../../session/embedded-settings.ts'
import { type ExitStatus, exitStatus, UsageError } from '../process/failures.ts'
import { EnvironmentError, secretRedactor } from '../../session/session-dependencies.ts'
import { findRoot } from '../../load/file-source.ts'
import { openProjectFile } from '../project/project.ts'
import { placeIn, servicePlace, startEmbeddedService } from '../../session/embedded-service.ts'
import type { EmbeddedService, ServicePlace } from '../../session/embedded-service.ts'
import { readServiceOptions } from '../arguments/service-options.ts'
import { sourceStack } from '../process/report-bug.ts'

/** Options allowed with `--show-data` and `--discard-data`. */
const ABOUT_DATA = new Set(['show-data', 'discard-data', 'yes', 'data-dir', 'format', 'directory', 'color'])

export async function run(cli: CliOf<'serve'>): Promise<ExitStatus> {
  const isJson = cli.options.text('format') === 'json'
  if (isAboutData(cli)) return showData(cli)
  const interruption = cli.interruption()
  const service = await start(cli)
  if (service.running === undefined) {
    cli.stderr.say(`Another process already serves this data: ${service.url}\n`)
    return exitStatus.external
  }
  if (!interruption.aborted) await once(interruption, 'abort')
  if (!isJson) cli.stderr.say('Stopping: finishing pages in progress first.\n')
  await service.close()
  return exitStatus.ok
}

/** Starts the service. @throws {Ended} when the project file has errors */
async function start(cli: Cli): Promise<EmbeddedService> {
  const { options } = cli
  const port = readCount(options, 'port', 0, 65_535)
  const address = options.text('host')
  const loaded = await openProjectFile(cli, { isOptional: true })
  const { environment, root } = loaded
  if (environment.service !== 'embedded') {
    throw new EnvironmentError(
      `The environment "${printable(environment.name)}" does not use the embedded service.`,
      'Name another one with --env: its service is "embedded" in crawlform.yaml.',
    )
  }
  const embedded = readServiceOptions(options, environment.embedded ?? {})
  const settings = embeddedSettings(cli, { ...environment, embedded })
  const key = cli.env[SERVICE_KEY] ?? ''
  const chosenKey = key === '' ? settings.apiKey : key
  const apiKey = chosenKey ?? randomUUID()
  const redactor = secretRedactor(cli, loaded, {
    more: [
      { label: `(${SERVICE_KEY})`, value: apiKey },
      { label: `(${MODEL_KEY})`, value: settings.model?.apiKey },
      { label: `(${WEBHOOK_SECRET})`, value: settings.webhook?.secret },
    ],
  })
  const isJson = options.text('format') === 'json'
  const all = {
    ...settings,
    clock: cli.clock,
    apiKey,
    port,
    host: address,
    metrics: options.flag('metrics'),
    log: (event: ServiceEvent) => log(cli, withoutSecrets(event, redactor), isJson),
  }
  const place = placeOf(cli, root)
  const service = await startEmbeddedService(place, all)
  if (chosenKey === undefined && service.running !== undefined && !isJson) {
    cli.stderr.say(`Clients must send the key in ${place.endpoint}; set ${SERVICE_KEY} to choose your own.\n`)
  }
  // Anyone with this link is signed in, so never log it.
  if (!isJson && cli.stderr.isTerminal) {
    const link = await service.running?.signInLink()
    if (link !== undefined)
      cli.stderr.write(`To see the jobs, open this link within 10 minutes (it works once):\n${link}\n`)
  }
  return service
}

function placeOf({ env, options, cwd }: Cli, root: string): ServicePlace {
  const data = options.text('data-dir')
  return data === undefined ? servicePlace(root, env) : placeIn(path.resolve(cwd, data))
}

function isAboutData({ options }: Cli): boolean {
  const [shows, discards] = [options.flag('show-data'), options.flag('discard-data')]
  if (options.flag('yes') && !discards) throw new UsageError('"--yes" needs "--discard-data".')
  if (!shows && !discards) return false
  const foreign = options.given().find((name) => !ABOUT_DATA.has(name))
  const option = discards ? 'discard-data' : 'show-data'
  if (foreign !== undefined)
    throw new UsageError(`"--${foreign}" has no effect with "--${option}", which starts no service.`)
  return true
}

async function showData(cli: Cli): Promise<ExitStatus> {
  const { options } = cli
  const { data } = placeOf(cli, findRoot(cli.cwd).root)
  const { discardData, readKeptData } = await import('../../service/index.ts')
  const kept = readKeptData(data)
  if (options.text('format') === 'json')
    cli.stdout.write(`${JSON.stringify({ directory: data, kept: kept ?? null })}\n`)
  else cli.stdout.say(`${describeData(data, kept)}\n`)
  if (!options.flag('discard-data')) return kept?.broken === undefined ? exitStatus.ok : exitStatus.external
  if (kept === undefined) return exitStatus.ok
  const place = options.text('data-dir')
  const words = ['--discard-data', ...(place === undefined ? [] : ['--data-dir', place]), '--yes']
  await approve(cli, 'Delete all of it?', {
    command: commandLine(cli, ['serve'], words),
    otherwise: 'Nothing was deleted.',
  })
  discardData(data)
  cli.stderr.say(
    'Deleted. The record of submissions stays, so "crawlform status" still lists the deleted jobs.\n',
  )
  return exitStatus.ok
}

function describeData(directory: string, kept: KeptData | undefined): string {
  const place = printable(directory)
  if (kept === undefined) return `No data is stored in ${place}.`
  const { counts, bytes, broken } = kept
  const size = `${(bytes / 1e6).toFixed(1)} MB`
  if (counts === undefined) return `${place} holds ${size} that cannot be read: ${printable(broken ?? '')}`
  const jobs = `${plural(counts.jobs, 'job')} (${counts.unfinished} unfinished)`
  return `${place} holds ${jobs} and ${plural(counts.pages, 'page')}: ${size}.`
}

/** Sites and servers repeat request data in addresses and errors. */
function withoutSecrets(event: ServiceEvent, { text }: Redactor): ServiceEvent {
  return {
    ...event,
    // The service's own address reveals no secret, and its user needs it.
    ...('url' in event && event.type !== 'started' ? { url: text(event.url) } : {}),
    ...('error' in event && event.error !== undefined ? { error: text(event.error) } : {}),
  }
}

function log(cli: Cli, event: ServiceEvent, isJson: boolean): void {
  const time = toIsoTime(cli.clock.now())
  cli.stdout.write(isJson ? `${JSON.stringify({ time, ...event })}\n` : `${line(event)}\n`)
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
      return `job ${event.job}: resumed at ${printable(event.url)}`
    case 'job-ended': {
      const why = event.error === undefined ? '' : `: ${printable(event.error)}`
      return `job ${event.job}: ${event.status}, ${plural(event.completed, 'page')}, ${event.failed} failed${why}`
    }
    case 'page-failed':
      return `job ${event.job}: ${printable(event.url)} failed: ${event.code}`
    case 'webhook-failed':
      return `job ${event.job}: webhook ${event.event}, attempt ${event.attempt}: ${printable(event.error)}`
    case 'fault':
      return `fault: ${printable(sourceStack(event.error))}`
  }
}
