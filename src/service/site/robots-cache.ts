import { originOf } from '../../util/origin-of.ts'
import type { RobotsRules } from './robots.ts'

/** The robots.txt rules that one job knows, by origin. */
export interface RobotsCache {
  /** Tells whether a URL as `URL` writes it is allowed; undefined until the rules of its origin are known. */
  allowed(url: string): boolean | undefined
  /** Tells why nothing of `url`'s origin is allowed, when that is because it could not be asked. */
  unreachable(url: string): RobotsRules['unreachable']
  /** Fetches the rules of `url`'s origin, once; resolves when they are known. */
  load(url: string): Promise<RobotsRules>
}

/** Returns an empty cache; `fetchRules` never rejects but for an abort. */
export function createRobotsCache(options: {
  readonly ignore: boolean
  readonly fetchRules: (url: string) => Promise<RobotsRules>
}): RobotsCache {
  const rules = new Map<string, RobotsRules>()
  const pending = new Map<string, Promise<RobotsRules>>()
  return {
    allowed: (url) => options.ignore || rules.get(originOf(url))?.isAllowed(url),
    unreachable: (url) => rules.get(new URL(url).origin)?.unreachable,
    load: (url) => {
      const { origin } = new URL(url)
      const request =
        pending.get(origin) ??
        options.fetchRules(url).then((found) => {
          rules.set(origin, found)
          return found
        })
      pending.set(origin, request)
      return request
    },
  }
}
