import { endWith, exitNow, onUncaught, processHost } from './process/process.ts'
import { reportBug } from './process/report-bug.ts'
import { runCli } from './cli.ts'
import { exitStatus } from './process/failures.ts'
import { machineFaultOf } from '../util/message-of.ts'

const host = processHost()
onUncaught((error) => {
  const fault = machineFaultOf(error)
  if (fault === undefined) exitNow(reportBug(error, host))
  host.stderr.write(`crawlform: ${fault}\n`)
  exitNow(exitStatus.external)
})
void runCli(host).then(endWith)
