import { isSameDomain } from '../hosts.ts'
import type { ScopeSettings } from '../scope.ts'
import type { Candidate, ScopeRule } from '../scope-rule.ts'

// The hosted service never follows external links whose URL contains one of these texts.
const NEVER_FOLLOWED = [
  'facebook.com',
  'twitter.com',
  'linkedin.com',
  'instagram.com',
  'pinterest.com',
  'github.com',
  'calendly.com',
  'discord.gg',
  'discord.com',
] as const

interface Refusal {
  readonly detail: string
  readonly remedy: () => string
}

const crawlApart = (): string => 'write a separate crawl for that site'

/**
 * Admits the start's host (`www.`, scheme and port make no difference) and, with `allowSubdomains`, hosts of its registrable
 * domain. With `allowExternalLinks` it also admits other sites, one hop away. Home pages and social sites stay out, as in the
 * hosted service.
 */
export function hostRule(settings: ScopeSettings, startHost: string): ScopeRule {
  const refusal = (candidate: Candidate): Refusal | undefined => {
    const { page, relation, from, discovery } = candidate
    if (relation !== 'external') return undefined
    if (!settings.allowExternalLinks) {
      const detail = `${page.host} is another host than ${startHost}: allowExternalLinks is false`
      // Computed only when shown, because the public suffix list takes time to load.
      const setting = (): string =>
        isSameDomain(page.host, startHost) ? 'allowSubdomains' : 'allowExternalLinks'
      return { detail, remedy: () => `set ${setting()} to true` }
    }
    if (discovery.via === 'redirect') return undefined
    if (from?.relation === 'external') {
      const detail = `the link is on ${from.page.host}, and external pages are followed one hop only`
      return { detail, remedy: () => `link to it from a page of ${startHost}` }
    }
    if (page.path === '/' && page.query === '') {
      return { detail: 'home pages of other sites are left out', remedy: crawlApart }
    }
    const social = NEVER_FOLLOWED.find((text) => page.href.includes(text))
    if (social === undefined) return undefined
    return { detail: `links to ${social} are never followed`, remedy: crawlApart }
  }
  return {
    reason: 'host',
    passes: (candidate) => candidate.relation !== 'external' || refusal(candidate) === undefined,
    explain: (candidate) => {
      const refused = refusal(candidate)
      if (refused !== undefined) return { detail: refused.detail }
      const { host } = candidate.page
      if (candidate.relation === 'same-host') return { detail: `${host} is the start URL's host` }
      if (candidate.relation === 'same-domain') {
        return { detail: `${host} is in one domain with ${startHost}: allowSubdomains is true` }
      }
      return { detail: `${host} is another site, one hop away: allowExternalLinks is true` }
    },
    remedy: (candidate) => refusal(candidate)?.remedy() ?? 'change nothing',
  }
}
