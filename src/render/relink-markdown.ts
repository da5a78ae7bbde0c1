/** Lines that begin a fence, also inside quotes and lists. A fence of backticks has no backticks after it. */
const fenceStart = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`]*$)|~{3,})/

/**
 * Replaces the destinations of links in Markdown. `linkTo` gets an unescaped destination and returns the new one, or undefined
 * to keep it. The new one is a URL reference without spaces, parentheses and `<>`. Code and definitions of references do not
 * change (CommonMark 0.31, "Links", "Autolinks", "Code spans" and "Fenced code blocks").
 */
export function relinkMarkdown(markdown: string, linkTo: (url: string) => string | undefined): string {
  let relinked = ''
  let text = ''
  let fence: string | undefined
  for (const line of markdown.split(/(?<=\n)/)) {
    const [, mark] = fenceStart.exec(line.trimEnd()) ?? []
    if (fence === undefined && mark === undefined) {
      text += line
      continue
    }
    relinked += relinkText(text, linkTo) + line
    text = ''
    if (fence === undefined) fence = mark
    else if (isFenceEnd(line, fence)) fence = undefined
  }
  return relinked + relinkText(text, linkTo)
}

function isFenceEnd(line: string, fence: string): boolean {
  const mark = line.replace(/^[ \t>]+/, '').trimEnd()
  return mark.length >= fence.length && mark === fence.charAt(0).repeat(mark.length)
}

/** Matches an escape, backticks, an autolink, a bracket that may open the text of a link, or one that closes it, and what follows. */
const marks =
  /\\[^\n]|`+|!?\[|<(?<auto>https?:[^\s<>]*)>|\](?:(?<before>\([ \t]*)(?<to><(?:\\.|[^\\<>\n])*>|(?:\\.|[^\\\s()<]|\((?:\\.|[^\\\s()])*\))(?:\\.|[^\\\s()]|\((?:\\.|[^\\\s()])*\))*)(?=[ \t\n]*["')(]))?/g

/** Matches the latest end of a block of text, which also ends code and the text of a link. */
const blockEnd = /\n(?=[ \t>]*\n|[ \t>]*(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]|[ \t]*\|)/

function relinkText(text: string, linkTo: (url: string) => string | undefined): string {
  return text
    .split(blockEnd)
    .map((block) => relinkBlock(block, linkTo))
    .join('\n')
}

function relinkBlock(text: string, linkTo: (url: string) => string | undefined): string {
  let relinked = ''
  let end = 0
  // The kind of an open bracket: an image, a link, or a link that became invalid because it contains another.
  const open: ('image' | 'link' | 'text')[] = []
  marks.lastIndex = 0
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const { auto, before = '', to } = mark.groups ?? {}
    const [whole] = mark
    if (whole.startsWith('`')) marks.lastIndex = codeEnd(text, marks.lastIndex, whole)
    else if (whole === '[') open.push('link')
    else if (whole === '![') open.push('image')
    const closed = whole.startsWith(']') ? (open.pop() ?? 'text') : undefined
    if (closed === 'text') marks.lastIndex = mark.index + 1
    const isLink = closed === 'link' && to !== undefined
    if (isLink) for (const [index, kind] of open.entries()) if (kind === 'link') open[index] = 'text'
    // The text of a link must not contain another link, except an autolink.
    const isLone = auto !== undefined && !open.includes('link')
    const meantUrl = isLone ? auto : isLink ? meant(to) : undefined
    const link = meantUrl === undefined ? undefined : linkTo(meantUrl)
    if (link === undefined) continue
    relinked += text.slice(end, mark.index)
    relinked +=
      auto === undefined ? `]${before}${link}` : `[${auto.replaceAll(/[\\`*_~[\]]/g, '\\$&')}](${link})`
    end = mark.index + whole.length
  }
  return relinked + text.slice(end)
}

/** Returns where the code that `ticks` opens before `start` ends: `start` when nothing closes it. */
function codeEnd(text: string, start: number, ticks: string): number {
  for (const run of text.slice(start).matchAll(/`+/g))
    if (run[0].length === ticks.length) return start + run.index + ticks.length
  return start
}

/** Returns a destination without its escapes. */
function meant(written: string): string {
  const bare = written.startsWith('<') ? written.slice(1, -1) : written
  return bare.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&')
}
