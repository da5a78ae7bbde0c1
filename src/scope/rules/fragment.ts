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
      if (route !== '') return { detail: `"${route}" is a route ${rendersRoutes ? OWN_PAGE : SAME_PAGE}` }
      return {
        detail:
          section === '' ? 'there is no fragment' : `"${section}" is dropped: the whole page is asked about`,
      }
    },
    remedy: () => 'link to the page without its fragment',
  }
}

const OWN_PAGE = 'and names a page of its own'
const SAME_PAGE =
  'of a script: only a browser shows it as a page of its own, and this crawl uses none without "waitFor"'

function isSectionOfSamePage({ page, from }: Candidate): boolean {
  return (
    page.section !== '' && from !== undefined && from.page.href === page.href && !page.section.includes('/')
  )
}
