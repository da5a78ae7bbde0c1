import type { Clock } from '../../util/clock.ts'
import type { Jobs } from '../job/job.ts'
import type { ResolvedSettings, ServiceEvent } from '../settings/settings.ts'

/** The media type of Prometheus' text format (prometheus.io/docs/instrumenting/exposition_formats). */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

const ENDS = ['completed', 'failed', 'cancelled'] as const

export type Meter = ReturnType<typeof createMeter>

/** Counts events since the start of the service. Metrics are named as Prometheus asks, and no label holds data of a site. */
export function createMeter({ clock, concurrency }: { readonly clock: Clock; readonly concurrency: number }) {
  const startedAt = clock.now()
  /** Events by their types, ends of jobs by their status, and failed pages by their codes. */
  const counts = new Map<string, number>()
  const ended = new Map<string, number>(ENDS.map((status) => [status, 0]))
  const failed = new Map<string, number>()
  let pages = 0
  return {
    listening:
      (log: ResolvedSettings['log']): ResolvedSettings['log'] =>
      (event) => {
        add(counts, event.type)
        if (event.type === 'job-ended') add(ended, event.status)
        if (event.type === 'page-failed') add(failed, event.code)
        log(event)
      },
    countPage: () => void pages++,
    text: ({ unfinished: { running, waiting }, load }: Jobs): string => {
      const { user, system } = process.cpuUsage()
      const events = (type: ServiceEvent['type']): number => counts.get(type) ?? 0
      const metrics: readonly Parameters<typeof metric>[] = [
        ['crawlform_jobs', 'Unfinished jobs.', { 'state="running"': running, 'state="waiting"': waiting }],
        ['crawlform_jobs_started_total', 'Jobs submitted.', events('job-started')],
        ['crawlform_jobs_ended_total', 'Jobs ended, by how.', labelled('status', ended)],
        ['crawlform_pages_total', 'Pages added to results.', pages],
        ['crawlform_pages_failed_total', 'Failed pages, by error code of the API.', labelled('code', failed)],
        ['crawlform_pages_in_flight', 'Pages being fetched.', load.inFlight],
        ['crawlform_pages_waiting', 'Pages known and waiting.', load.waiting],
        ['crawlform_pages_in_flight_limit', 'Pages that may be fetched at once.', concurrency],
        [
          'crawlform_last_page_timestamp_seconds',
          'Unix time of the last page added to a result; 0 if there was none since the start.',
          (load.lastSuccessAt ?? 0) / 1000,
        ],
        [
          'crawlform_webhook_attempts_failed_total',
          'Failed attempts to send a webhook event.',
          events('webhook-failed'),
        ],
        ['crawlform_faults_total', 'Unexpected errors; the log of the service shows each.', events('fault')],
        ['process_cpu_seconds_total', 'CPU time used, in seconds.', (user + system) / 1e6],
        ['process_resident_memory_bytes', 'Memory in use, in bytes.', process.memoryUsage.rss()],
        ['process_start_time_seconds', 'When the service started, in seconds since 1970.', startedAt / 1000],
      ]
      return metrics.map((row) => metric(...row)).join('')
    },
  }
}

/** Returns a metric with one value, or with a value for each label. */
function metric(name: string, help: string, value: number | Readonly<Record<string, number>>): string {
  const type = name.endsWith('_total') ? 'counter' : 'gauge'
  const rows =
    typeof value === 'number'
      ? `${name} ${value}\n`
      : Object.entries(value)
          .map(([label, sample]) => `${name}{${label}} ${sample}\n`)
          .join('')
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${rows}`
}

function labelled(label: string, counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].map(([value, count]) => [`${label}=${JSON.stringify(value)}`, count]))
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
