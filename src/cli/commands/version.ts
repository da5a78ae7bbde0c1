import type { CliOf } from '../arguments/command.ts'
import { packageVersion } from '../../util/package-file.ts'

export async function run({ stdout }: Pick<CliOf<'version'>, 'stdout'>): Promise<void> {
  stdout.write(`crawlform ${packageVersion()}\n`)
}
