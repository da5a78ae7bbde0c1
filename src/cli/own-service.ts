import { readFileSync, rmSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ServiceSettings } from '../service/index.ts'
import type { Clock } from '../util/clock.ts'
import { isJsonObject } from '../util/json.ts'
import { ownDirectory } from './open-backend.ts'

export interface OwnService {
  readonly url: string
  readonly apiKey: string
  readonly isInProcess: boolean
  close(): Promise<void>
}

type OwnSettings = Omit<ServiceSettings, 'dataDirectory' | 'apiKey' | 'clock'> & {
  readonly apiKey: string
  readonly clock: Clock
}

/** How long another process may take from locking the data to telling its address. */
const PATIENCE_MS = 8000
const STEP_MS = 100

/**
 * The embedded service on the project's data. Only one process can have the data; whoever starts the service writes its
 * address and key to a file that only this user can read, and the others connect to it.
 */
export async function startOwnService(root: string, settings: OwnSettings): Promise<OwnService> {
  const { clock } = settings
  const startedMs = clock.now()
  for (;;) {
    const started = await tryStart(root, settings)
    if (started !== undefined) return started
    const running = readEndpoint(root)
    if (running !== undefined) return { ...running, isInProcess: false, close: () => Promise.resolve() }
    if (clock.now() - startedMs > PATIENCE_MS) throw new DataInUseError(root)
    await clock.sleep(STEP_MS)
  }
}

/** Another process holds the data, and does not say how to reach it. */
export class DataInUseError extends Error {
  override readonly name = 'DataInUseError'
  readonly code = 'data-in-use'
  constructor(root: string) {
    super(`Another process uses ${dataDirectory(root)}. End it, or wait until it has ended.`)
  }
}

/** Undefined when another process has the data. */
async function tryStart(root: string, settings: OwnSettings): Promise<OwnService | undefined> {
  const { startService, ServiceError } = await import('../service/index.ts')
  const { apiKey } = settings
  try {
    const service = await startService({ ...settings, dataDirectory: dataDirectory(root) })
    await writeEndpoint(root, { url: service.url, apiKey })
    return {
      url: service.url,
      apiKey,
      isInProcess: true,
      async close() {
        rmSync(endpointFile(root), { force: true })
        await service.close()
      },
    }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'data-directory-in-use') return undefined
    throw error
  }
}

function dataDirectory(root: string): string {
  return path.join(ownDirectory(root), 'service')
}

function endpointFile(root: string): string {
  return path.join(ownDirectory(root), 'service-endpoint.json')
}

async function writeEndpoint(root: string, endpoint: { url: string; apiKey: string }): Promise<void> {
  const file = endpointFile(root)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(`${file}.new`, JSON.stringify(endpoint), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

function readEndpoint(root: string): { url: string; apiKey: string } | undefined {
  try {
    const stored: unknown = JSON.parse(readFileSync(endpointFile(root), 'utf8'))
    if (!isJsonObject(stored)) return undefined
    const { url, apiKey } = stored as { url?: unknown; apiKey?: unknown }
    return typeof url === 'string' && typeof apiKey === 'string' ? { url, apiKey } : undefined
  } catch {
    return undefined
  }
}
