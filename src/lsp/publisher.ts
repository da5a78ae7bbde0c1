import { MessageType, ShowMessageNotification, DiagnosticSeverity } from 'vscode-languageserver/node'
import type {
  Connection,
  PublishDiagnosticsParams,
  Diagnostic as EditorDiagnostic,
  DiagnosticRelatedInformation,
} from 'vscode-languageserver/node'
import { type Clock, callAfter } from '../util/clock.ts'
import { groupBy } from '../util/group-by.ts'
import { messageOf } from '../util/message-of.ts'
import type { OpenProject, Workspace } from './open-project.ts'
import { type Diagnostic, isSchemaRule, type RelatedPlace } from '../diagnostics/diagnostic.ts'
import type { Severity } from '../diagnostics/rule.ts'
import { rulePage } from '../render/render-rule.ts'
import type { TextPlaces } from './text-places.ts'

/** Edits that follow each other faster are checked together. */
const EDIT_MS = 10
/** The pause after which typing has stopped. */
const PAUSE_MS = 300

/** Sends problems of an edited file at once, and of all projects when typing stops. Never throws: the next edit may help. */
export class Publisher {
  /** Whether schema problems are sent; undefined if the first comment of each file decides. */
  withSchema: boolean | undefined
  readonly #connection: Connection
  readonly #workspace: Workspace
  readonly #clock: Clock
  /** Cancels the check of edited files; undefined if no file was edited. */
  #cancelEdit: (() => void) | undefined
  /** Cancels the check of everything. */
  #cancelPause: (() => void) | undefined
  /** What the editor shows, as JSON by address. */
  #shown = new Map<string, string>()
  #lastMessage = ''
  readonly #refused = new Set<string>()

  constructor(connection: Connection, workspace: Workspace, clock: Clock) {
    this.#connection = connection
    this.#workspace = workspace
    this.#clock = clock
  }

  /** Plans checks after a text or a file has changed. */
  plan(): void {
    this.#workspace.edit()
    this.#cancelEdit?.()
    this.#cancelPause?.()
    this.#cancelEdit = callAfter(this.#clock, EDIT_MS, () => this.flush())
    this.#cancelPause = callAfter(this.#clock, PAUSE_MS, () => this.#checkAll())
  }

  /** Checks edited files now, or everything if nothing is loaded yet. A request needs this, because its positions belong to the new text. */
  flush(): void {
    if (this.#cancelEdit === undefined) return
    if (!this.#workspace.isLoaded()) return this.#checkAll()
    this.#cancelEdit()
    this.#cancelEdit = undefined
    this.#attempt(() => {
      for (const project of this.#workspace.projects()) this.#show(project, project.openFiles())
    })
  }

  /** Loads and checks everything, with the rules that compare files. */
  #checkAll(): void {
    this.#cancelEdit?.()
    this.#cancelPause?.()
    this.#cancelEdit = undefined
    this.#attempt(() => {
      this.#workspace.forget()
      const projects = this.#workspace.projects()
      // Open files may have become clean.
      const filesOf = (project: OpenProject): readonly string[] => [
        ...new Set([...project.openFiles(), ...project.loaded.diagnostics.map(({ file }) => file)]),
      ]
      const shown = new Set(projects.flatMap((project) => this.#show(project, filesOf(project))))
      for (const uri of this.#shown.keys()) {
        if (shown.has(uri)) continue
        this.#shown.delete(uri)
        this.#send({ uri, diagnostics: [] })
      }
      const problems = projects.flatMap(({ loaded }) => loaded.diagnostics)
      // No text shows the problems of the command line.
      const placeless = problems.filter(({ file }) => file.startsWith('--'))
      this.#showMessage(placeless.map(({ message }) => message).join('\n'))
    })
  }

  #attempt(check: () => void): void {
    try {
      check()
    } catch (error) {
      this.#showMessage(messageOf(error))
    }
  }

  /** Sends the problems of files if the editor shows others, and returns the addresses of these files. */
  #show(project: OpenProject, files: readonly string[]): readonly string[] {
    const found = groupBy(project.loaded.diagnostics, ({ file }) => file)
    return files.flatMap((file) => {
      const text = project.text(file)
      if (text === undefined) return []
      const { uri } = text
      const diagnostics = [...editorDiagnostics(found.get(file) ?? [], text, project, this)]
      const version = project.isOpen(file) ? { version: text.document.version } : {}
      const params = { uri, diagnostics, ...version }
      const shown = JSON.stringify(params)
      if (this.#shown.get(uri) !== shown) this.#send(params)
      this.#shown.set(uri, shown)
      return [uri]
    })
  }

  #send(params: PublishDiagnosticsParams): void {
    void this.#connection.sendDiagnostics(params).catch(ignore)
  }

  /** Shows why something is refused, once while the server runs. */
  refuse(reason: string): void {
    if (!this.#refused.has(reason)) this.#showMessage(reason)
    this.#refused.add(reason)
  }

  /** Shows a problem that no text can show. The same message is shown once. */
  #showMessage(message: string): void {
    if (message !== '' && message !== this.#lastMessage)
      void this.#connection
        .sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message })
        .catch(ignore)
    this.#lastMessage = message
  }
}

/** If a message cannot be sent, the editor has gone, and the end of stdin ends the process. */
function ignore(): void {}

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
}

/** The first comment of a file that yaml-language-server checks by a schema of ours. */
const OUR_SCHEMA = /^\s*#[ \t]*yaml-language-server:[ \t]*\$schema=\S*\b(?:crawl|project)\.schema\.json\s/

/** Returns problems for the editor. By default, schema problems are left out if the first comment names our schema. */
function editorDiagnostics(
  diagnostics: readonly Diagnostic[],
  text: TextPlaces,
  project: OpenProject,
  { withSchema }: { readonly withSchema: boolean | undefined },
): readonly EditorDiagnostic[] {
  const isWanted = withSchema ?? !OUR_SCHEMA.test(text.body)
  return diagnostics
    .filter(({ rule }) => isWanted || !isSchemaRule(rule))
    .map((diagnostic) => editorDiagnostic(diagnostic, text, project))
}

export function editorDiagnostic(
  diagnostic: Diagnostic,
  text: TextPlaces,
  project: OpenProject,
): EditorDiagnostic {
  const { rule, severity, message, help, related = [] } = diagnostic
  const places = related.flatMap((one) => relatedInformation(one, project))
  return {
    range: text.range(diagnostic),
    severity: severities[severity],
    code: rule,
    // The rule's page in the installed package, two folders above the source and the bundle.
    codeDescription: { href: new URL(`../../${rulePage(rule)}`, import.meta.url).href },
    source: 'crawlform',
    message: help === undefined ? message : `${message}\n${help}`,
    ...(places.length === 0 ? {} : { relatedInformation: places }),
  }
}

function relatedInformation(
  { message, place }: RelatedPlace,
  project: OpenProject,
): readonly DiagnosticRelatedInformation[] {
  const text = project.text(place.file)
  return text === undefined ? [] : [{ message, location: { uri: text.uri, range: text.range(place) } }]
}
