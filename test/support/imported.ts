import { parse } from 'yaml'
import { importText } from '../../src/import/import.ts'

interface Request {
  readonly url: string
  readonly limit?: number
  readonly excludePaths?: readonly string[]
  readonly scrapeOptions?: { readonly headers?: Readonly<Record<string, string>> }
}

/** Imports a pasted text. @throws for one that is refused */
export function imported(text: string) {
  const outcome = importText('request.txt', text)
  if (!outcome.ok) throw new Error(outcome.diagnostics.map(({ message }) => message).join('\n'))
  return outcome.value
}

/** The request of the crawl file that a pasted text becomes. */
export function requestOf(text: string): Request {
  return (parse(imported(text).text) as { request: Request }).request
}
