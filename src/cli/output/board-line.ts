import { printable } from '../../util/text.ts'

/** Returns the line that names the published board of an environment; an empty text if it has none. */
export function boardLine({ board }: { readonly board?: string }): string {
  return board === undefined ? '' : `Board: ${printable(board)}\n`
}
