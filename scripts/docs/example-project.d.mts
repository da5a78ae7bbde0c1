/** Returns the files of a rule's example, the shell lines that prepare it, and the command that shows the problem. */
export function exampleProject(example: string): {
  files: Map<string, string>
  prepare: string[]
  command: string
}
