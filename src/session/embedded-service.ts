import { rmSync } from 'node:fs'
import path from 'node:path'
import type { RunningService, ServiceSettings } from '../service/index.ts'
import { stopwatch, type Clock } from '../util/clock.ts'
import { isJsonObject, parseJson } from '../util/json.ts'
import { makeDirectory, putFile, readRegular } from '../util/files.ts'
import type { GitEnv } from '../git/git.ts'
import { EnvironmentError } from './session-dependencies.ts'
import { checkOwnDirectory, makeOwnDirectory, ownDirectory } from './own-directory.ts'

export interface EmbeddedService {
  readonly url: string
  readonly apiKey: string
  /** The service, if it is in this process. */
  readonly running?: RunningService
  close(): Promise<void>
}

type StartSettings = Omit<ServiceSettings, 'dataDirectory' | 'apiKey' | 'clock'> & {
  readonly apiKey: string
  readonly clock: Clock
}

/** The data directory of a service, and the file with its address. */
export interface ServicePlace {
  readonly data: string
  readonly endpoint: string
  /** The project, if the service belongs to one. */
  readonly root?: string
}

/**
 * Returns the place of a project's own service.
 * @throws {EnvironmentError} when others may have written it
 */
export function servicePlace(root: string, env: GitEnv): ServicePlace {
  checkOwnDirectory(env, root)
  const own = ownDirectory(root)
  return { data: path.join(own, 'service'), endpoint: path.join(own, 'service-endpoint.json'), root }
}

/** Returns a place outside every project. */
export function placeIn(directory: string): ServicePlace {
  return { data: directory, endpoint: path.join(directory, 'service-endpoint.json') }
}

/** How long another process may take between locking the data and publishing its address. */
const LONGEST_STARTUP_MS = 8000
const STEP_MS = 100

/**
 * Starts the embedded service on its data, or connects to it. Only one process can hold the data. It writes its address and key
 * to a file that only this user can read, so that others can connect.
 */
export async function startEmbeddedService(
  place: ServicePlace,
  settings: StartSettings,
): Promise<EmbeddedService> {
  const { clock } = settings
  const elapsed = stopwatch(clock)
  for (;;) {
    const started = await tryStart(place, settings)
    if (started !== undefined) return started
    const running = readEndpoint(place)
    if (running !== undefined) return { ...running, close: () => Promise.resolve() }
    if (elapsed() > LONGEST_STARTUP_MS)
      throw new EnvironmentError(`Another process uses ${place.data}.`, 'Stop it, or wait until it ends.')
    await clock.sleep(STEP_MS)
  }
}

/** Returns undefined when another process has the data. */
async function tryStart(place: ServicePlace, settings: StartSettings): Promise<EmbeddedService | undefined> {
  const { startService, ServiceError } = await import('../service/index.ts')
  const { apiKey } = settings
  if (place.root !== undefined) makeOwnDirectory(place.root)
  try {
    const service = await startService({ ...settings, dataDirectory: place.data })
    // A service that runs no jobs is of no use to other processes.
    if (settings.isIdle !== true) {
      makeDirectory(path.dirname(place.endpoint))
      putFile(place.endpoint, JSON.stringify({ url: service.url, apiKey }), 0o600)
    }
    return {
      url: service.url,
      apiKey,
      running: service,
      async close() {
        rmSync(place.endpoint, { force: true })
        await service.close()
      },
    }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'data-directory-in-use') return undefined
    throw error
  }
}

/** Returns the address and the key of a service that runs on its data; undefined if none runs. */
export function readEndpoint({ endpoint }: ServicePlace): { url: string; apiKey: string } | undefined {
  try {
    const stored = parseJson(readRegular(endpoint).toString('utf8'))
    const { url, apiKey } = isJsonObject(stored) ? stored : {}
    return typeof url === 'string' && typeof apiKey === 'string' ? { url, apiKey } : undefined
  } catch {
    return undefined
  }
}
