import type { Explanations } from '../explanation.ts'
import type { migrateRules } from '../rules/migrate.ts'

export const migrateExplanations: Explanations<typeof migrateRules> = {
  'migrate/depth-meaning': {
    title: 'Depth is counted differently in version 2',
    why: 'maxDepth counted the path segments of a URL. maxDiscoveryDepth, its replacement, counts the links followed from the start URL. The same number reaches other pages.',
    example: 'version: 1\nrequest:\n  url: https://example.com/docs\n  limit: 10\n  maxDepth: 3\n',
    repair: 'version: 2\nrequest:\n  url: https://example.com/docs\n  limit: 10\n  maxDiscoveryDepth: 3\n',
  },
  'migrate/depth-dropped': {
    title: 'Two depths, of which version 2 has one',
    why: 'Version 1 took maxDepth (path segments) beside maxDiscoveryDepth (links followed). Version 2 has only the second.',
    example:
      'version: 1\nrequest:\n  url: https://example.com/docs\n  limit: 10\n  maxDepth: 3\n  maxDiscoveryDepth: 2\n',
    repair: ['  maxDepth: 3\n', ''],
  },
  'migrate/depth-below-start': {
    title: 'The old depth is less than that of the start URL',
    why: 'Version 1 refused a maxDepth below the number of path segments of the start URL.',
    example: 'version: 1\nrequest:\n  url: https://example.com/a/b/c\n  limit: 10\n  maxDepth: 2\n',
    repair: ['  maxDepth: 2', '  maxDiscoveryDepth: 2'],
  },
  'migrate/depth-not-preserved': {
    title: 'The old meaning of maxDepth cannot be kept exactly',
    why: 'Path segments can be limited by one pattern in includePaths, but only where no other include pattern is used and patterns see the path alone.',
    example:
      '# crawlform migrate --preserve-depth --pin-defaults crawls/docs.yaml\nversion: 1\nrequest:\n  url: https://example.com/docs\n  limit: 10\n  maxDepth: 3\n  includePaths: ["^/docs/"]\n',
    repair: ['  includePaths: ["^/docs/"]\n', ''],
  },
  'migrate/contradiction': {
    title: 'Old settings contradict each other',
    why: 'Two old settings that one new setting replaces say different things, and only the author knows which is meant.',
    example:
      'version: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  ignoreSitemap: true\n  sitemapOnly: true\n',
    repair: ['  sitemapOnly: true\n', ''],
  },
  'migrate/superseded': {
    title: 'An old setting has no effect beside the new one',
    why: 'Where both were given, the service took the newer setting.',
    example:
      'version: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  allowBackwardLinks: true\n  crawlEntireDomain: false\n',
    repair: ['  allowBackwardLinks: true\n', ''],
  },
  'migrate/no-counterpart': {
    title: 'A setting without a counterpart in version 2',
    why: 'The service no longer takes this setting, so a migrated request cannot carry it.',
    example:
      'version: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  scrapeOptions:\n    formats: [json]\n    jsonOptions: { prompt: The price, systemPrompt: Be exact }\n',
    repair: [', systemPrompt: Be exact', ''],
  },
  'migrate/needs-options': {
    title: 'A format without its options',
    why: 'Version 1 refused the json format without a schema or a prompt.',
    example:
      'version: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  scrapeOptions: { formats: [json] }\n',
    repair: ['[json] }', '[json], jsonOptions: { prompt: The price } }'],
  },
  'migrate/unused-options': {
    title: 'Options of a format that is not asked for',
    why: 'Version 1 refused these options without their format, so what was meant is not known.',
    example:
      'version: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  scrapeOptions:\n    jsonOptions: { prompt: The price }\n',
    repair: ['    jsonOptions', '    formats: [json]\n    jsonOptions'],
  },
  'migrate/ignored-options': {
    title: 'Options that had no effect',
    why: 'Version 1 dropped these options silently when their format was not asked for.',
    example:
      'version: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  scrapeOptions:\n    changeTrackingOptions: { modes: [json] }\n',
    repair: [
      '    changeTrackingOptions',
      '    formats: [markdown, changeTracking]\n    changeTrackingOptions',
    ],
  },
  'migrate/ambiguous-format': {
    title: 'An old format that can mean several',
    why: 'The format was split, and only the author knows which part is wanted.',
    example:
      '# crawlform migrate --pin-defaults crawls/docs.yaml\nversion: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  scrapeOptions: { formats: [content] }\n',
    repair: ['[content]', '[markdown]'],
  },
  'migrate/placeholder': {
    title: 'A reference where an old value has to be known',
    why: 'The new setting depends on the old value, which a reference such as an environment variable only has at run time.',
    example:
      '# crawlform migrate --pin-defaults crawls/docs.yaml\nversion: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  ignoreSitemap: ${env:SKIP}\n',
    repair: ['ignoreSitemap: ${env:SKIP}', 'ignoreSitemap: true'],
  },
  'migrate/unreadable': {
    title: 'An old value that cannot be translated',
    why: 'The value has the wrong type, and a guess could change what is crawled.',
    example:
      '# crawlform migrate --pin-defaults crawls/docs.yaml\nversion: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  ignoreSitemap: "true"\n',
    repair: ['"true"', 'true'],
  },
  'migrate/cannot-rewrite': {
    title: 'A file that cannot be rewritten safely',
    why: 'The setting is written in a way, such as through an anchor or an unusual layout, in which rewriting could change something else.',
    example:
      '# crawlform migrate --pin-defaults crawls/docs.yaml\nversion: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  ignoreSitemap: &flag true\n  allowSubdomains: *flag\n',
    repair: [
      'ignoreSitemap: &flag true\n  allowSubdomains: *flag',
      'ignoreSitemap: true\n  allowSubdomains: true',
    ],
  },
  'migrate/changed-default': {
    title: 'Defaults that are different in version 2',
    why: 'A setting that is not written takes the default of the version it is sent to.',
    example:
      '# crawlform migrate crawls/docs.yaml\nversion: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n',
    repair: ['crawlform migrate', 'crawlform migrate --pin-defaults'],
  },
}
