import type { Explanations } from '../explanation.ts'
import type { resolveRules } from '../rules/resolve.ts'

const minimal = 'request:\n  url: https://example.com/\n  limit: 10\n'

export const resolveExplanations: Explanations<typeof resolveRules> = {
  'resolve/unknown-profile': {
    title: 'A profile that does not exist',
    why: 'A crawl gets shared settings from its profiles; a missing one would change the request.',
    example:
      'version: 2\nextends: [polit]\nrequest:\n  url: https://example.com/\n  limit: 10\n# crawlform.yaml\nversion: 2\nprofiles: { polite: { request: { delay: 1 } } }\n',
    repair: ['[polit]', '[polite]'],
  },
  'resolve/repeated-profile': {
    title: 'A profile is named twice',
    why: 'Profiles are applied in order, and later ones win. A repeated profile would append its items twice.',
    example:
      'version: 2\nextends: [polite, polite]\nrequest:\n  url: https://example.com/\n  limit: 10\n# crawlform.yaml\nversion: 2\nprofiles: { polite: { request: { delay: 1 } } }\n',
    repair: ['[polite, polite]', '[polite]'],
  },
  'resolve/unset-variable': {
    title: 'An environment variable that is not set',
    why: 'The request depends on an environment variable.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: ${env:NO_SUCH_LIMIT}\n',
    repair: ['${env:NO_SUCH_LIMIT}', '${env:NO_SUCH_LIMIT:-10}'],
  },
  'resolve/variable-type': {
    title: 'A variable of the wrong type',
    why: 'The value of a variable must have the type of the setting.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: ${env:LIMIT:-many}\n',
    repair: ['${env:LIMIT:-many}', '${env:LIMIT:-10}'],
  },
  'resolve/unknown-axis': {
    title: 'A matrix value that does not exist',
    why: 'A reference such as ${matrix.locale} takes its value from the matrix of the same crawl.',
    example:
      'version: 2\nmatrix: { locale: [en, de] }\nrequest:\n  url: https://example.com/${matrix.local}/\n  limit: 10\n',
    repair: ['matrix.local}', 'matrix.locale}'],
  },
  'resolve/axis-without-value': {
    title: 'A matrix cell that lacks a value',
    why: 'A name that is only in "include" has a value only in the cells of that entry.',
    example:
      'version: 2\nmatrix:\n  locale: [en]\n  include: [{ locale: de, section: blog }]\nrequest:\n  url: https://example.com/${matrix.locale}/${matrix.section}\n  limit: 1\n',
    repair: ['locale: [en]\n', 'locale: [en]\n  section: [docs]\n'],
  },
  'resolve/secret-not-allowed': {
    title: 'A secret in a place that is shown or compared',
    why: 'Secrets are read only while sending. Names, start URLs and patterns are needed earlier, and are shown in plans, state and results.',
    example: 'version: 2\nrequest:\n  url: https://example.com/?key=${secret:KEY}\n  limit: 10\n',
    repair: ['?key=${secret:KEY}\n', '\n  scrapeOptions: { headers: { X-Key: "${secret:KEY}" } }\n'],
  },
  'resolve/literal-secret': {
    title: 'Text that looks like a secret reference',
    why: 'Such text from a variable, a matrix or an escape would be replaced by the secret while sending.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  scrapeOptions: { headers: { X-Token: "$${secret:TOKEN}" } }\n',
    repair: ['$${secret:TOKEN}', '${secret:TOKEN}'],
  },
  'resolve/remove-absent': {
    title: 'An item to remove is not in the list',
    why: 'The item may be misspelt, or no longer in the profile.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  excludePaths: { remove: ["^/blog/"] }\n',
    repair: ['  excludePaths: { remove: ["^/blog/"] }\n', ''],
  },
  'resolve/too-many-cells': {
    title: 'A matrix with too many combinations',
    why: 'Every combination is a separate crawl, so a mistake in a matrix multiplies.',
    example:
      'version: 2\nmatrix:\n  a: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n  b: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n  c: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n  d: [0, 1]\nrequest:\n  url: https://example.com/${matrix.a}/${matrix.b}/${matrix.c}/${matrix.d}/\n  limit: 10\n',
    repair: ['  c: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n  d: [0, 1]', '  c: [0]\n  d: [0]'],
  },
  'resolve/repeated-value': {
    title: 'A repeated matrix value',
    why: 'Every value makes a separate crawl, so a repeated value makes two identical crawls.',
    example:
      'version: 2\nmatrix: { locale: [en, de, en] }\nrequest:\n  url: https://example.com/${matrix.locale}/\n  limit: 10\n',
    repair: [', en] }', '] }'],
  },
  'resolve/idle-exclude': {
    title: 'An exclusion that excludes nothing',
    why: 'The value may be misspelt, or no longer in the matrix.',
    example:
      'version: 2\nmatrix:\n  locale: [en, de]\n  exclude: [{ locale: fr }]\nrequest:\n  url: https://example.com/${matrix.locale}/\n  limit: 10\n',
    repair: ['  exclude: [{ locale: fr }]\n', ''],
  },
  'resolve/empty-matrix': {
    title: 'A matrix without combinations',
    why: 'A matrix makes one crawl per combination, so there would be no crawl.',
    example: `version: 2\nmatrix:\n  locale: [en]\n  exclude: [{ locale: en }]\n${minimal}`,
    repair: [
      '  exclude: [{ locale: en }]\nrequest:\n  url: https://example.com/',
      'request:\n  url: https://example.com/${matrix.locale}/',
    ],
  },
  'resolve/bad-name': {
    title: 'A crawl name with other characters',
    why: 'Names are used in commands, file names and records, so they contain only letters, digits, ".", "_" and "-".',
    example: `version: 2\nname: \${env:NO_SUCH_NAME:-product docs}\n${minimal}`,
    repair: ['product docs', 'product-docs'],
  },
  'resolve/option-syntax': {
    title: 'A --set that cannot be read',
    why: 'A value is set for the crawls whose name matches, at a path below "request".',
    example: '# crawlform plan --set limit=5\n',
    repair: ['limit=5', 'docs.request.limit=5'],
  },
  'resolve/option-setting': {
    title: 'A --set of an unknown setting',
    why: 'Only settings of the request can be set.',
    example: '# crawlform plan --set docs.request.limt=5\n',
    repair: ['limt', 'limit'],
  },
  'resolve/option-json': {
    title: 'A --set with invalid JSON',
    why: 'Lists and mappings are JSON, and a shell removes unquoted quotes.',
    example: '# crawlform plan --set docs.request.excludePaths=[^/blog/]\n',
    repair: ['docs.request.excludePaths=[^/blog/]', `'docs.request.excludePaths=["^/blog/"]'`],
  },
  'resolve/option-item': {
    title: 'A --set of one item of a list',
    why: 'Positions change with every inherited list, so --set replaces the whole list.',
    example: '# crawlform plan --set docs.request.excludePaths.0=/blog/\n',
    repair: ['excludePaths.0=/blog/', `excludePaths='["/blog/"]'`],
  },
  'resolve/option-crawl': {
    title: 'A --set for no crawl',
    why: 'A value that matches no crawl is a mistake in the name.',
    example: '# crawlform plan --set dosc.request.limit=5\n',
    repair: ['dosc', 'docs'],
  },
}
