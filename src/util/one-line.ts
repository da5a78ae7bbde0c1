import { printable } from './printable.ts'

/** Returns someone else's text as one line that is safe to show and keep, cut after `most` characters. */
export function oneLine(text: string, most = 400): string {
  // Cut first, because a hostile service may send very long text.
  const short = text
    .slice(0, 4 * most)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const shown = printable(short)
  return shown.length > most ? `${shown.slice(0, most)}...` : shown
}
