import { commandNames } from '../declarations/declarations.ts'

/** Returns how this program is called: npx, and npm in its scripts, set the variable. */
export function programName(env: Readonly<Record<string, string | undefined>>): string {
  return env['npm_command'] === undefined ? 'crawlform' : 'npx crawlform'
}

/** A line of a user's file in a code frame, which is shown unchanged. */
// oxlint-disable-next-line no-control-regex
const frame = /^ *(?:\u001b\[[\d;]*m)*(?: *\d+)? *\|/

/**
 * Rewrites the commands in `text` so that they work when pasted: messages always say `crawlform plan`, and `program` is how
 * this one was called.
 */
export function withInvocation(text: string, program: string): string {
  if (program === 'crawlform') return text
  // A command as messages write it, however the program was started.
  const hint = new RegExp(
    String.raw`(?<![\w./@-]|npx )crawlform (?=(?:${commandNames.join('|')})\b|<command>|--?\w)`,
    'g',
  )
  return text
    .split('\n')
    .map((line) => (frame.test(line) ? line : line.replaceAll(hint, `${program} `)))
    .join('\n')
}
