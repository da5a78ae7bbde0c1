import { originOf } from '../../util/origin-of.ts'
import type { RobotsRules } from './robots.ts'

/** The robots.txt rules that one job knows, by origin. */
export type RobotsCache = ReturnType<typeof createRobotsCache>

/** Returns an empty cache; `fetchRules` rejects only when it is aborted. */
export function createRobotsCache(options: {
  readonly ignore: boolean
  readonly fetchRules: (url: string) => Promise<RobotsRules>
}) {
  const rules = new Map<string, RobotsRules>()
  const pending = new Map<string, Promise<RobotsRules>>()
  return {
    /** Tells whether a URL as `URL` writes it is allowed; undefined until the rules of its origin are known. */
    allowed: (url: string): boolean | undefined => options.ignore || rules.get(originOf(url))?.isAllowed(url),
    /** Returns why robots.txt of `url`'s origin could not be fetched, in which case nothing there is allowed. */
    unreachable: (url: string): RobotsRules['unreachable'] => rules.get(new URL(url).origin)?.unreachable,
    /** Fetches the rules of `url`'s origin, once; resolves when they are known. */
    load: (url: string): Promise<RobotsRules> => {
      const { origin } = new URL(url)
      const request = pending.get(origin) ?? options.fetchRules(url)
      pending.set(origin, request)
      return request.then((found) => {
        rules.set(origin, found)
        return found
      })
    },
  }
}
