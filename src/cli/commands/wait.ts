import type { CliOf } from '../arguments/command.ts'
import { waitTargets, type WaitTarget } from '../../apply/wait-for-jobs.ts'
import { renderDoneEventsJson } from '../../render/render-apply.ts'
import { chooseStyle } from '../output/terminal.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import { showJobs } from '../project/show-jobs.ts'
import { noticesAbove, openDisplay, verbosityOf } from '../output/progress-display.ts'
import { openRecord, type OpenedRecord } from '../project/open-record.ts'
import { feedOf } from '../project/deliver-feed.ts'
import { readDuration } from '../arguments/options.ts'
import { readOutput } from '../arguments/page-output.ts'
import { writeReports } from '../output/output.ts'

export async function run(cli: CliOf<'wait'>): Promise<ExitStatus> {
  const { options } = cli
  const timeoutMs = readDuration(options, 'timeout')
  const output = readOutput(cli)
  const opened = await openRecord(cli)
  const { loaded, session } = opened
  const targets = targetsOf(opened)
  if (targets.length === 0) {
    cli.stderr.say('Nothing to wait for: no job is recorded.\n')
    return exitStatus.ok
  }
  const verbosity = verbosityOf(targets.length, options)
  const display = openDisplay(cli, verbosity)
  try {
    noticesAbove(display, session.backend)
    const signal = cli.interruption()
    const done = await showJobs(session.follow(targets, { timeoutMs, signal, pages: output }), {
      display,
      style: chooseStyle(cli, 'stderr'),
      verbosity,
      count: targets.length,
      session,
      cli,
      output,
      signal,
    })
    display.close()
    const names = new Set(opened.crawls.map(({ name }) => name))
    const fed = await feedOf(cli, { session, output, names, done })
    writeReports(cli, {
      text: () => '',
      json: () => renderDoneEventsJson(loaded.environment.name, done),
    })
    if (cli.wasInterrupted()) return exitStatus.interrupted
    return done.some(({ problems }) => problems.length > 0) ? exitStatus.crawl : fed
  } finally {
    display.close()
    await session.close()
  }
}

function targetsOf({ crawls, loaded }: OpenedRecord): readonly WaitTarget[] {
  const records = crawls.flatMap(({ record }) => (record === undefined ? [] : [record]))
  const expectations = loaded.resolved.flatMap(({ name, expect }) =>
    expect === undefined ? [] : [[name, expect] as const],
  )
  return waitTargets(records, new Map(expectations))
}
