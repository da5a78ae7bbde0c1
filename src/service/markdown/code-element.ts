import { readCode } from './code-text.ts'
import { fenced, inlineText } from './inline-text.ts'
import { closeLink, openLink } from './link-element.ts'
import { textBetween, UNSEEN, type WriteElement } from './markdown-page.ts'
import { image } from './media-element.ts'
import { SKIP, walkKept } from './walk-kept.ts'

/** Writes `pre`. Markdown has no markup in code, so only its text counts. */
export const preformatted: WriteElement = (page, node) => {
  const { lines } = page
  const { text, language } = readCode(page, node, page.language)
  if (text.trim() === '') return SKIP
  if (!lines.isInline) lines.block(fenced(text, language))
  else if (lines.isInCell && !lines.isInLink) {
    const shown = text
      .trimEnd()
      .split('\n')
      .map((line) => inlineText(line, lines))
    lines.markdown(`<pre><code>${shown.join('<br>')}</code></pre>`)
  } else lines.code(text)
  return SKIP
}

/** Writes `code`, `kbd`, `samp` and `var` inside a line. Links and pictures divide it. */
export const code: WriteElement = (page, node) => {
  const { tree, lines } = page
  let text = ''
  const flush = (): void => {
    lines.code(text)
    text = ''
  }
  walkKept(page, node, {
    text: (from, to) => void (text += textBetween(tree, from, to)),
    open: (inner) => {
      const { role, name, isBlock } = tree.kind(inner)
      if (UNSEEN.has(name)) return SKIP
      if (role === 'pre' && text.trim() === '' && !lines.isInLink) {
        text = ''
        return preformatted(page, inner)
      }
      if (role === 'image') {
        flush()
        return image(page, inner)
      }
      const href = role === 'anchor' ? tree.attribute(inner, 'href') : undefined
      if (href !== undefined && !lines.isInLink) {
        flush()
        const title = tree.attribute(inner, 'title')
        openLink(page, { node: inner, url: page.links.addressOf(inner) ?? href, title })
        return () => {
          flush()
          closeLink(page)
        }
      }
      if (role !== 'break' && !isBlock) return undefined
      text += ' '
      return () => void (text += ' ')
    },
  })
  flush()
  return SKIP
}
