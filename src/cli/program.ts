import { endWith, exitNow, onUncaught, processHost } from './process/process-host.ts'
import { reportBug } from './process/report-bug.lazy.ts'
import { runCli } from './run-cli.ts'

/** Runs the command line of this process to its end. Calls `onFlags` when V8 gets other flags than it was started with. */
export function run(onFlags: () => void): void {
  const host = processHost(onFlags)
  onUncaught((error) => exitNow(reportBug(error, host)))
  void runCli(host).then(endWith)
}
