import path from 'node:path'
import type { OptionSpec } from './command.ts'
import type { Options } from './options.ts'
import { UsageError } from '../process/usage-error.ts'

const linkForms = ['absolute', 'relative'] as const

/** Where and how pages are written as files. */
export interface PageOutput {
  /** Absolute. */
  readonly directory: string
  /** What links between pages of a crawl lead to: their URLs, or their files. */
  readonly links: (typeof linkForms)[number]
}

/** Returns the options of a command that writes pages as files; `also` is what else `--output` does. */
export function outputOptions(also = ''): readonly OptionSpec[] {
  return [
    {
      flags: '-o, --output <dir>',
      description: `write the pages as Markdown files here${also}`,
      excludes: { '--no-wait': 'pages come while their jobs are waited for' },
    },
    {
      flags: '--links <form>',
      description: 'what links between written pages lead to: URLs or files',
      choices: linkForms,
    },
  ]
}

/**
 * Returns where pages are wanted; undefined when they are not.
 * @throws {UsageError} for `--links` without `--output`
 */
export function readOutput(cwd: string, options: Options): PageOutput | undefined {
  const directory = options.text('output')
  const links = options.text('links')
  if (directory !== undefined)
    return {
      directory: path.resolve(cwd, directory),
      links: linkForms.find((form) => form === links) ?? 'absolute',
    }
  if (links === undefined) return undefined
  throw new UsageError('"--links" is about files, and "--output" does not say where they are wanted.')
}
