import { printable } from './text.ts'

/**
 * Returns inline code (CommonMark 6.1), fenced by more backticks than `text` holds. `|` is escaped so that it fits a table cell.
 */
export function markdownCode(text: string): string {
  const content = printable(text).replaceAll('|', String.raw`\|`)
  const fence = '`'.repeat(longestRun(content) + 1)
  const pad = content.startsWith('`') || content.endsWith('`') ? ' ' : ''
  return `${fence}${pad}${content}${pad}${fence}`
}

/** Returns a fenced block (CommonMark 4.5) with a fence that no line of `text` can close. */
export function markdownBlock(language: string, lines: readonly string[]): string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1))
  return [`${fence}${language}`, ...lines, fence]
}

/**
 * Returns `text` with every character escaped that Markdown or HTML could read as markup. A zero-width space keeps `@name` from
 * notifying anyone: GitHub and GitLab look for mentions after rendering, so a backslash would not.
 */
export function markdownText(text: string): string {
  return printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|~#]/g, (character) => `\\${character}`)
    .replaceAll('@', '@&#8203;')
}

function longestRun(text: string): number {
  let longest = 0
  for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length)
  return longest
}

/** GitHub refuses a comment of more than 65,536 characters. The difference is room for what a workflow adds around it. */
export const MOST_CHARACTERS = 60_000

/** Returns as many lines as fit into `room` characters with `gap` characters between them, and how many did not. */
export function fittingLines(lines: readonly string[], room: number, gap = 1) {
  let length = 0
  const end = lines.findIndex((line) => (length += line.length + gap) > room)
  const shown = end === -1 ? lines : lines.slice(0, end)
  return { lines: shown, left: lines.length - shown.length }
}

/** Returns a link to an http or https URL. */
export function markdownLink(text: string, url: string): string {
  return `[${text}](${new URL(url).href.replaceAll('(', '%28').replaceAll(')', '%29')})`
}
