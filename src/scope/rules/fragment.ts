import type { Candidate, ScopeRule } from '../scope-rule.ts'
import type { ScopeSettings } from '../scope.ts'

/**
 * Refuses a link to a section of the page that holds it: it leads to no other page. A section of another page counts as
 * that page. (The hosted service drops such links, and finds the page only if something links to it as a whole.)
 */
export function fragmentRule({ rendersRoutes = true }: ScopeSettings): ScopeRule {
  return {
    reason: 'fragment',
    passes: (candidate) => !isSectionOfSamePage(candidate),
    explain: (candidate) => {
      const { section, route } = candidate.page
      if (isSectionOfSamePage(candidate))
        return { detail: `"${section}" is a section of the page that holds the link` }
      if (route !== '') {
        const name = `"${route}" is a route`
        return { detail: rendersRoutes ? `${name} and names a page of its own` : `${name} of a script` }
      }
      return {
        detail:
          section === '' ? 'there is no fragment' : `"${section}" is dropped: the whole page is checked`,
      }
    },
    remedy: () => 'link to the page without its fragment',
  }
}

function isSectionOfSamePage({ page, from }: Candidate): boolean {
  return (
    page.section !== '' && from !== undefined && from.page.href === page.href && !page.section.includes('/')
  )
}
