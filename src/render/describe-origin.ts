import type { PlannedOrigin } from '../plan/plan.ts'
import { printable } from '../util/printable.ts'

/** Returns where a setting came from, in the words that every output uses. */
export function describeOrigin(origin: PlannedOrigin): string {
  const place = origin.file === undefined ? undefined : placeOf(origin.file, origin.line)
  const name = origin.name === undefined ? '' : ` ${printable(origin.name)}`
  const note = origin.note === undefined ? '' : ` (${printable(origin.note)})`
  switch (origin.kind) {
    case 'default':
      return `default${note}`
    case 'written':
      return (place ?? 'written') + note
    case 'project-defaults':
      return `project defaults${behind(place)}${note}`
    case 'profile':
    case 'environment':
    case 'matrix':
      return `${origin.kind}${name}${behind(place)}${note}`
    case 'variable':
      return `env${name}${behind(place)}${note}`
    case 'migrated':
      return `migrated from${name}${behind(place)}${note}`
    case 'prompt-lock':
      return `prompt lock${behind(place)}${note}`
    case 'option':
      return `--set${note}`
    case 'recorded':
      return `recorded${note}`
  }
}

function placeOf(file: string, line: number | undefined): string {
  return line === undefined ? printable(file) : `${printable(file)}:${line}`
}

function behind(place: string | undefined): string {
  return place === undefined ? '' : ` (${place})`
}
