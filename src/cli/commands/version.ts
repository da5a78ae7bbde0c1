import type { CliOf } from '../arguments/command.ts'
import { exitStatus, type ExitStatus } from '../process/failures.ts'
import { packageVersion } from '../../util/package-file.ts'

export async function run({ stdout }: Pick<CliOf<'version'>, 'stdout'>): Promise<ExitStatus> {
  stdout.write(`crawlform ${packageVersion()}\n`)
  return exitStatus.ok
}
