import { plural } from '../../util/plural.ts'
import { rulesAbout } from '../rule.ts'

const migrationRule = rulesAbout('setting', { decidedBy: 'request' })
const contradictionRule = rulesAbout('setting')
const questionRule = rulesAbout('question', { decidedBy: 'request' })

export const migrateRules = {
  'migrate/depth-meaning': migrationRule<{ depth: string }>({
    severity: 'warning',
    message: ({ depth }) =>
      `"maxDepth: ${depth}" becomes "maxDiscoveryDepth: ${depth}", which counts links followed from the start URL, not path segments.`,
    help: () =>
      'Check which pages it reaches, or keep the old meaning with "crawlform migrate --preserve-depth".',
  }),
  'migrate/depth-dropped': migrationRule<{ depth: string; discovery: string }>({
    severity: 'warning',
    message: ({ depth, discovery }) =>
      `"maxDepth: ${depth}" has no counterpart next to "maxDiscoveryDepth: ${discovery}" and is dropped.`,
    help: () => 'To limit path segments, use a pattern in "includePaths".',
  }),
  'migrate/depth-below-start': migrationRule<{ depth: string; segments: number }>({
    severity: 'warning',
    message: ({ depth, segments }) =>
      `"maxDepth: ${depth}" is less than the ${plural(segments, 'path segment')} of the start URL, which version 1 refused.`,
    help: () => 'Write the number of links to follow as "maxDiscoveryDepth".',
  }),
  'migrate/depth-not-preserved': migrationRule<{ because: string }>({
    severity: 'warning',
    message: ({ because }) => `"maxDepth" cannot be kept as a pattern because ${because}.`,
    help: () => 'It becomes "maxDiscoveryDepth", which counts links; check which pages it reaches.',
  }),
  'migrate/contradiction': contradictionRule<{ first: string; second: string; setting: string }>({
    severity: 'error',
    message: ({ first, second }) => `"${first}" and "${second}" contradict each other.`,
    help: ({ setting }) => `Write only "${setting}".`,
  }),
  'migrate/superseded': migrationRule<{ old: string; by: string }>({
    severity: 'warning',
    message: ({ old, by }) => `"${old}" has no effect because "${by}" is set.`,
    help: ({ old }) => `Remove "${old}".`,
  }),
  'migrate/no-counterpart': migrationRule<{ setting: string; lost: string }>({
    severity: 'warning',
    message: ({ setting, lost }) => `"${setting}" has no counterpart in version 2: ${lost}.`,
    help: ({ setting }) => `Remove "${setting}" if you do not need it.`,
  }),
  'migrate/needs-options': questionRule<{ format: string; options: string }>({
    severity: 'error',
    message: ({ format, options }) => `The format "${format}" needs "${options}" with a schema or a prompt.`,
    help: ({ options, format }) => `Add "${options}", or remove "${format}" from "formats".`,
  }),
  'migrate/unused-options': migrationRule<{ options: string; format: string }>({
    severity: 'error',
    message: ({ options, format }) => `"${options}" is set, but "formats" does not include "${format}".`,
    help: ({ options, format }) => `Add "${format}" to "formats", or remove "${options}".`,
  }),
  'migrate/ignored-options': migrationRule<{ options: string; format: string }>({
    severity: 'warning',
    message: ({ options, format }) =>
      `"${options}" had no effect without the format "${format}" and is dropped.`,
    help: ({ format }) => `Add "${format}" to "formats" if you need it.`,
  }),
  'migrate/ambiguous-format': migrationRule<{ format: string; choices: string }>({
    severity: 'error',
    message: ({ format, choices }) => `The format "${format}" does not exist in version 2; write ${choices}.`,
  }),
  'migrate/placeholder': migrationRule<{ setting: string; value: string; becomes: string }>({
    severity: 'error',
    message: ({ setting, value, becomes }) =>
      `"${setting}" is "${value}", so the value of "${becomes}" is unknown.`,
    help: ({ becomes }) => `Write "${becomes}" by hand.`,
  }),
  'migrate/unreadable': migrationRule<{ setting: string; value: string; wanted: string }>({
    severity: 'error',
    message: ({ setting, value, wanted }) => `"${setting}" is ${value}, which is not ${wanted}.`,
    help: ({ wanted }) => `Write ${wanted}.`,
  }),
  'migrate/cannot-rewrite': migrationRule<{ setting: string }>({
    severity: 'error',
    message: ({ setting }) => `"${setting}" cannot be rewritten safely.`,
    help: () => 'Write it as a plain key and value, or edit the file by hand. It still works as version 1.',
  }),
  'migrate/changed-default': migrationRule<{ settings: string }>({
    severity: 'info',
    message: ({ settings }) => `Some omitted settings have new defaults: ${settings}.`,
    help: () => 'Keep the old defaults with "crawlform migrate --pin-defaults".',
  }),
}
