import { endWith, exitNow, onUncaught, processHost } from './process/process.ts'
import { reportBug } from './process/report-bug.ts'
import { runCli } from './cli.ts'

const host = processHost()
onUncaught((error) => exitNow(reportBug(error, host)))
void runCli(host).then(endWith)
