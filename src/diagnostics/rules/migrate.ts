import { plural } from '../../util/plural.ts'
import { rulesWith } from '../rule.ts'

const migrationRule = rulesWith({ about: 'setting', decidedBy: 'request', leavesOut: true, saidOnce: false })
const contradictionRule = rulesWith({
  about: 'setting',
  decidedBy: 'place',
  leavesOut: true,
  saidOnce: false,
})
const questionRule = rulesWith({ about: 'question', decidedBy: 'request', leavesOut: true, saidOnce: false })

export const migrateRules = {
  'migrate/depth-meaning': migrationRule<{ depth: string }>({
    severity: 'warning',
    title: 'Depth is counted differently in version 2',
    why: 'maxDepth counted the path segments of a URL. maxDiscoveryDepth, its replacement, counts the links followed from the start URL. The same number reaches other pages.',
    message: ({ depth }) =>
      `"maxDepth: ${depth}" becomes "maxDiscoveryDepth: ${depth}", which counts links followed from the start URL, not path segments.`,
    help: () =>
      'Check which pages it reaches, or keep the old meaning with "crawlform migrate --preserve-depth".',
    example: 'version: 1\nrequest:\n  url: https://example.com/docs\n  limit: 10\n  maxDepth: 3\n',
  }),
  'migrate/depth-dropped': migrationRule<{ depth: string; discovery: string }>({
    severity: 'warning',
    title: 'Two depths, of which version 2 has one',
    why: 'Version 1 took maxDepth (path segments) beside maxDiscoveryDepth (links followed). Version 2 has only the second.',
    message: ({ depth, discovery }) =>
      `"maxDepth: ${depth}" has no counterpart beside "maxDiscoveryDepth: ${discovery}" and is dropped.`,
    help: () => 'Limit path segments with a pattern in "includePaths" where that matters.',
    example:
      'version: 1\nrequest:\n  url: https://example.com/docs\n  limit: 10\n  maxDepth: 3\n  maxDiscoveryDepth: 2\n',
  }),
  'migrate/depth-below-start': migrationRule<{ depth: string; segments: number }>({
    severity: 'warning',
    title: 'The old depth is less than that of the start URL',
    why: 'Version 1 refused a maxDepth below the number of path segments of the start URL.',
    message: ({ depth, segments }) =>
      `"maxDepth: ${depth}" is less than the ${plural(segments, 'path segment')} of the start URL, which version 1 refused.`,
    help: () => 'Write the number of links to follow as "maxDiscoveryDepth".',
    example: 'version: 1\nrequest:\n  url: https://example.com/a/b/c\n  limit: 10\n  maxDepth: 2\n',
  }),
  'migrate/depth-not-preserved': migrationRule<{ because: string }>({
    severity: 'warning',
    title: 'The old meaning of maxDepth cannot be kept exactly',
    why: 'Path segments can be limited by one pattern in includePaths, but only where no other include pattern is used and patterns see the path alone.',
    message: ({ because }) => `"maxDepth" cannot be kept as a pattern because ${because}.`,
    help: () => 'It becomes "maxDiscoveryDepth", which counts links; check which pages it reaches.',
    example:
      '# crawlform migrate --preserve-depth --pin-defaults crawls/docs.yaml\nversion: 1\nrequest:\n  url: https://example.com/docs\n  limit: 10\n  maxDepth: 3\n  includePaths: ["^/docs/"]\n',
  }),
  'migrate/contradiction': contradictionRule<{ first: string; second: string; setting: string }>({
    severity: 'error',
    title: 'Old settings contradict each other',
    why: 'Two old settings that one new setting replaces say different things, and only the author knows which is meant.',
    message: ({ first, second }) => `"${first}" and "${second}" contradict each other.`,
    help: ({ setting }) => `Write only "${setting}".`,
    example:
      'version: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  ignoreSitemap: true\n  sitemapOnly: true\n',
  }),
  'migrate/superseded': migrationRule<{ old: string; by: string }>({
    severity: 'warning',
    title: 'An old setting has no effect beside the new one',
    why: 'Where both were given, the service took the newer setting.',
    message: ({ old, by }) => `"${old}" has no effect because "${by}" is set.`,
    help: ({ old }) => `Remove "${old}".`,
    example:
      'version: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  allowBackwardLinks: true\n  crawlEntireDomain: false\n',
  }),
  'migrate/no-counterpart': migrationRule<{ setting: string; lost: string }>({
    severity: 'warning',
    title: 'A setting without a counterpart in version 2',
    why: 'The service no longer takes this setting, so a migrated request cannot carry it.',
    message: ({ setting, lost }) => `"${setting}" has no counterpart in version 2: ${lost}.`,
    help: ({ setting }) => `Remove "${setting}" once the result without it is good.`,
    example:
      'version: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  scrapeOptions:\n    formats: [json]\n    jsonOptions: { prompt: The price, systemPrompt: Be exact }\n',
  }),
  'migrate/needs-options': questionRule<{ format: string; options: string }>({
    severity: 'error',
    title: 'A format without its options',
    why: 'Version 1 refused the json format without a schema or a prompt.',
    message: ({ format, options }) => `The format "${format}" needs "${options}" with a schema or a prompt.`,
    help: ({ options, format }) => `Add "${options}", or remove "${format}" from "formats".`,
    example:
      'version: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  scrapeOptions: { formats: [json] }\n',
  }),
  'migrate/unused-options': migrationRule<{ options: string; format: string }>({
    severity: 'error',
    title: 'Options of a format that is not asked for',
    why: 'Version 1 refused these options without their format, so what was meant is not known.',
    message: ({ options, format }) => `"${options}" is set, but "formats" does not ask for "${format}".`,
    help: ({ options, format }) => `Add "${format}" to "formats", or remove "${options}".`,
    example:
      'version: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  scrapeOptions:\n    jsonOptions: { prompt: The price }\n',
  }),
  'migrate/ignored-options': migrationRule<{ options: string; format: string }>({
    severity: 'warning',
    title: 'Options that had no effect',
    why: 'Version 1 dropped these options silently when their format was not asked for.',
    message: ({ options, format }) =>
      `"${options}" had no effect without the format "${format}" and is dropped.`,
    help: ({ format }) => `Add "${format}" to "formats" if it is wanted.`,
    example:
      'version: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  scrapeOptions:\n    changeTrackingOptions: { modes: [json] }\n',
  }),
  'migrate/ambiguous-format': migrationRule<{ format: string; choices: string }>({
    severity: 'error',
    title: 'An old format that can mean several',
    why: 'The format was split, and only the author knows which part is wanted.',
    message: ({ format, choices }) => `The format "${format}" does not exist in version 2; write ${choices}.`,
    example:
      '# crawlform migrate --pin-defaults crawls/docs.yaml\nversion: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  scrapeOptions: { formats: [content] }\n',
  }),
  'migrate/placeholder': migrationRule<{ setting: string; value: string; becomes: string }>({
    severity: 'error',
    title: 'A reference where an old value has to be known',
    why: 'The new setting depends on the old value, which a reference such as an environment variable only has at run time.',
    message: ({ setting, value, becomes }) =>
      `"${setting}" is "${value}", so what "${becomes}" has to be cannot be known.`,
    help: ({ becomes }) => `Write "${becomes}" by hand.`,
    example:
      '# crawlform migrate --pin-defaults crawls/docs.yaml\nversion: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  ignoreSitemap: ${env:SKIP}\n',
  }),
  'migrate/unreadable': migrationRule<{ setting: string; value: string; wanted: string }>({
    severity: 'error',
    title: 'An old value that cannot be translated',
    why: 'The value has the wrong type, and a guess could change what is crawled.',
    message: ({ setting, value, wanted }) => `"${setting}" is ${value}, which is not ${wanted}.`,
    help: ({ wanted }) => `Write ${wanted}.`,
    example:
      '# crawlform migrate --pin-defaults crawls/docs.yaml\nversion: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  ignoreSitemap: "true"\n',
  }),
  'migrate/cannot-rewrite': migrationRule<{ setting: string }>({
    severity: 'error',
    title: 'A file that cannot be rewritten safely',
    why: 'The setting is written in a way, such as through an anchor or an unusual layout, in which rewriting could change something else.',
    message: ({ setting }) => `"${setting}" is written in a way that cannot be rewritten without risk.`,
    help: () =>
      'Write it as a plain key and value, or change this file by hand; it still works as version 1.',
    example:
      '# crawlform migrate --pin-defaults crawls/docs.yaml\nversion: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  ignoreSitemap: &flag true\n  allowSubdomains: *flag\n',
  }),
  'migrate/changed-default': migrationRule<{ settings: string }>({
    severity: 'info',
    title: 'Defaults that are different in version 2',
    why: 'A setting that is not written takes the default of the version it is sent to.',
    message: ({ settings }) =>
      `Some settings that are not written here have other defaults now: ${settings}.`,
    help: () => 'Keep the old defaults with "crawlform migrate --pin-defaults".',
    example:
      '# crawlform migrate crawls/docs.yaml\nversion: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n',
  }),
}
