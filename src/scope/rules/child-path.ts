import { childPath } from '../child-path.ts'
import type { ScopeSettings } from '../scope.ts'
import type { Candidate, ScopeRule } from '../scope-rule.ts'

/**
 * Admits only paths below the start URL's when `crawlEntireDomain` is off. The rule applies on the start's host, and to links
 * within one subdomain, but not to links to another host.
 */
export function childPathRule(settings: ScopeSettings, startPath: string): ScopeRule {
  const children = childPath(startPath)
  const applies = ({ page, relation, from }: Candidate): boolean =>
    !settings.crawlEntireDomain &&
    (relation === 'same-host' || (relation === 'same-domain' && from?.page.host === page.host))
  return {
    reason: 'child-path',
    passes: (candidate) => !applies(candidate) || children.admits(candidate.page.path),
    explain: (candidate) => {
      if (settings.crawlEntireDomain)
        return { detail: 'crawlEntireDomain is true, so every path is followed' }
      if (!applies(candidate)) return { detail: 'applies only within one host' }
      if (children.prefix === '/') return { detail: 'the start is at the root, so every path is below it' }
      const { path } = candidate.page
      const { description } = children
      return children.admits(path)
        ? { detail: `${path} is within ${description}, which crawlEntireDomain: false allows` }
        : { detail: `${path} is outside ${description}, the only part that crawlEntireDomain: false allows` }
    },
    remedy: ({ page }) =>
      `set crawlEntireDomain to true, or start at a path above both (${commonAncestor(startPath, page.path)})`,
  }
}

function commonAncestor(a: string, b: string): string {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return a.slice(0, a.lastIndexOf('/', length - 1) + 1) || '/'
}
