import { rulesWith } from '../rule.ts'

const settingRule = rulesWith({ about: 'setting', decidedBy: 'place', leavesOut: true, saidOnce: false })
const nameRule = rulesWith({ about: 'name', decidedBy: 'place', leavesOut: true, saidOnce: false })
const profilesRule = rulesWith({
  about: 'setting',
  decidedBy: { section: '/profiles' },
  leavesOut: true,
  saidOnce: false,
})
const variableRule = rulesWith({ about: 'setting', decidedBy: 'variables', leavesOut: true, saidOnce: false })
const matrixRule = rulesWith({ about: 'setting', decidedBy: 'matrix', leavesOut: true, saidOnce: false })
const axisRule = rulesWith({
  about: 'setting',
  decidedBy: 'matrix',
  leavesOut: true,
  saidOnce: false,
  isOfName: true,
})
const requestRule = rulesWith({ about: 'setting', decidedBy: 'request', leavesOut: true, saidOnce: false })

const minimal = 'request:\n  url: https://example.com/\n  limit: 10\n'

export const resolveRules = {
  'resolve/unknown-profile': profilesRule<{ profile: string; suggestion: string | undefined; known: string }>(
    {
      severity: 'error',
      title: 'A profile that does not exist',
      why: 'A crawl takes shared settings from the profiles it names; a missing one would change what is sent.',
      message: ({ profile }) => `The profile "${profile}" is not in crawlform.yaml.`,
      help: ({ suggestion, known }) =>
        suggestion === undefined
          ? known === ''
            ? 'Add it under "profiles" in crawlform.yaml, or remove it from "extends".'
            : `Known profiles: ${known}.`
          : `Did you mean "${suggestion}"?`,
      example:
        'version: 2\nextends: [polit]\nrequest:\n  url: https://example.com/\n  limit: 10\n# crawlform.yaml\nversion: 2\nprofiles: { polite: { request: { delay: 1 } } }\n',
    },
  ),
  'resolve/repeated-profile': settingRule<{ profile: string }>({
    severity: 'error',
    title: 'A profile is named twice',
    why: 'Profiles are applied in order, each winning over those before it; twice, what it appends would be there twice.',
    message: ({ profile }) => `The profile "${profile}" is named twice in "extends".`,
    help: () => 'Keep it once, after the profiles whose settings it is to win over.',
    example:
      'version: 2\nextends: [polite, polite]\nrequest:\n  url: https://example.com/\n  limit: 10\n# crawlform.yaml\nversion: 2\nprofiles: { polite: { request: { delay: 1 } } }\n',
  }),
  'resolve/unset-variable': variableRule<{ variable: string }>({
    severity: 'error',
    title: 'An environment variable that is not set',
    why: 'The request depends on a variable of the environment in which crawlform runs.',
    message: ({ variable }) => `The environment variable "${variable}" is not set.`,
    help: ({ variable }) => `Set it, or give a default: \${env:${variable}:-default}.`,
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: ${env:NO_SUCH_LIMIT}\n',
  }),
  'resolve/variable-type': variableRule<{ variable: string; wanted: string }>({
    severity: 'error',
    title: 'A variable of the wrong type',
    why: 'A scalar that is one reference takes the type that the setting wants.',
    // The value itself may be a secret, so it is not repeated.
    message: ({ variable, wanted }) => `The value of "${variable}" is not ${wanted}.`,
    help: ({ variable, wanted }) => `Set "${variable}" to ${wanted}.`,
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: ${env:LIMIT:-many}\n',
  }),
  'resolve/unknown-axis': axisRule<{ axis: string; suggestion: string | undefined; known: string }>({
    severity: 'error',
    title: 'A matrix value that does not exist',
    why: 'A reference such as ${matrix.locale} takes its value from the matrix of the same crawl.',
    message: ({ axis, known }) =>
      known === ''
        ? `"matrix.${axis}" is used, but this crawl has no "matrix".`
        : `The matrix has no "${axis}".`,
    help: ({ axis, suggestion, known }) => {
      if (suggestion !== undefined) return `Did you mean "${suggestion}"?`
      return known === '' ? `Add "matrix: { ${axis}: [...] }".` : `It has: ${known}.`
    },
    example:
      'version: 2\nmatrix: { locale: [en, de] }\nrequest:\n  url: https://example.com/${matrix.local}/\n  limit: 10\n',
  }),
  'resolve/axis-without-value': matrixRule<{ axis: string; cell: string }>({
    severity: 'error',
    title: 'A matrix cell that lacks a value',
    why: 'A name that only "include" gives has a value in the cells of that entry, and in no other.',
    message: ({ axis, cell }) => `"matrix.${axis}" has no value in the cell (${cell}).`,
    help: ({ axis }) => `Give every cell a "${axis}", as a list of the matrix or in "matrix.include".`,
    example:
      'version: 2\nmatrix:\n  locale: [en]\n  include: [{ locale: de, section: blog }]\nrequest:\n  url: https://example.com/${matrix.locale}/${matrix.section}\n  limit: 1\n',
  }),
  'resolve/secret-not-allowed': settingRule<{ secret: string; where: string }>({
    severity: 'error',
    title: 'A secret where it would be shown or compared',
    why: 'A secret is read only while sending. Names, start URLs and patterns are needed before that, and are shown in plans, state and results.',
    message: ({ secret, where }) => `The secret "${secret}" cannot be used in ${where}.`,
    help: () => 'Secrets can stand in headers, in "webhook" and in texts that actions write.',
    example: 'version: 2\nrequest:\n  url: https://example.com/?key=${secret:KEY}\n  limit: 10\n',
  }),
  'resolve/literal-secret': settingRule<{ source: string }>({
    severity: 'error',
    title: 'Text that would be taken for a secret',
    why: 'Text from a variable, a matrix or an escape that reads like a reference to a secret would be replaced by that secret while sending.',
    message: ({ source }) => `${source} puts text that starts with "\${secret:" into the request.`,
    help: () => 'Write the reference in the file itself where a secret is meant.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  scrapeOptions: { headers: { X-Token: "$${secret:TOKEN}" } }\n',
  }),
  'resolve/remove-absent': requestRule<{ item: string; setting: string }>({
    severity: 'warning',
    title: 'An item to remove is not in the list',
    why: 'A "remove" that removes nothing is often a spelling mistake, or what it removed is gone from the profile.',
    message: ({ item, setting }) =>
      `${item} is not in the inherited "${setting}", so there is nothing to remove.`,
    help: () => 'Remove this line, or write the item as it is inherited.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  excludePaths: { remove: ["^/blog/"] }\n',
  }),
  'resolve/too-many-cells': settingRule<{ cells: string; most: number }>({
    severity: 'error',
    title: 'A matrix with too many combinations',
    why: 'Every combination is a crawl of its own; a mistake in a matrix multiplies.',
    message: ({ cells, most }) => `This matrix has ${cells} combinations; at most ${most} are allowed.`,
    help: () => 'Split the crawl, or leave out combinations with "exclude".',
    example:
      'version: 2\nmatrix:\n  a: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n  b: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n  c: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n  d: [0, 1]\nrequest:\n  url: https://example.com/${matrix.a}/${matrix.b}/${matrix.c}/${matrix.d}/\n  limit: 10\n',
  }),
  'resolve/repeated-value': settingRule<{ axis: string; value: string }>({
    severity: 'error',
    title: 'A matrix value that is there twice',
    why: 'Every value makes a crawl of its own, and two crawls of one value would be the same.',
    message: ({ axis, value }) => `${value} is twice in "${axis}".`,
    help: () => 'Keep it once.',
    example:
      'version: 2\nmatrix: { locale: [en, de, en] }\nrequest:\n  url: https://example.com/${matrix.locale}/\n  limit: 10\n',
  }),
  'resolve/idle-exclude': matrixRule({
    severity: 'warning',
    title: 'An exclusion that excludes nothing',
    why: 'It is often a spelling mistake, or the value that it named is gone from the matrix.',
    message: () => 'No combination of this matrix has these values, so nothing is excluded.',
    help: () => 'Write values as they are in the matrix, or remove the entry.',
    example:
      'version: 2\nmatrix:\n  locale: [en, de]\n  exclude: [{ locale: fr }]\nrequest:\n  url: https://example.com/${matrix.locale}/\n  limit: 10\n',
  }),
  'resolve/empty-matrix': matrixRule({
    severity: 'error',
    title: 'A matrix without combinations',
    why: 'A crawl with a matrix exists once per combination, so this one would not exist at all.',
    message: () => 'This matrix has no combination left, so there would be no crawl.',
    help: () => 'Exclude less, or remove "matrix".',
    example: `version: 2\nmatrix:\n  locale: [en]\n  exclude: [{ locale: en }]\n${minimal}`,
  }),
  'resolve/bad-name': nameRule<{ name: string; fromFile: boolean }>({
    severity: 'error',
    title: 'A crawl name with other characters',
    why: 'Names are used in commands, file names and records, so they hold only letters, digits, ".", "_" and "-".',
    message: ({ name }) =>
      `"${name}" is not a crawl name: letters, digits, ".", "_" and "-" are allowed, beginning with a letter or digit.`,
    help: ({ fromFile }) =>
      fromFile ? 'Give the crawl a "name", or rename the file.' : 'Choose another name.',
    example: `version: 2\nname: \${env:NO_SUCH_NAME:-product docs}\n${minimal}`,
  }),
  'resolve/option-syntax': settingRule<{ option: string; suggestion: string | undefined }>({
    severity: 'error',
    title: 'A --set that cannot be read',
    why: 'A value is set for the crawls whose name matches, at a path below "request".',
    message: ({ option }) => `"${option}" is not of the form name.request.setting=value.`,
    help: ({ suggestion }) =>
      suggestion === undefined
        ? 'For example: --set docs.request.limit=100, or --set "*.request.limit=100" for every crawl.'
        : `Did you mean "${suggestion}"?`,
    example: '# crawlform plan --set limit=5\n',
  }),
  'resolve/option-setting': settingRule<{
    setting: string
    suggestion: string | undefined
    advice: string | undefined
  }>({
    severity: 'error',
    title: 'A --set of an unknown setting',
    why: 'Only settings of the request can be set.',
    message: ({ setting }) => `"${setting}" is not a setting of the request.`,
    help: ({ suggestion, advice }) =>
      advice ?? (suggestion === undefined ? undefined : `Did you mean "${suggestion}"?`),
    example: '# crawlform plan --set docs.request.limt=5\n',
  }),
  'resolve/option-json': settingRule<{ setting: string }>({
    severity: 'error',
    title: 'A --set whose value is broken JSON',
    why: 'Lists and mappings are given as JSON, and a shell takes away quotes that are not quoted themselves.',
    message: ({ setting }) => `The value of "${setting}" begins as JSON does, and is none.`,
    help: ({ setting }) => `Put the whole option in single quotes: --set '*.request.${setting}=["..."]'.`,
    example: '# crawlform plan --set docs.request.excludePaths=[^/blog/]\n',
  }),
  'resolve/option-item': settingRule<{ list: string }>({
    severity: 'error',
    title: 'A --set of one item of a list',
    why: 'Which item stands at a place changes with every list that is inherited, so lists are set as a whole.',
    message: ({ list }) => `"${list}" is a list, and --set does not reach into its items.`,
    help: ({ list }) => `Set the whole list, ${list}='["..."]', or add to it: ${list}.append='["..."]'.`,
    example: '# crawlform plan --set docs.request.excludePaths.0=/blog/\n',
  }),
  'resolve/option-crawl': settingRule<{ crawl: string; suggestion: string | undefined }>({
    severity: 'error',
    title: 'A --set for no crawl',
    why: 'A value that reaches no crawl is a mistake in the name.',
    message: ({ crawl }) => `No crawl is named "${crawl}".`,
    help: ({ suggestion }) => (suggestion === undefined ? undefined : `Did you mean "${suggestion}"?`),
    example: '# crawlform plan --set dosc.request.limit=5\n',
  }),
}
