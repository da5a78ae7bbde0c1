import { diagnose } from '../../diagnostics/catalogue.ts'
import { childPath } from '../../scope/child-path.ts'
import type { CrawlRule } from '../lint-rule.ts'

/** File extensions of real pages. */
const PAGE = /\.(?:[xs]?html?|php\d?|aspx?|jspx?|do|cgi|cfm|pdf|xml|txt|md|rst|json|docx?|gz)$/i

/** Reports a start such as `/api/v1.10`, which is taken for a file and so admits all its siblings. */
export const startReadAsFile: CrawlRule = ({ crawl, settings, start }) => {
  if (settings.crawlEntireDomain || start === undefined) return undefined
  const { prefix, exact } = childPath(start.path)
  const segment = start.path.slice(start.path.lastIndexOf('/') + 1)
  if (exact !== undefined || segment === '' || prefix === '/' || PAGE.test(segment)) return undefined
  const args = { segment, directory: prefix, url: start.href.replace(/[?#].*$/, '') }
  return diagnose('scope/start-read-as-file', args, crawl.locate('/url'), { pointer: '/request/url' })
}
