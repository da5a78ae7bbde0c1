import type { Explanations } from '../explanation.ts'
import type { importRules } from '../rules/import.ts'

export const importExplanations: Explanations<typeof importRules> = {
  'import/unknown-format': {
    title: 'An unknown configuration format',
    why: 'Each kind of configuration is read by its own rules, and a guess would make a wrong crawl.',
    example: '# crawlform import notes.txt\n# notes.txt\nThe handbook, weekly, without the old versions\n',
    repair: [
      'notes.txt\nThe handbook, weekly, without the old versions',
      'notes.txt\n{"url": "https://example.com/", "limit": 10}',
    ],
  },
  'import/javascript': {
    title: 'A configuration that is a program',
    why: 'Imports never execute code, so the result of a program is unknown.',
    example:
      '# crawlform import crawler.js\n# crawler.js\nmodule.exports = { startUrls: [process.env.SITE] }\n',
    repair: [
      'module.exports = { startUrls: [process.env.SITE] }',
      '{ "index_name": "docs", "start_urls": ["https://example.com/"] }',
    ],
  },
  'import/shell-syntax': {
    title: 'A command with broken shell syntax',
    why: 'The meaning of a broken command is unknown.',
    example:
      '# crawlform import request.sh\n# request.sh\ncurl https://api.example.com/v2/crawl -d \'{"url": "https://example.com/"}\n',
    repair: ['"}\n', `"}'\n`],
  },
  'import/shell-code': {
    title: 'A command that runs other commands',
    why: 'Imports never execute code, so the output of the other command is unknown.',
    example:
      '# crawlform import request.sh\n# request.sh\ncurl https://api.example.com/v2/crawl -d "$(cat body.json)"\n',
    repair: ['"$(cat body.json)"', `'{"url": "https://example.com/"}'`],
  },
  'import/reads-file': {
    title: 'A command that reads another file',
    why: 'Imports open no other files.',
    example:
      '# crawlform import request.sh\n# request.sh\ncurl https://api.example.com/v2/crawl -d @body.json\n',
    repair: ['@body.json', `'{"url": "https://example.com/"}'`],
  },
  'import/unknown-option': {
    title: 'An option that curl does not have',
    why: 'If it is unknown whether an option takes a value, the rest of the command is ambiguous.',
    example:
      '# crawlform import request.sh\n# request.sh\ncurl --jsn \'{"url": "https://example.com/"}\' https://api.example.com/v2/crawl\n',
    repair: ['--jsn', '--json'],
  },
  'import/other-operation': {
    title: 'A request that starts no crawl',
    why: 'Crawl files declare crawls; other operations of the service are not crawls.',
    example:
      '# crawlform import request.sh\n# request.sh\ncurl https://api.example.com/v2/scrape -d \'{"url": "https://example.com/"}\'\n',
    repair: ['scrape', 'crawl'],
  },
  'import/body-not-json': {
    title: 'A request body that is not JSON',
    why: 'The crawl API accepts only a JSON object.',
    example:
      '# crawlform import request.sh\n# request.sh\ncurl https://api.example.com/v2/crawl -d url=https://example.com/\n',
    repair: ['url=https://example.com/', `'{"url": "https://example.com/"}'`],
  },
  'import/no-start-url': {
    title: 'A configuration without a start URL',
    why: 'A crawl starts at one URL, which the configuration must contain.',
    example: '# crawlform import browsertrix.yaml\n# browsertrix.yaml\nseeds: []\nscopeType: prefix\n',
    repair: ['[]', '[https://example.com/]'],
  },
  'import/only-sitemaps': {
    title: 'A configuration that starts only at sitemaps',
    why: 'A crawl starts at a page, and finds the sitemaps of its site automatically.',
    example:
      '# crawlform import docsearch.json\n# docsearch.json\n{ "index_name": "docs", "sitemap_urls": ["https://example.com/sitemap.xml"] }\n',
    repair: ['"sitemap_urls"', '"start_urls": ["https://example.com/"], "sitemap_urls"'],
  },
  'import/all-comments': {
    title: 'A configuration in which everything is commented out',
    why: 'In example files, every line starts with "#". Comments are not imported.',
    example: '# crawlform import crawler.yml\n# crawler.yml\n## domains:\n##   - url: https://example.com\n',
    repair: ['## domains:\n##   -', 'domains:\n  -'],
  },
  'import/start-url-is-code': {
    title: 'A start URL that is computed',
    why: 'Imports never execute code, so the start URL is unknown.',
    example: '# crawlform import elastic.yml\n# elastic.yml\ndomains:\n  - url: <%= ENV["SITE"] %>\n',
    repair: ['<%= ENV["SITE"] %>', 'https://example.com'],
  },
}
