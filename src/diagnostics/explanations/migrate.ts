import type { Explanations } from '../explanation.ts'
import type { migrateRules } from '../rules/migrate.ts'

export const migrateExplanations: Explanations<typeof migrateRules> = {
  'migrate/depth-meaning': {
    title: 'Depth is counted differently in version 2',
    why: 'maxDepth counted the path segments of a URL. maxDiscoveryDepth, its replacement, counts the links followed from the start URL. The same number reaches different pages.',
    example: 'version: 1\nrequest:\n  url: https://example.com/docs\n  limit: 10\n  maxDepth: 3\n',
    repair: 'version: 2\nrequest:\n  url: https://example.com/docs\n  limit: 10\n  maxDiscoveryDepth: 3\n',
  },
  'migrate/depth-dropped': {
    title: 'Two depths, but version 2 has only one',
    why: 'Version 1 accepted maxDepth (path segments) together with maxDiscoveryDepth (links followed). Version 2 has only the second.',
    example:
      'version: 1\nrequest:\n  url: https://example.com/docs\n  limit: 10\n  maxDepth: 3\n  maxDiscoveryDepth: 2\n',
    repair: ['  maxDepth: 3\n', ''],
  },
  'migrate/depth-below-start': {
    title: 'The old depth is less than the depth of the start URL',
    why: 'Version 1 refused a maxDepth below the number of path segments of the start URL.',
    example: 'version: 1\nrequest:\n  url: https://example.com/a/b/c\n  limit: 10\n  maxDepth: 2\n',
    repair: ['  maxDepth: 2', '  maxDiscoveryDepth: 2'],
  },
  'migrate/depth-not-preserved': {
    title: 'The old meaning of maxDepth cannot be kept exactly',
    why: 'A pattern in includePaths can limit path segments, but only if it is the only one and patterns match against the path.',
    example:
      '# crawlform migrate --preserve-depth --pin-defaults crawls/docs.yaml\nversion: 1\nrequest:\n  url: https://example.com/docs\n  limit: 10\n  maxDepth: 3\n  includePaths: ["^/docs/"]\n',
    repair: ['  includePaths: ["^/docs/"]\n', ''],
  },
  'migrate/contradiction': {
    title: 'Old settings contradict each other',
    why: 'One new setting replaces two old settings that disagree, and only the author knows which one is right.',
    example:
      'version: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  ignoreSitemap: true\n  sitemapOnly: true\n',
    repair: ['  sitemapOnly: true\n', ''],
  },
  'migrate/superseded': {
    title: 'An old setting has no effect next to the new one',
    why: 'If both were set, the service used the newer setting.',
    example:
      'version: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  allowBackwardLinks: true\n  crawlEntireDomain: false\n',
    repair: ['  allowBackwardLinks: true\n', ''],
  },
  'migrate/no-counterpart': {
    title: 'A setting without a counterpart in version 2',
    why: 'The service no longer accepts this setting, so a migrated request cannot contain it.',
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
    title: 'Options of a format that is not requested',
    why: 'Version 1 refused these options without their format, so their purpose is unclear.',
    example:
      'version: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  scrapeOptions:\n    jsonOptions: { prompt: The price }\n',
    repair: ['    jsonOptions', '    formats: [json]\n    jsonOptions'],
  },
  'migrate/ignored-options': {
    title: 'Options that had no effect',
    why: 'Version 1 silently dropped these options if their format was not requested.',
    example:
      'version: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  scrapeOptions:\n    changeTrackingOptions: { modes: [json] }\n',
    repair: [
      '    changeTrackingOptions',
      '    formats: [markdown, changeTracking]\n    changeTrackingOptions',
    ],
  },
  'migrate/ambiguous-format': {
    title: 'An ambiguous old format',
    why: 'The format was split into several, and only the author knows which one is needed.',
    example:
      '# crawlform migrate --pin-defaults crawls/docs.yaml\nversion: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  scrapeOptions: { formats: [content] }\n',
    repair: ['[content]', '[markdown]'],
  },
  'migrate/placeholder': {
    title: 'A reference in place of an old value',
    why: 'The new setting depends on the old value, but a reference such as an environment variable is resolved only at run time.',
    example:
      '# crawlform migrate --pin-defaults crawls/docs.yaml\nversion: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  ignoreSitemap: ${env:SKIP}\n',
    repair: ['ignoreSitemap: ${env:SKIP}', 'ignoreSitemap: true'],
  },
  'migrate/unreadable': {
    title: 'An old value that cannot be converted',
    why: 'The value has the wrong type, and a guess could change what is crawled.',
    example:
      '# crawlform migrate --pin-defaults crawls/docs.yaml\nversion: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  ignoreSitemap: "true"\n',
    repair: ['"true"', 'true'],
  },
  'migrate/cannot-rewrite': {
    title: 'A file that cannot be rewritten safely',
    why: 'The setting uses an anchor or an unusual layout, and rewriting it could change something else.',
    example:
      '# crawlform migrate --pin-defaults crawls/docs.yaml\nversion: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  ignoreSitemap: &flag true\n  allowSubdomains: *flag\n',
    repair: [
      'ignoreSitemap: &flag true\n  allowSubdomains: *flag',
      'ignoreSitemap: true\n  allowSubdomains: true',
    ],
  },
  'migrate/changed-default': {
    title: 'Defaults that are different in version 2',
    why: 'An omitted setting has the default of the version that the file is written for.',
    example:
      '# crawlform migrate crawls/docs.yaml\nversion: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n',
    repair: ['crawlform migrate', 'crawlform migrate --pin-defaults'],
  },
}
