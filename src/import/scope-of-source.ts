import { quotePattern } from '../scope/pattern/pattern-texts.ts'
import { canParseUrl } from '../util/can-parse-url.ts'

/** Returns `url` as a test of a crawl that starts at `start`: without the host where that is the same. */
export function testUrl(url: string, start: string): string {
  if (!canParseUrl(url) || !canParseUrl(start)) return url
  const { host, pathname, search, hash } = new URL(url)
  return host === new URL(start).host && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : url
}

/** Returns a pattern for every path that begins with the path of `url`. */
export function pathPrefixPattern(url: string): string {
  return `^${quotePattern(new URL(url).pathname)}`
}

/** Returns `text` as a pattern in which only `*` is no literal. */
export function starPattern(text: string): string {
  return text
    .split('*')
    .map((part) => quotePattern(part))
    .join('.*')
}

/** Returns the interval of a cron expression; undefined if it has no regular interval. */
export function cronInterval(cron: string): string | undefined {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = cron.trim().split(/\s+/)
  if (more.length > 0 || month !== '*' || !/^\d+$|^\*\/\d+$/.test(minute)) return undefined
  const everyMinutes = /^\*\/(\d+)$/.exec(minute)?.[1]
  if (everyMinutes !== undefined)
    return hour === '*' && day === '*' && weekday === '*' ? `${everyMinutes}m` : undefined
  const everyHours = /^\*\/(\d+)$/.exec(hour)?.[1]
  if (day === '*' && weekday === '*') {
    if (hour === '*') return '1h'
    if (everyHours !== undefined) return `${everyHours}h`
    return /^\d+$/.test(hour) ? '1d' : undefined
  }
  if (!/^\d+$/.test(hour)) return undefined
  if (day === '*' && /^(?:[0-7]|[A-Z]{3})$/i.test(weekday)) return '7d'
  return weekday === '*' && /^\d+$/.test(day) ? '30d' : undefined
}

/** Returns `name`, or `name-2` and so on where it is taken; taken from now on. */
export function uniqueName(name: string, taken: Set<string>): string {
  let unique = name
  for (let count = 2; taken.has(unique); count++) unique = `${name}-${count}`
  taken.add(unique)
  return unique
}
