import type { CliOf } from '../arguments/command.ts'
import { serveEditor } from '../../lsp/lsp.ts'
import { protocolStreams } from '../process/process.ts'

export async function run(cli: CliOf<'lsp'>): Promise<void> {
  const environment = cli.options.text('env')
  await serveEditor({
    ...protocolStreams(),
    directory: cli.cwd,
    variables: cli.env,
    clock: cli.clock,
    ...(environment === undefined ? {} : { environment }),
  })
}
