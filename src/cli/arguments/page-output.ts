import path from 'node:path'
import { refuseTrackedLinks } from '../../git/tracked-link.ts'
import { linkForms } from '../declarations/shared-options.ts'
import type { Options } from './options.ts'
import type { Host } from '../process/host.ts'
import { UsageError } from '../process/usage-error.ts'

/** How pages are written as files. */
export interface PageOutput {
  /** Absolute. */
  readonly directory: string
  /** Whether links between pages of a crawl lead to their URLs or to their files. */
  readonly links: (typeof linkForms)[number]
  readonly skipDuplicates: boolean
}

/**
 * Returns the directory and form of the pages; undefined without `--output`.
 * @throws {UsageError} for `--links` or `--skip-duplicates` without `--output`
 * @throws {TrackedLinkError}
 */
export function readOutput(
  { cwd, env }: Pick<Host, 'cwd' | 'env'>,
  options: Options,
): PageOutput | undefined {
  const written = options.text('output')
  const links = options.text('links')
  if (written !== undefined) {
    const directory = path.resolve(cwd, written)
    refuseTrackedLinks(env, directory)
    return {
      directory,
      links: linkForms.find((form) => form === links) ?? 'absolute',
      skipDuplicates: options.flag('skip-duplicates') === true,
    }
  }
  const lost = ['--links', '--skip-duplicates'].find((flag) => options.has(flag))
  if (lost === undefined) return undefined
  throw new UsageError(`"${lost}" needs "--output".`, `Add --output DIR, or remove ${lost}.`)
}
