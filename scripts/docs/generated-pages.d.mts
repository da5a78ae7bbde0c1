import type { RuleText } from '../../src/render/render-rule.ts'

export interface PageSources {
  /** The checkout whose schemas are read. */
  readonly root: string
  readonly catalogue: Readonly<Record<string, Pick<RuleText, 'severity' | 'title'>>>
  /** Names of the commands, in the order of `--help`. */
  readonly commands: readonly string[]
}

/** Pages by path from the repository's root, without what their commands show. */
export function generatedPages(sources: PageSources): Map<string, string>
