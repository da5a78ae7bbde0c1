import { parseFile } from '../../document/document.ts'
import { copyState } from '../../state/move-record.ts'
import { plural } from '../../util/plural.ts'
import { printable } from '../../util/printable.ts'
import type { StateSpec } from '../../validate/crawl-spec.ts'
import { validateProject } from '../../validate/validate-project.ts'
import { sessionDependenciesOf } from '../project/project.ts'
import { openBackend } from '../../session/open-backend.ts'
import { UsageError } from '../process/usage-error.ts'
import { sayChange } from './repair-records.ts'
import type { StateAction } from './state.ts'

const HELP =
  'Use local, git, or the former value of "state:" in crawlform.yaml, such as --from "{ backend: git, branch: crawlform-state }".'

/** Copies the record from another backend to the one that the project file names. */
export const migrateState: StateAction = async (host, input, { names, loaded, backend }) => {
  const from = input.options.text('from')
  if (from === undefined || names.length > 0) {
    throw new UsageError(
      '"state migrate" takes no names; it needs "--from" with the current backend of the record.',
      HELP,
    )
  }
  const environment = { ...loaded.environment, state: readState(from) }
  const source = openBackend(sessionDependenciesOf(host, input), { ...loaded, environment })
  if (source.description === backend.description) {
    throw new UsageError(
      `The record is already in ${backend.description}.`,
      'Set "state" in crawlform.yaml to the new backend first.',
    )
  }
  return sayChange(host, async () => {
    const { state, isNews } = await copyState(source, backend)
    const places = `${printable(source.description)} to ${printable(backend.description)}`
    const count = plural(state.records.length, 'record')
    return isNews
      ? `${count} copied from ${places}. The old copy was not changed and is no longer used.`
      : `${count} copied from ${places} before; nothing to do.`
  })
}

/** Returns `from` as the value of an environment's `state:`, held against the same schema. */
function readState(from: string): StateSpec {
  const state = /^\w+$/.test(from) ? `{ backend: ${from} }` : from
  const text = `version: 2\nenvironments: { source: { service: embedded, state: ${state} } }\n`
  const parsed = parseFile('--from', new TextEncoder().encode(text))
  const [document] = parsed.ok ? parsed.value : []
  const checked = document === undefined ? undefined : validateProject(document)
  const spec = checked?.ok === true ? checked.value.environments['source'] : undefined
  if (spec !== undefined) return spec.state
  const [problem] = checked?.diagnostics ?? parsed.diagnostics
  throw new UsageError(
    `"--from" is "${from}", which is not a state backend. ${problem?.message ?? ''}`.trim(),
    HELP,
  )
}
