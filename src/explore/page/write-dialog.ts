import type { ScopeEdit } from '../explored-crawl.ts'
import { byId, make } from './dom.ts'

/** Asks before settings are written to the file: shows what would change there, and writes only on Yes. */
export class WriteDialog {
  readonly #button = byId('write', HTMLButtonElement)
  readonly #dialog = byId('ask', HTMLDialogElement)
  readonly #yes = byId('ask-yes', HTMLButtonElement)
  readonly #edit: () => ScopeEdit
  #digest = ''

  /** @param edit returns the settings as they are now */
  constructor(edit: () => ScopeEdit) {
    this.#edit = edit
    this.#button.addEventListener('click', () => void this.#ask())
    this.#yes.addEventListener('click', () => void this.#write())
    byId('ask-no', HTMLButtonElement).addEventListener('click', () => this.#dialog.close())
  }

  allow(hasChanges: boolean): void {
    this.#button.disabled = !hasChanges
  }

  async #ask(): Promise<void> {
    const answer = await post('change', { edit: this.#edit() })
    const title = byId('ask-title', HTMLElement)
    const text = byId('ask-text', HTMLElement)
    const diff = byId('ask-diff', HTMLElement)
    this.#yes.hidden = diff.hidden = 'error' in answer
    if ('error' in answer) {
      title.textContent = 'Cannot write the settings'
      text.replaceChildren(make('p', '', answer.error))
    } else {
      const { file, also = [], diff: lines = [], digest = '' } = answer
      this.#digest = digest
      title.textContent = `Write this to ${file}?`
      text.replaceChildren(
        ...(also.length === 0 ? [] : [make('p', 'note', `It changes ${also.join(', ')} too.`)]),
      )
      diff.replaceChildren(...lines.slice(2).map((line) => diffLine(line)))
    }
    this.#dialog.showModal()
  }

  async #write(): Promise<void> {
    const answer = await post('write', { edit: this.#edit(), digest: this.#digest })
    if (!('error' in answer)) return location.reload()
    this.#yes.hidden = true
    byId('ask-title', HTMLElement).textContent = 'Nothing was written'
    byId('ask-text', HTMLElement).replaceChildren(make('p', '', answer.error))
  }
}

type Answer =
  | { readonly error: string }
  | {
      readonly file: string
      readonly diff?: readonly string[]
      readonly also?: readonly string[]
      readonly digest?: string
    }

async function post(name: string, body: object): Promise<Answer> {
  try {
    const response = await fetch(name, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Answer
  } catch {
    return { error: 'No answer: "crawlform explore" has ended.' }
  }
}

function diffLine(line: string): HTMLElement {
  const tag = line.startsWith('+') ? 'ins' : line.startsWith('-') ? 'del' : 'span'
  return make(tag, '', `${line}\n`)
}
