/**
 * The page's script. Input: the crawl embedded in the page as JSON. Output: the tree of its URLs under the current settings.
 */
import type { Replay, Verdict } from '../../frontier/replay-trail.ts'
import { worstCaseCredits } from '../../request/page-charges.ts'
import { pagesAndCredits } from '../../render/format-value.ts'
import type { ScopeSettings } from '../../scope/scope.ts'
import { plural } from '../../util/text.ts'
import { evaluate, reasonsFor, VERDICTS, verdictWords } from '../evaluate.ts'
import { editOf, type ExploredCrawl, settingsYaml } from '../explored-crawl.ts'
import { type RowFilter, tally, TreeRows, type UrlVerdicts, urlTree } from '../url-tree.ts'
import { byId, make } from './dom.ts'
import { ScopeForm } from './scope-form.ts'
import { TreeView } from './tree-view.ts'
import { WriteDialog } from './write-dialog.ts'

class ExplorerPage {
  readonly #crawl: ExploredCrawl
  readonly #form: ScopeForm
  readonly #tree: TreeView
  readonly #search = byId('search', HTMLInputElement)
  readonly #kinds = byId('kinds', HTMLElement)
  readonly #base: Replay
  readonly #dialog: WriteDialog | undefined
  #replay: Replay
  #settings: ScopeSettings
  #show: RowFilter['show'] = 'all'
  #url: number | undefined

  constructor(crawl: ExploredCrawl) {
    this.#crawl = crawl
    this.#settings = crawl.settings
    this.#base = this.#replay = evaluate(crawl, crawl.settings)
    this.#form = new ScopeForm(crawl.settings, () => this.#decide())
    const { urls } = crawl.trail
    this.#tree = new TreeView(new TreeRows(urlTree(urls), urls), (url) => {
      this.#url = url
      showDetails(this.#crawl, this.#replay, url)
    })
    this.#search.addEventListener('input', () => this.#showTree())
    this.#kinds.addEventListener('click', (event) => this.#chooseKind(event))
    byId('reset', HTMLButtonElement).addEventListener('click', () => {
      this.#form.reset()
      this.#decide()
    })
    byId('copy-yaml', HTMLButtonElement).addEventListener('click', () => void this.#copy(this.#yaml()))
    byId('copy-urls', HTMLButtonElement).addEventListener('click', () => void this.#copy(this.#list()))
    this.#dialog = crawl.canWrite ? new WriteDialog(() => editOf(this.#settings)) : undefined
    this.#showAll()
  }

  #decide(): void {
    const settings = this.#form.read()
    // The tree then does not show the settings of the form.
    document.body.classList.toggle('stale', settings === undefined)
    byId('stale', HTMLElement).hidden = settings !== undefined
    if (settings === undefined) {
      byId('reset', HTMLButtonElement).disabled = false
      return this.#allowTaking(false)
    }
    this.#settings = settings
    this.#replay = evaluate(this.#crawl, settings)
    this.#showAll()
  }

  #showAll(): void {
    this.#showSummary()
    this.#showKinds()
    this.#showTree()
    const yaml = this.#yaml()
    const text = byId('yaml', HTMLElement)
    text.textContent = yaml === '' ? '# No changed settings.' : yaml
    byId('reset', HTMLButtonElement).disabled = yaml === ''
    this.#allowTaking(yaml !== '')
    showDetails(this.#crawl, this.#replay, this.#url)
  }

  #allowTaking(hasChanges: boolean): void {
    byId('copy-yaml', HTMLButtonElement).disabled = !hasChanges
    this.#dialog?.allow(hasChanges)
  }

  #showTree(): void {
    this.#tree.update(this.#verdicts, { search: this.#search.value, show: this.#show })
  }

  #showSummary(): void {
    const { trail, creditsPerPage } = this.#crawl
    const { limit } = this.#settings
    const counts = tally(this.#verdicts)
    const most = pagesAndCredits(limit, worstCaseCredits(creditsPerPage, limit))
    const turns = [
      ...(counts.comes > 0 ? [`+${counts.comes} come in`] : []),
      ...(counts.goes > 0 ? [`−${counts.goes} go out`] : []),
    ]
    byId('summary', HTMLElement).textContent =
      `${plural(counts.in, 'page')} in${turns.length === 0 ? '' : ` (${turns.join(', ')})`}, ${plural(counts.out, 'URL')} out. Worst case: ${most}.`
    const notes = [
      ...(this.#replay.unread.size > 0
        ? [
            `Links on ${plural(this.#replay.unread.size, 'newly included page')} are not known yet. Run the preview again to see them.`,
          ]
        : []),
      ...(this.#settings.sitemap !== 'skip' && trail.settings.sitemap === 'skip'
        ? ['The sitemap was not read. Run the preview again to see its URLs.']
        : []),
      ...(this.#settings.sitemap !== 'only' && trail.settings.sitemap === 'only'
        ? ['Links were not followed. Run the preview again to see where they lead.']
        : []),
      ...(trail.isCut ? [`Only the first ${trail.urls.length} URLs are shown.`] : []),
    ]
    byId('notes', HTMLElement).replaceChildren(...notes.map((note) => make('p', 'note', note)))
  }

  #showKinds(): void {
    const { byVerdict, comes, goes } = tally(this.#verdicts)
    const total = this.#crawl.trail.urls.length
    const kinds: [RowFilter['show'], string, string][] = [
      ['all', 'all', `${total} all`],
      ['changed', 'changed', `± ${comes + goes} changed`],
      ...VERDICTS.filter((verdict) => byVerdict.has(verdict) || verdict === this.#show).map(
        (verdict): [Verdict, string, string] => {
          const { kind, sign, word } = verdictWords(verdict)
          return [verdict, kind, `${sign} ${byVerdict.get(verdict) ?? 0} ${word}`]
        },
      ),
    ]
    const focused = document.activeElement?.getAttribute('data-kind')
    this.#kinds.replaceChildren(
      ...kinds.map(([kind, className, text]) => {
        const button = make('button', `kind ${className}`, text)
        button.type = 'button'
        button.dataset['kind'] = kind
        button.setAttribute('aria-pressed', String(kind === this.#show))
        return button
      }),
    )
    if (focused !== undefined && focused !== null)
      this.#kinds.querySelector<HTMLElement>(`[data-kind="${focused}"]`)?.focus()
  }

  #chooseKind({ target }: MouseEvent): void {
    const kind = target instanceof HTMLElement ? target.dataset['kind'] : undefined
    if (kind === undefined) return
    this.#show = kind as RowFilter['show']
    this.#showKinds()
    this.#showTree()
  }

  get #verdicts(): UrlVerdicts {
    return { now: this.#replay.verdicts, before: this.#base.verdicts }
  }

  #yaml(): string {
    return settingsYaml(this.#form.before, editOf(this.#settings))
  }

  /** Returns every URL with its verdict, one a line. */
  #list(): string {
    const lines = this.#crawl.trail.urls.map((url, id) => `${this.#replay.verdicts[id]}\t${url}`)
    return `${lines.join('\n')}\n`
  }

  async #copy(text: string): Promise<void> {
    const message = byId('copied', HTMLElement)
    try {
      await navigator.clipboard.writeText(text)
      message.textContent = 'Copied.'
    } catch {
      message.textContent = 'The browser blocked copying. Select the text and copy it.'
    }
  }
}

/** Shows why one URL is in or out; without a URL the details are empty. */
function showDetails(crawl: ExploredCrawl, replay: Replay, url: number | undefined): void {
  const box = byId('details', HTMLElement)
  const text = url === undefined ? undefined : crawl.trail.urls[url]
  if (url === undefined || text === undefined) {
    box.replaceChildren(make('p', 'quiet', 'Choose a URL in the tree to see why it is in or out.'))
    return
  }
  const verdict = replay.verdicts[url] ?? 'not-found'
  const { kind, sign, word } = verdictWords(verdict)
  const { because, flip, found, steps } = reasonsFor(crawl, replay, url)
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

new ExplorerPage(JSON.parse(byId('crawl', HTMLScriptElement).text) as ExploredCrawl)
