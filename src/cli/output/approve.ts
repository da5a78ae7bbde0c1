import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'

export interface ApprovalWords {
  /** The command that needs no answer, quoted for a shell. */
  readonly command: string
  /** The message when the answer is not `yes`. */
  readonly otherwise: string
}

/**
 * Asks on the terminal whether to continue; only `yes` confirms. Without a terminal it names the command that needs no answer.
 */
export async function approve(
  host: Host,
  question: string,
  { command, otherwise }: ApprovalWords,
): Promise<Extract<ExitStatus, 0 | 6>> {
  if (!host.stdin.isTerminal || !host.stderr.isTerminal) {
    host.stderr.say(`Approval is needed, and there is no terminal to ask on. To go on, run:\n  ${command}\n`)
    return exitStatus.approval
  }
  host.stderr.say(`${question}\nOnly "yes" is accepted: `)
  const answer = await host.stdin.readLine()
  if (answer?.trim() === 'yes') return exitStatus.ok
  host.stderr.say(`${answer === undefined ? '\n' : ''}${otherwise}\n`)
  return exitStatus.approval
}
