import { formatState } from '../../src/state/parse-state.ts'
import type { JobRecord } from '../../src/state/state.ts'
import { aState } from './a-record.ts'
import { FaultyCrawlService, type FaultyJob } from './faulty-crawl-service.ts'
import { hereProject } from './run-here.ts'

export type RemoteProject = Awaited<ReturnType<typeof remoteProject>>

/** The record of the environment `remote`. */
export const REMOTE_STATE = '.crawlform/state/remote.json'

/** A project whose environment `remote` is a service with scripted failures; `settings` are more of the environment. */
export async function remoteProject(files: Readonly<Record<string, string>> = {}, settings = '') {
  const service = await new FaultyCrawlService().listen()
  const environment = `{ baseUrl: "${service.baseUrl}"${settings} }`
  const project = hereProject({
    'crawlform.yaml': `version: 2\nenvironments:\n  remote: ${environment}\n`,
    ...files,
  })
  return {
    service,
    project,
    record(...records: readonly JobRecord[]): void {
      project.write(REMOTE_STATE, formatState({ ...aState(...records), environment: 'remote' }))
    },
    /** Records a job that the service knows with these facts. */
    recordJob(record: JobRecord & { readonly job: string }, facts: Partial<FaultyJob>): FaultyJob {
      const { job: id, at: createdAt } = record
      const job = {
        id,
        attempt: '',
        body: {},
        createdAt,
        status: 'scraping',
        completed: 0,
        total: 0,
        ...facts,
      } as const
      service.jobs.push(job)
      this.record(record)
      return job
    },
    async close(): Promise<void> {
      project.remove()
      await service.close()
    },
  }
}
