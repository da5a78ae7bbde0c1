/** The command was called wrongly (exit status 64). The message is for the person who typed it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly help: string | undefined
  constructor(message: string, help?: string) {
    super(message)
    this.help = help
  }
}
