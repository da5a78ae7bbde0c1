import { ansiStyle, plainStyle, type Style } from '../../render/render.ts'
import type { Host, OutputStream, ReaderStream } from '../process/host.ts'
import type { Options } from '../arguments/options.ts'

/**
 * Returns the width and colours of text on a stream. `--color` decides about colours, then FORCE_COLOR, NO_COLOR (no-color.org)
 * and TERM=dumb; by default only terminals get them.
 */
export function chooseStyle(stream: ReaderStream, host: Host, options: Options): Style {
  const style = wantsColour(stream, host, options) ? ansiStyle : plainStyle
  const columns = stream.width
  return columns === undefined ? style : { ...style, columns }
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
