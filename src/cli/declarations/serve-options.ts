import type { OptionSpec } from './option-spec.ts'

/**
 * The options of `serve` that are settings of an environment's `embedded`. The schema has their meaning, default and
 * bounds; `--help` reads them from there.
 */
export const serveSettings = [
  { flags: '--concurrency <count>', description: '', setting: '/concurrency' },
  { flags: '--host-concurrency <count>', description: '', setting: '/hostConcurrency' },
  { flags: '--workers <count>', description: '', setting: '/workers' },
  { flags: '--keep-results <duration>', description: '', setting: '/keepResults' },
  { flags: '--keep-unretained <duration>', description: '', setting: '/keepUnretained' },
  { flags: '--keep-cache <duration>', description: '', setting: '/keepCache' },
  { flags: '--model-url <url>', description: '', setting: '/model/baseUrl' },
  { flags: '--model-name <name>', description: '', setting: '/model/name' },
  { flags: '--model-timeout <duration>', description: '', setting: '/model/timeout' },
  { flags: '--browser <path>', description: '', setting: '/browser/executable' },
  { flags: '--browser-tabs <count>', description: '', setting: '/browser/tabs' },
  { flags: '--webhook-retries <durations>', description: '', setting: '/webhooks/retryDelays' },
  { flags: '--webhook-timeout <duration>', description: '', setting: '/webhooks/timeout' },
  { flags: '--allow-private-addresses', description: '', setting: '/allowPrivateAddresses' },
] as const satisfies readonly OptionSpec[]
