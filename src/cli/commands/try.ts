import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadProject } from '../../load/load.ts'
import { Session } from '../../session/session.ts'
import type { CliOf } from '../arguments/command.ts'
import { readCount } from '../arguments/read-option.ts'
import { readOutput } from '../arguments/page-output.ts'
import { openDisplay } from '../output/progress-display.ts'
import { exitStatus, type ExitStatus } from '../process/failures.ts'
import { followJobs, jobsStatus, submitPlan } from '../project/jobs.ts'
import { keepText, newSite } from '../project/new-site.ts'
import { refuse, sessionDependenciesOf } from '../project/project.ts'

/** Crawls the first pages of a site. Its project is in a temporary directory, so only the pages stay. */
export async function run(cli: CliOf<'try'>): Promise<ExitStatus> {
  const [typed = ''] = cli.args
  const site = newSite(typed, readCount(cli.options, 'limit') ?? 10)
  const output = readOutput(cli)
  const directory = mkdtempSync(path.join(tmpdir(), 'crawlform-try-'))
  try {
    const project = loadProject({ directory, files: site.files, variables: cli.env })
    if (project.crawls.length === 0) return await refuse(cli, project)
    const session = new Session(project, sessionDependenciesOf(cli))
    const display = openDisplay(cli, 1, session.backend)
    const settings = {
      waits: true,
      timeoutMs: undefined,
      output,
      parallelism: 1,
      failFast: false,
      replace: false,
    }
    const run = { cli, session, display, settings }
    try {
      const plan = await session.plan()
      await submitPlan(plan, run)
      const done = await followJobs(await session.openJobs(plan), run)
      display.close()
      if (cli.wasInterrupted()) return exitStatus.interrupted
      if (done.some(({ written }) => written !== undefined)) cli.stdout.say(keepText(cli, site))
      return jobsStatus(done)
    } finally {
      display.close()
      await session.close()
    }
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  }
}
