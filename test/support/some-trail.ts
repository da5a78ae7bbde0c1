import type { Trail } from '../../src/frontier/trail.ts'
import type { ScopeSettings } from '../../src/scope/scope.ts'
import { RandomSource } from './random-source.ts'
import { someScopeSettings } from './some-scope-settings.ts'

const HOST = 'https://docs.example.com'
const FOLDERS = ['guide', 'api', 'blog', 'changelog', 'Reference', 'a%20b']

/** Returns the trail of a crawl that met `count` URLs of every kind; the same for the same seed. */
export function someTrail(count: number, seed: number, settings: Partial<ScopeSettings> = {}): Trail {
  const random = new RandomSource(seed)
  const urls = new Set([`${HOST}/`])
  while (urls.size < count) urls.add(someUrl(random))
  const all = [...urls]
  const fetched = all.flatMap((url, id) =>
    url.startsWith(HOST) && (id === 0 || random.chance(0.8)) ? [id] : [],
  )
  return {
    settings: someScopeSettings({ url: `${HOST}/`, limit: 10_000, crawlEntireDomain: true, ...settings }),
    urls: all,
    sitemap: Array.from({ length: Math.floor(count / 20) }, () => random.below(count)),
    visits: fetched.map((url) => ({ url })),
    events: fetched.flatMap((_, visit) => [3 * visit, 3 * visit + 2]),
    links: fetched.map((page, at) => {
      // The first links lead to every URL in turn.
      const tree = Array.from({ length: 3 }, (_, n) => Math.min(count - 1, at * 3 + n + 1))
      const others = Array.from({ length: 12 }, () => random.below(count))
      return [page, [...new Set([...tree, ...others])].filter((id) => id !== page)] as const
    }),
    forbidden: Array.from({ length: Math.floor(count / 100) }, () => 1 + random.below(count - 1)),
    manyLinks: [],
    isCut: false,
    bounds: { spareUrls: 1000, maxUrls: 2_000_000 },
  }
}

function someUrl(random: RandomSource): string {
  const host = random.pick([
    HOST,
    HOST,
    HOST,
    HOST,
    HOST,
    'http://www.docs.example.com',
    'https://a.example.com',
    'https://other.example.org',
  ])
  const folders = Array.from({ length: 1 + random.below(3) }, () => random.pick(FOLDERS)).join('/')
  const tail = random.pick([
    '',
    '',
    '',
    '/',
    '.html',
    '.png',
    '.pdf',
    '?page=2',
    '?a=1&b=2',
    '#/route',
    '/index.html',
  ])
  return `${host}/${folders}/${random.pick(['page', 'item', 'v'])}-${random.below(4000)}${tail}`
}
