import type { Verdict } from '../frontier/replay-trail.ts'

interface VerdictWords {
  /** Carries the meaning without colours. */
  readonly sign: '✓' | '✗' | '!'
  readonly word: string
  /** One sentence, used if the scope rules have no sentence of their own. */
  readonly because?: string
}

/** How each verdict is shown. */
export const verdictWords: Readonly<Record<Verdict, VerdictWords>> = {
  in: { sign: '✓', word: 'in' },
  'links-only': {
    sign: '✗',
    word: 'links only',
    because:
      'The crawl starts here, so it is fetched for its links. The patterns keep it out of the results.',
  },
  failed: { sign: '!', word: 'failed', because: 'It is in scope, but could not be fetched.' },
  'not-found': {
    sign: '✗',
    word: 'not found',
    because: 'No fetched page links to it.',
  },
  protocol: { sign: '✗', word: 'protocol' },
  depth: { sign: '✗', word: 'depth' },
  'file-type': { sign: '✗', word: 'file type' },
  fragment: { sign: '✗', word: 'fragment' },
  'child-path': { sign: '✗', word: 'child path' },
  excluded: { sign: '✗', word: 'excluded' },
  'not-included': { sign: '✗', word: 'not included' },
  host: { sign: '✗', word: 'host' },
  robots: { sign: '✗', word: 'robots', because: 'The robots.txt of its host forbids it.' },
  duplicate: {
    sign: '✗',
    word: 'duplicate',
    because: 'It is another URL of a page that was already found.',
  },
  limit: { sign: '✗', word: 'limit', because: 'It is in scope, but beyond the limit.' },
}
