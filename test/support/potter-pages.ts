/** Pieces of pages about pottery, from which tests of main content build pages. */
export const TOPICS: readonly string[] = ['pot', 'lid', 'handle', 'spout', 'foot']

export function paragraph(topic: string): string {
  return (
    `<p>The ${topic} is made by hand, as it was a hundred years ago, and it takes two people most of a day. ` +
    'First the clay is wedged, then it rests, and only in the evening, when it has dried a little, is it turned and trimmed. ' +
    'Whoever hurries here will see cracks after the first firing, and there is no way to mend them.</p>'
  )
}

export const ARTICLE = TOPICS.map((topic) => `<h2>The ${topic}</h2>${paragraph(topic)}`).join('\n')

/** Sentences that show that the article is there. */
export const ARTICLE_TEXTS: readonly string[] = TOPICS.map((topic) => `The ${topic} is made by hand`)

export function relatedPosts(titles: readonly string[]): string {
  const items = titles.map((title, index) => `<li><a href="/posts/${index}">${title}</a></li>`)
  return `<div class="related-posts"><h3>You may also like</h3><ul>${items.join('')}</ul></div>`
}

export const RELATED = relatedPosts([
  'Ten kilns',
  'Glazes of the north',
  'A short history of porcelain',
  'Where to dig clay',
])

export const CONSENT =
  '<div class="cookie-consent" role="dialog"><p>We use cookies to improve your experience. By clicking accept you agree to our privacy policy.</p><button>Accept all</button></div>'

export function page(body: string): string {
  return `<html><head><title>t</title></head><body>${body}</body></html>`
}
