import { rulesAbout } from '../rule.ts'

const settingRule = rulesAbout('setting')
const nameRule = rulesAbout('name')
const profilesRule = rulesAbout('setting', { decidedBy: { section: '/profiles' } })
const variableRule = rulesAbout('setting', { decidedBy: 'variables' })
const matrixRule = rulesAbout('setting', { decidedBy: 'matrix' })
const axisRule = rulesAbout('setting', { decidedBy: 'matrix', isOfName: true })
const requestRule = rulesAbout('setting', { decidedBy: 'request' })

export const resolveRules = () => ({
  'resolve/unknown-profile': profilesRule.error('The profile "{profile}" is not in crawlform.yaml.', [
    'Did you mean "{suggestion}"?',
    'Known profiles: {known}.',
    'Add it under "profiles" in crawlform.yaml, or remove it from "extends".',
  ]),
  'resolve/repeated-profile': settingRule.error(
    'The profile "{profile}" is named twice in "extends".',
    'Keep it once, after the profiles that it should override.',
  ),
  'resolve/unset-variable': variableRule.error(
    'The environment variable "{variable}" is {state}.',
    'Set it, or write a default: ${env:{variable}:-default}.',
  ),
  'resolve/variable-type': variableRule.error(
    // The value itself may be a secret, so it is not repeated.
    'The value of "{variable}" is not {wanted}.',
    'Set "{variable}" to {wanted}.',
  ),
  'resolve/unknown-axis': axisRule.error<{ axis: string; suggestion: string | undefined; known: string }>(
    ({ axis, known }) =>
      known === ''
        ? `"matrix.${axis}" is used, but this crawl has no "matrix".`
        : `The matrix has no "${axis}".`,
    ({ axis, suggestion, known }) => {
      if (suggestion !== undefined) return `Did you mean "${suggestion}"?`
      return known === '' ? `Add "matrix: { ${axis}: [...] }".` : `It has: ${known}.`
    },
  ),
  'resolve/axis-without-value': matrixRule.error(
    '"matrix.{axis}" has no value in the cell ({cell}).',
    'Give every cell a "{axis}", as a list of the matrix or in "matrix.include".',
  ),
  'resolve/secret-not-allowed': settingRule.error(
    'The secret "{secret}" cannot be used in {where}.',
    'Use secrets in headers, in "webhook" and in text that actions type.',
  ),
  'resolve/literal-secret': settingRule.error(
    '{source} puts text that starts with "${secret:" into the request.',
    'If you mean a secret, write the reference in the file itself.',
  ),
  'resolve/remove-absent': requestRule.warning(
    '{item} is not in the inherited "{setting}", so there is nothing to remove.',
    'Remove this line, or spell the item exactly as in the inherited list.',
  ),
  'resolve/too-many-cells': settingRule.error(
    'This matrix has {cells} combinations; at most {most} are allowed.',
    'Split the crawl, or leave out combinations with "exclude".',
  ),
  'resolve/repeated-value': settingRule.error('{value} is twice in "{axis}".', 'Keep it once.'),
  'resolve/idle-exclude': matrixRule.warning(
    'No combination of this matrix has these values, so nothing is excluded.',
    'Write values as they are in the matrix, or remove the entry.',
  ),
  'resolve/empty-matrix': matrixRule.error(
    'This matrix has no combination left, so there would be no crawl.',
    'Exclude less, or remove "matrix".',
  ),
  'resolve/bad-name': nameRule.error<{ name: string; fromFile: boolean }>(
    '"{name}" is not a crawl name: letters, digits, ".", "_" and "-" are allowed, beginning with a letter or digit.',
    ({ fromFile }) => (fromFile ? 'Give the crawl a "name", or rename the file.' : 'Choose another name.'),
  ),
  'resolve/option-syntax': settingRule.error('"{option}" is not in the form name.request.setting=value.', [
    'Did you mean "{suggestion}"?',
    'For example: --set docs.request.limit=100, or --set "*.request.limit=100" for every crawl.',
  ]),
  'resolve/option-setting': settingRule.error('"{setting}" is not a setting of the request.', [
    '{advice}',
    'Did you mean "{suggestion}"?',
  ]),
  'resolve/option-json': settingRule.error(
    'The value of "{setting}" is not valid JSON.',
    'Put the whole option in single quotes: --set \'*.request.{setting}=["..."]\'.',
  ),
  'resolve/option-item': settingRule.error(
    '"{list}" is a list, and --set cannot change its items.',
    'Set the whole list, {list}=\'["..."]\', or add to it: {list}.append=\'["..."]\'.',
  ),
  'resolve/option-crawl': settingRule.error('No crawl is named "{crawl}".', 'Did you mean "{suggestion}"?'),
})
