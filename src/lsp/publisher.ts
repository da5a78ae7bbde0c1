import type { Connection, PublishDiagnosticsParams } from 'vscode-languageserver/node'
import { type Clock, ringAfter } from '../util/clock.ts'
import { messageOf } from '../util/message-of.ts'
import { editorDiagnostics } from './editor-diagnostics.ts'
import type { OpenProject } from './open-project.ts'
import type { Workspace } from './workspace.ts'

/** Edits that follow each other faster are checked once. */
const PAUSE_MS = 30

/** Sends the problems of all projects to the editor when typing pauses, or when a request needs the new text. */
export class Publisher {
  /** Whether schema problems are sent also for files that another language server checks. */
  withSchema = false
  readonly #connection: Connection
  readonly #workspace: Workspace
  readonly #clock: Clock
  /** Calls off the planned check; undefined if there is none. */
  #callOff: (() => void) | undefined
  /** The problems that the editor shows, as JSON by address. */
  #shown: ReadonlyMap<string, string> = new Map()
  #logged = ''

  constructor(connection: Connection, workspace: Workspace, clock: Clock) {
    this.#connection = connection
    this.#workspace = workspace
    this.#clock = clock
  }

  /** Plans a check after an edit. */
  plan(): void {
    this.#workspace.forget()
    this.#callOff?.()
    this.#callOff = ringAfter(this.#clock, PAUSE_MS, () => this.flush())
  }

  /** Checks now if a check is planned. Never throws: the next edit may repair the reason. */
  flush(): void {
    if (this.#callOff === undefined) return
    this.#callOff()
    this.#callOff = undefined
    try {
      this.#publish(this.#workspace.projects())
    } catch (error) {
      this.#log(messageOf(error))
    }
  }

  #publish(projects: readonly OpenProject[]): void {
    const shown = new Map<string, string>()
    for (const project of projects) {
      const files = new Set([...project.openFiles(), ...project.loaded.diagnostics.map(({ file }) => file)])
      for (const file of files) {
        const text = project.text(file)
        if (text === undefined) continue
        const diagnostics = [...editorDiagnostics(project, text, this)]
        const { uri } = text
        if (diagnostics.length > 0) shown.set(uri, JSON.stringify(diagnostics))
        if (project.isOpen(file)) this.#send({ uri, diagnostics, version: text.document.version })
        // A thousand closed files may have problems, and an edit changes those of a few.
        else if (shown.get(uri) !== this.#shown.get(uri)) this.#send({ uri, diagnostics })
      }
    }
    for (const uri of this.#shown.keys()) if (!shown.has(uri)) this.#send({ uri, diagnostics: [] })
    this.#shown = shown
    this.#log(projects.flatMap(placelessProblems).join('\n'))
  }

  #send(params: PublishDiagnosticsParams): void {
    void this.#connection.sendDiagnostics(params).catch(() => {
      // The editor has gone, and the end of stdin ends the process.
    })
  }

  /** Writes to the editor's log, the same message once. */
  #log(message: string): void {
    if (message !== '' && message !== this.#logged) this.#connection.console.warn(message)
    this.#logged = message
  }
}

/** Returns the problems of the command line, which no text shows. */
function placelessProblems({ loaded }: OpenProject): readonly string[] {
  return loaded.diagnostics.filter(({ file }) => file.startsWith('--')).map(({ message }) => message)
}
