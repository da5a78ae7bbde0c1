import type { InputOf } from '../arguments/command.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import { packageVersion } from '../../util/package-file.ts'

export async function run(host: Host, _input?: InputOf<'version'>): Promise<ExitStatus> {
  host.stdout.write(`crawlform ${packageVersion()}\n`)
  return exitStatus.ok
}
