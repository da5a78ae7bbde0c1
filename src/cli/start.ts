import { endWith, exitNow, onUncaught } from './process/process.ts'
import { reportBug } from './process/report-bug.ts'
import { runCli } from './cli.ts'
import { exitStatus } from './process/failures.ts'
import type { RawHost } from './process/host.ts'
import { machineFaultOf } from '../util/message-of.ts'

/** Runs the command line in this thread, and sets the status with which it ends. */
export function start(host: RawHost): void {
  onUncaught((error) => {
    const fault = machineFaultOf(error)
    if (fault === undefined) exitNow(reportBug(error, host))
    host.stderr.write(`crawlform: ${fault}\n`)
    exitNow(exitStatus.external)
  })
  void runCli(host).then(endWith)
}
