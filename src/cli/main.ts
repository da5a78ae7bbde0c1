#!/usr/bin/env node
import { exitStatus } from './process/exit-status.ts'
import { endWith, exitNow, onUncaught, processHost } from './process/process-host.ts'
import { runCli } from './run-cli.ts'

const host = processHost()

onUncaught((error) => {
  host.stderr.write(
    `crawlform: this is a bug in crawlform.\n${error instanceof Error ? error.stack : String(error)}\n`,
  )
  exitNow(exitStatus.bug)
})

void runCli(host).then(endWith)
