import { HttpBackend, type HttpBackendOptions } from '../../src/state/http-backend.ts'
import type { StateBackend } from '../../src/state/state.ts'
import type { Clock } from '../../src/util/clock.ts'
import type { TerraformStateServer } from './terraform-state-server.ts'

/** The record of `local` on a server. */
export function httpRecord(
  server: TerraformStateServer,
  clock: Clock,
  change: Partial<HttpBackendOptions> = {},
): StateBackend {
  const address = server.address()
  const common = { environment: 'local', clock, userAgent: 'crawlform/test' }
  return new HttpBackend({ ...common, address, lockAddress: address, ...change })
}

/** A lock that another process of crawlform took now. */
export function aLockOf(clock: Clock, change: object = {}) {
  const Created = new Date(clock.now()).toISOString()
  const holder = { ID: 'lock-1', Operation: 'crawlform', Info: '', Who: 'ann@laptop', Version: '1', Path: '' }
  return { ...holder, Created, ...change }
}
