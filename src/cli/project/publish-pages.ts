import type { Session } from '../../session/session.ts'
import type { PageOutput } from '../arguments/page-output.ts'

/** A completed job that was checked, and why its pages are held back. */
interface CheckedJob {
  readonly crawl: string
  readonly job: string
  readonly problems: readonly string[]
}

/**
 * Writes the pages of a completed job and publishes them. With problems it does neither and returns undefined, unless `--force` was
 * given. Pages are published after they were written, so that a run that fails before that publishes nothing.
 */
export async function publishPages<T>(
  { session, output }: { readonly session: Session; readonly output: PageOutput },
  { crawl, job, problems }: CheckedJob,
  write: () => Promise<T>,
): Promise<T | undefined> {
  if (problems.length > 0 && !output.isForced) return undefined
  const written = await write()
  if (problems.length > 0) await session.manifests.publish(crawl, job)
  return written
}
