import { printable } from './printable.ts'

/** Somebody else's text as one line that is safe to show and to keep, cut after `most` characters. */
export function oneLine(text: string, most = 400): string {
  // Cut first: what a hostile service sends may be as long as its bound.
  const short = text
    .slice(0, 4 * most)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const shown = printable(short)
  return shown.length > most ? `${shown.slice(0, most)}...` : shown
}
