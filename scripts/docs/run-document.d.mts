/** What answers for an address of a document. */
export interface Stand {
  /** What is written in files and commands instead of the address. */
  readonly url: string
  close?(): Promise<void> | void
}

export interface RunDocumentOptions {
  /** The checkout whose built program runs. */
  readonly root: string
  /** Opens what `<!-- test: stand KIND ADDRESS ... -->` asks for; `directory` is removed afterwards. */
  stand?(
    kind: string,
    options: { readonly directory: string; readonly more: readonly string[] },
  ): Promise<Stand>
  /** Runs crawlform where a command needs no shell; without it the built program does. */
  run?(
    argv: readonly string[],
    where: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  ): Promise<{ readonly output: string; readonly status: number }>
}

/**
 * Runs the files and commands of a Markdown document, and gives it back with what was really shown. Throws when a command
 * ends with another status than it is written to.
 */
export function runDocument(markdown: string, options: RunDocumentOptions): Promise<string>
