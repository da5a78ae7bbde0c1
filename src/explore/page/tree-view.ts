import type { Verdict } from '../../frontier/replay-trail.ts'
import { verdictWords } from '../evaluate.ts'
import { turnOf, type RowFilter, type TreeRows, type UrlVerdicts } from '../url-tree.ts'
import { byId, make } from './dom.ts'

/** Height of a row in pixels, as the style sheet has it. */
const ROW = 30
/** Rows made beyond what is seen, so that scrolling shows no gaps. */
const SPARE = 12

/** The tree of URLs on the page. Only visible rows are rendered. The tree keeps the focus, and names the active row. */
export class TreeView {
  readonly #rows: TreeRows
  readonly #box = byId('tree', HTMLElement)
  readonly #space = byId('rows', HTMLElement)
  readonly #empty = byId('no-rows', HTMLElement)
  readonly #onActive: (url: number | undefined) => void
  #verdicts: UrlVerdicts = { now: [], before: [] }
  #filter: RowFilter = { search: '', show: 'all' }
  /** The node that is active, and stays so when rows around it come and go. */
  #active = 0

  /** @param onActive called with the URL of the row that became the active one */
  constructor(rows: TreeRows, onActive: (url: number | undefined) => void) {
    this.#rows = rows
    this.#onActive = onActive
    this.#box.addEventListener('scroll', () => this.#draw(), { passive: true })
    this.#box.addEventListener('keydown', (event) => this.#press(event))
    this.#box.addEventListener('click', (event) => this.#click(event))
    new ResizeObserver(() => this.#draw()).observe(this.#box)
  }

  /** Shows other verdicts, or other rows. */
  update(verdicts: UrlVerdicts, filter: RowFilter): void {
    const isSame = filter.search === this.#filter.search && filter.show === this.#filter.show
    this.#verdicts = verdicts
    this.#filter = filter
    this.#refresh()
    if (!isSame) this.#box.scrollTop = 0
    this.#draw()
  }

  #refresh(): void {
    this.#rows.update(this.#verdicts, this.#filter)
    const { rows } = this.#rows
    this.#space.style.height = `${rows.length * ROW}px`
    this.#empty.hidden = rows.length > 0
    if (!rows.includes(this.#active)) this.#active = rows[0] ?? 0
  }

  #draw(): void {
    const { rows } = this.#rows
    const first = Math.max(0, Math.floor(this.#box.scrollTop / ROW) - SPARE)
    const last = Math.min(
      rows.length,
      Math.ceil((this.#box.scrollTop + this.#box.clientHeight) / ROW) + SPARE,
    )
    const shown: Node[] = []
    for (let index = first; index < last; index++) {
      const row = this.#row(rows[index] ?? 0)
      row.style.top = `${index * ROW}px`
      shown.push(row)
    }
    this.#space.replaceChildren(...shown)
    const active = `row-${this.#active}`
    if (document.querySelector(`#${active}`) === null) this.#box.removeAttribute('aria-activedescendant')
    else this.#box.setAttribute('aria-activedescendant', active)
  }

  #row(place: number): HTMLElement {
    const node = this.#rows.nodes[place]
    const row = make('div', place === this.#active ? 'row active' : 'row')
    if (node === undefined) return row
    row.id = `row-${place}`
    row.setAttribute('role', 'treeitem')
    row.setAttribute('aria-level', String(node.level))
    row.setAttribute('aria-selected', String(place === this.#active))
    row.style.paddingInlineStart = `${Math.min(node.level - 1, 12) * 14 + 6}px`
    if (node.url === undefined) this.#fillFolder(row, place, node.label)
    else this.#fillUrl(row, node.label, node.url)
    return row
  }

  #fillFolder(row: HTMLElement, place: number, label: string): void {
    const isOpen = this.#rows.isOpen(place)
    row.setAttribute('aria-expanded', String(isOpen))
    const counts = this.#rows.countsOf(place)
    const parts = [
      ...(counts.in > 0 ? [make('span', 'in', `✓ ${counts.in} in`)] : []),
      ...(counts.out > 0 ? [make('span', 'out', `✗ ${counts.out} out`)] : []),
      ...(counts.comes > 0 ? [make('span', 'comes', `+${counts.comes}`)] : []),
      ...(counts.goes > 0 ? [make('span', 'goes', `−${counts.goes}`)] : []),
    ]
    const mark = make('span', 'fold', isOpen ? '▾' : '▸')
    mark.setAttribute('aria-hidden', 'true')
    row.append(mark, make('span', 'label', label), make('span', 'counts', ...separated(parts)))
  }

  #fillUrl(row: HTMLElement, label: string, url: number): void {
    const verdict: Verdict = this.#verdicts.now[url] ?? 'not-found'
    const { kind, sign, word } = verdictWords(verdict)
    const turn = turnOf(this.#verdicts, url)
    row.append(
      make('span', `sign ${kind}`, sign),
      make('span', 'label', label),
      make(
        'span',
        'counts',
        ...separated([
          ...(turn === undefined ? [] : [make('span', turn, turn === 'comes' ? '+ comes in' : '− goes out')]),
          make('span', kind, word),
        ]),
      ),
    )
  }

  #click(event: MouseEvent): void {
    const row = event.target instanceof Element ? event.target.closest('[role="treeitem"]') : null
    if (row === null) return
    const place = Number(row.id.slice('row-'.length))
    if (this.#rows.nodes[place]?.url === undefined) this.#toggle(place, !this.#rows.isOpen(place))
    this.#activate(place)
  }

  #press(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const { rows, nodes } = this.#rows
    const index = rows.indexOf(this.#active)
    const node = nodes[this.#active]
    if (node === undefined) return
    const page = Math.max(1, Math.floor(this.#box.clientHeight / ROW) - 1)
    const isFolder = node.url === undefined
    const isOpen = isFolder && this.#rows.isOpen(this.#active)
    const to = (next: number): void => this.#activate(rows[Math.min(Math.max(next, 0), rows.length - 1)] ?? 0)
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => to(index + 1),
      ArrowUp: () => to(index - 1),
      PageDown: () => to(index + page),
      PageUp: () => to(index - page),
      Home: () => to(0),
      End: () => to(rows.length - 1),
      ArrowRight: () => {
        if (isFolder && !isOpen) this.#toggle(this.#active, true)
        else if (isFolder) to(index + 1)
      },
      ArrowLeft: () => {
        if (isOpen) this.#toggle(this.#active, false)
        else if (node.parent !== -1) this.#activate(node.parent)
      },
      Enter: () => (isFolder ? this.#toggle(this.#active, !isOpen) : to(index)),
      ' ': () => (isFolder ? this.#toggle(this.#active, !isOpen) : to(index)),
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    step()
  }

  #toggle(place: number, open: boolean): void {
    this.#rows.toggle(place, open)
    this.#refresh()
    this.#draw()
  }

  #activate(place: number): void {
    this.#active = place
    const index = this.#rows.rows.indexOf(place)
    const { scrollTop, clientHeight } = this.#box
    if (index * ROW < scrollTop) this.#box.scrollTop = index * ROW
    if ((index + 1) * ROW > scrollTop + clientHeight) this.#box.scrollTop = (index + 1) * ROW - clientHeight
    this.#draw()
    this.#onActive(this.#rows.nodes[place]?.url)
  }
}

/** Returns elements with spaces between them, which are read aloud as pauses. */
function separated(parts: readonly Node[]): (Node | string)[] {
  return parts.flatMap((part) => [' ', part])
}
