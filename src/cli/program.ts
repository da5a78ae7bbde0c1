import type { CompiledCode } from './process/host.ts'
import { endWith, exitNow, onUncaught, processHost } from './process/process-host.ts'
import { reportBug } from './process/report-bug.ts'
import { runCli } from './run-cli.ts'

/** Runs the command line of this process to its end. */
export function run(code: CompiledCode | undefined): void {
  const host = processHost(code)
  onUncaught((error) => exitNow(reportBug(error, host)))
  void runCli(host).then(endWith)
}
