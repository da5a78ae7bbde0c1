import { plural } from '../../util/text.ts'
import { rulesAbout } from '../rule.ts'

const migrationRule = rulesAbout('setting', { decidedBy: 'request' })
const contradictionRule = rulesAbout('setting')
const questionRule = rulesAbout('question', { decidedBy: 'request' })

export const migrateRules = () => ({
  'migrate/depth-meaning': migrationRule.warning(
    '"maxDepth: {depth}" becomes "maxDiscoveryDepth: {depth}", which counts links followed from the start URL, not path segments.',
    'Check which pages it reaches, or keep the old meaning with "crawlform migrate --preserve-depth".',
  ),
  'migrate/depth-dropped': migrationRule.warning(
    '"maxDepth: {depth}" has no counterpart next to "maxDiscoveryDepth: {discovery}" and is dropped.',
    'To limit path segments, use a pattern in "includePaths".',
  ),
  'migrate/depth-below-start': migrationRule.warning<{ depth: string; segments: number }>(
    ({ depth, segments }) =>
      `"maxDepth: ${depth}" is less than the ${plural(segments, 'path segment')} of the start URL, which version 1 refused.`,
    'Write the number of links to follow as "maxDiscoveryDepth".',
  ),
  'migrate/depth-not-preserved': migrationRule.warning(
    '"maxDepth" cannot be kept as a pattern because {because}.',
    'It becomes "maxDiscoveryDepth", which counts links; check which pages it reaches.',
  ),
  'migrate/contradiction': contradictionRule.error(
    '"{first}" and "{second}" contradict each other.',
    'Write only "{setting}".',
  ),
  'migrate/superseded': migrationRule.warning(
    '"{old}" has no effect because "{by}" is set.',
    'Remove "{old}".',
  ),
  'migrate/no-counterpart': migrationRule.warning(
    '"{setting}" has no counterpart in version 2: {lost}.',
    'Remove "{setting}" if you do not need it.',
  ),
  'migrate/needs-options': questionRule.error(
    'The format "{format}" needs "{options}" with a schema or a prompt.',
    'Add "{options}", or remove "{format}" from "formats".',
  ),
  'migrate/unused-options': migrationRule.error(
    '"{options}" is set, but "formats" does not include "{format}".',
    'Add "{format}" to "formats", or remove "{options}".',
  ),
  'migrate/ignored-options': migrationRule.warning(
    '"{options}" had no effect without the format "{format}" and is dropped.',
    'Add "{format}" to "formats" if you need it.',
  ),
  'migrate/ambiguous-format': migrationRule.error(
    'The format "{format}" does not exist in version 2; write {choices}.',
  ),
  'migrate/placeholder': migrationRule.error(
    '"{setting}" is "{value}", so the value of "{becomes}" is unknown.',
    'Write "{becomes}" by hand.',
  ),
  'migrate/unreadable': migrationRule.error(
    '"{setting}" is {value}, which is not {wanted}.',
    'Write {wanted}.',
  ),
  'migrate/cannot-rewrite': migrationRule.error(
    '"{setting}" cannot be rewritten safely.',
    'Write it as a plain key and value, or edit the file by hand. It still works as version 1.',
  ),
  'migrate/changed-default': migrationRule.info(
    'Some omitted settings have new defaults: {settings}.',
    'Keep the old defaults with "crawlform migrate --pin-defaults".',
  ),
})
