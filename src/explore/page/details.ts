import type { Replay } from '../../frontier/replay-trail.ts'
import { reasonsFor } from '../evaluate.ts'
import type { ExploredCrawl } from '../explored-crawl.ts'
import { verdictWords } from '../verdict-words.ts'
import { byId, make } from './dom.ts'

/** Shows why one URL is in or out; without a URL the details are empty. */
export function showDetails(crawl: ExploredCrawl, replay: Replay, url: number | undefined): void {
  const box = byId('details', HTMLElement)
  const text = url === undefined ? undefined : crawl.trail.urls[url]
  if (url === undefined || text === undefined) {
    box.replaceChildren(make('p', 'quiet', 'Choose a URL in the tree to see why it is in or out.'))
    return
  }
  const verdict = replay.verdicts[url] ?? 'not-found'
  const { sign, word } = verdictWords[verdict]
  const { because, flip, found, steps } = reasonsFor(crawl, replay, url)
  const kind = verdict === 'in' ? 'in' : verdict === 'failed' ? 'failed' : 'out'
  const head = verdict === 'in' || verdict === 'failed' ? word : `out: ${word}`
  box.replaceChildren(
    make('p', '', make('span', `verdict ${kind}`, `${sign} ${head}`), ' ', make('code', '', text)),
    make('p', '', because),
    ...(flip === undefined ? [] : [make('p', '', flip)]),
    ...(found === '' ? [] : [make('p', 'quiet', found)]),
    ...(steps.length === 0 ? [] : [allRules(steps)]),
  )
}

function allRules(steps: ReturnType<typeof reasonsFor>['steps']): HTMLElement {
  const list = make(
    'ul',
    'rules',
    ...steps.map(({ rule, passed, detail }) =>
      make(
        'li',
        '',
        make('span', passed ? 'in' : 'out', passed ? '✓' : '✗'),
        ` ${rule}: `,
        make('span', 'quiet', detail),
      ),
    ),
  )
  return make('details', '', make('summary', '', 'Result of every rule'), list)
}
