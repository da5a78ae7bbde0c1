import type { Origin } from '../../src/resolve/resolved-crawl.ts'

/** An origin as one line: what `plan --full` would show, for golden files. */
export function describeOrigin(origin: Origin): string {
  const note = 'note' in origin && origin.note !== undefined ? ` (${origin.note})` : ''
  return `${nameOf(origin)}${note}${placeOf(origin)}`
}

function nameOf(origin: Origin): string {
  switch (origin.kind) {
    case 'profile':
      return `profile ${origin.profile}`
    case 'environment':
      return `environment ${origin.environment}`
    case 'matrix':
      return `matrix ${origin.axis}`
    case 'variable':
      return `env ${origin.variable}`
    case 'migrated':
      return `migrated from ${origin.from} by ${origin.rule}`
    case 'option':
      return `--set ${origin.option}`
    default:
      return origin.kind
  }
}

function placeOf(origin: Origin): string {
  if (!('source' in origin)) return ''
  const { document, pointer, part } = origin.source
  const place = document.locate(pointer, part ?? 'value')
  return ` at ${place.file}:${place.line}:${place.column}`
}
