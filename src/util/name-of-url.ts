import { parseUrl } from './can-parse-url.ts'

/** Returns a name made from the host of `url`: `docs-example` for https://docs.example.com/start. Undefined without a host. */
export function nameOfUrl(url: string): string | undefined {
  const { hostname = '' } = parseUrl(url) ?? {}
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  const labels = hostname.replace(/^www\./, '').split('.')
  const shown = isAddress || labels.length === 1 ? labels : labels.slice(0, -1)
  const name = shown
    .join('-')
    .replaceAll(/[^A-Za-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return name === '' ? undefined : name
}
