import { rulesAbout } from '../rule.ts'

const settingRule = rulesAbout('setting')
const nameRule = rulesAbout('name')
const profilesRule = rulesAbout('setting', { decidedBy: { section: '/profiles' } })
const variableRule = rulesAbout('setting', { decidedBy: 'variables' })
const matrixRule = rulesAbout('setting', { decidedBy: 'matrix' })
const axisRule = rulesAbout('setting', { decidedBy: 'matrix', isOfName: true })
const requestRule = rulesAbout('setting', { decidedBy: 'request' })

export const resolveRules = {
  'resolve/unknown-profile': profilesRule<{ profile: string; suggestion: string | undefined; known: string }>(
    {
      severity: 'error',
      message: ({ profile }) => `The profile "${profile}" is not in crawlform.yaml.`,
      help: ({ suggestion, known }) =>
        suggestion === undefined
          ? known === ''
            ? 'Add it under "profiles" in crawlform.yaml, or remove it from "extends".'
            : `Known profiles: ${known}.`
          : `Did you mean "${suggestion}"?`,
    },
  ),
  'resolve/repeated-profile': settingRule<{ profile: string }>({
    severity: 'error',
    message: ({ profile }) => `The profile "${profile}" is named twice in "extends".`,
    help: () => 'Keep it once, after the profiles that it should override.',
  }),
  'resolve/unset-variable': variableRule<{ variable: string }>({
    severity: 'error',
    message: ({ variable }) => `The environment variable "${variable}" is not set.`,
    help: ({ variable }) => `Set it, or write a default: \${env:${variable}:-default}.`,
  }),
  'resolve/variable-type': variableRule<{ variable: string; wanted: string }>({
    severity: 'error',
    // The value itself may be a secret, so it is not repeated.
    message: ({ variable, wanted }) => `The value of "${variable}" is not ${wanted}.`,
    help: ({ variable, wanted }) => `Set "${variable}" to ${wanted}.`,
  }),
  'resolve/unknown-axis': axisRule<{ axis: string; suggestion: string | undefined; known: string }>({
    severity: 'error',
    message: ({ axis, known }) =>
      known === ''
        ? `"matrix.${axis}" is used, but this crawl has no "matrix".`
        : `The matrix has no "${axis}".`,
    help: ({ axis, suggestion, known }) => {
      if (suggestion !== undefined) return `Did you mean "${suggestion}"?`
      return known === '' ? `Add "matrix: { ${axis}: [...] }".` : `It has: ${known}.`
    },
  }),
  'resolve/axis-without-value': matrixRule<{ axis: string; cell: string }>({
    severity: 'error',
    message: ({ axis, cell }) => `"matrix.${axis}" has no value in the cell (${cell}).`,
    help: ({ axis }) => `Give every cell a "${axis}", as a list of the matrix or in "matrix.include".`,
  }),
  'resolve/secret-not-allowed': settingRule<{ secret: string; where: string }>({
    severity: 'error',
    message: ({ secret, where }) => `The secret "${secret}" cannot be used in ${where}.`,
    help: () => 'Use secrets in headers, in "webhook" and in text that actions type.',
  }),
  'resolve/literal-secret': settingRule<{ source: string }>({
    severity: 'error',
    message: ({ source }) => `${source} puts text that starts with "\${secret:" into the request.`,
    help: () => 'If you mean a secret, write the reference in the file itself.',
  }),
  'resolve/remove-absent': requestRule<{ item: string; setting: string }>({
    severity: 'warning',
    message: ({ item, setting }) =>
      `${item} is not in the inherited "${setting}", so there is nothing to remove.`,
    help: () => 'Remove this line, or spell the item exactly as in the inherited list.',
  }),
  'resolve/too-many-cells': settingRule<{ cells: string; most: number }>({
    severity: 'error',
    message: ({ cells, most }) => `This matrix has ${cells} combinations; at most ${most} are allowed.`,
    help: () => 'Split the crawl, or leave out combinations with "exclude".',
  }),
  'resolve/repeated-value': settingRule<{ axis: string; value: string }>({
    severity: 'error',
    message: ({ axis, value }) => `${value} is twice in "${axis}".`,
    help: () => 'Keep it once.',
  }),
  'resolve/idle-exclude': matrixRule({
    severity: 'warning',
    message: () => 'No combination of this matrix has these values, so nothing is excluded.',
    help: () => 'Write values as they are in the matrix, or remove the entry.',
  }),
  'resolve/empty-matrix': matrixRule({
    severity: 'error',
    message: () => 'This matrix has no combination left, so there would be no crawl.',
    help: () => 'Exclude less, or remove "matrix".',
  }),
  'resolve/bad-name': nameRule<{ name: string; fromFile: boolean }>({
    severity: 'error',
    message: ({ name }) =>
      `"${name}" is not a crawl name: letters, digits, ".", "_" and "-" are allowed, beginning with a letter or digit.`,
    help: ({ fromFile }) =>
      fromFile ? 'Give the crawl a "name", or rename the file.' : 'Choose another name.',
  }),
  'resolve/option-syntax': settingRule<{ option: string; suggestion: string | undefined }>({
    severity: 'error',
    message: ({ option }) => `"${option}" is not in the form name.request.setting=value.`,
    help: ({ suggestion }) =>
      suggestion === undefined
        ? 'For example: --set docs.request.limit=100, or --set "*.request.limit=100" for every crawl.'
        : `Did you mean "${suggestion}"?`,
  }),
  'resolve/option-setting': settingRule<{
    setting: string
    suggestion: string | undefined
    advice: string | undefined
  }>({
    severity: 'error',
    message: ({ setting }) => `"${setting}" is not a setting of the request.`,
    help: ({ suggestion, advice }) =>
      advice ?? (suggestion === undefined ? undefined : `Did you mean "${suggestion}"?`),
  }),
  'resolve/option-json': settingRule<{ setting: string }>({
    severity: 'error',
    message: ({ setting }) => `The value of "${setting}" is not valid JSON.`,
    help: ({ setting }) => `Put the whole option in single quotes: --set '*.request.${setting}=["..."]'.`,
  }),
  'resolve/option-item': settingRule<{ list: string }>({
    severity: 'error',
    message: ({ list }) => `"${list}" is a list, and --set cannot change its items.`,
    help: ({ list }) => `Set the whole list, ${list}='["..."]', or add to it: ${list}.append='["..."]'.`,
  }),
  'resolve/option-crawl': settingRule<{ crawl: string; suggestion: string | undefined }>({
    severity: 'error',
    message: ({ crawl }) => `No crawl is named "${crawl}".`,
    help: ({ suggestion }) => (suggestion === undefined ? undefined : `Did you mean "${suggestion}"?`),
  }),
}
