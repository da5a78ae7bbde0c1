import { ansiStyle, plainStyle, type Style } from '../../render/style.ts'
import type { Host, OutputStream } from '../process/host.ts'
import type { Options } from '../arguments/options.ts'

/**
 * Chooses colours as `--color` says; else by FORCE_COLOR, NO_COLOR (no-color.org) and TERM=dumb; else only on a
 * terminal.
 */
export function chooseStyle(stream: OutputStream, host: Host, options: Options): Style {
  return wantsColour(stream, host, options) ? ansiStyle : plainStyle
}

function wantsColour(stream: OutputStream, { env }: Host, options: Options): boolean {
  const asked = options.text('color')
  if (asked === 'always') return true
  if (asked === 'never' || options.flag('color') === false) return false
  const forced = env['FORCE_COLOR']
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  if ((env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb') return false
  return stream.isTerminal
}
