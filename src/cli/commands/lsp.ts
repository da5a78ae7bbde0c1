import { serveEditor } from '../../lsp/lsp.ts'
import type { InputOf } from '../arguments/command.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import { protocolStreams } from '../process/process.ts'

export async function run(host: Host, { options, directory }: InputOf<'lsp'>): Promise<ExitStatus> {
  const environment = options.text('env')
  await serveEditor(protocolStreams(), {
    directory,
    variables: host.env,
    clock: host.clock,
    ...(environment === undefined ? {} : { environment }),
  })
  return exitStatus.ok
}
