import { chooseStyle } from './choose-style.ts'
import type { Host } from '../process/host.ts'
import type { Options } from '../arguments/options.ts'
import type { Verbosity } from './verbosity.ts'
import { openProgressDisplay, type ProgressDisplay } from './progress-display.ts'

/** Opens the progress on stderr: bars on terminals, lines in logs, in CI and on terminals that cannot move the cursor. */
export function openDisplay(host: Host, options: Options, verbosity: Verbosity): ProgressDisplay {
  const { env, stderr, clock } = host
  const bars = stderr.isTerminal && env['TERM'] !== 'dumb' && !isCi(host)
  const style = chooseStyle(stderr, host, options)
  return openProgressDisplay(stderr, { style, clock, bars, hasSteps: verbosity === 'steps' })
}

/** Returns the variable that CI systems set; it changes only the presentation. */
export function isCi({ env }: Pick<Host, 'env'>): boolean {
  const ci = env['CI'] ?? ''
  return ci !== '' && ci !== '0' && ci !== 'false'
}
