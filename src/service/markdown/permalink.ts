/** Classes and texts of links from a heading to itself; links that skip to the content are equally useless. */
const PERMALINK =
  /(?:^|\s)(?:headerlink|anchor|header-anchor|anchor-link|anchorjs-link|hash-link|heading-anchor|doc-anchor)(?:\s|$)/
const PERMALINK_TEXT = /^\s*(?:[¶§#🔗]|&para;|&sect;|&#182;|&#xb6;|&#167;)?\s*<\/a>/iu

/** Tells whether a link to a place of its own page is there only to be copied, by its class and what follows its tag. */
export function isPermalink(className: string, following: string): boolean {
  return PERMALINK.test(className) || PERMALINK_TEXT.test(following) || /^\s*skip\b/i.test(following)
}
