import { describe, expect, it } from 'vitest'
import { loadTexts } from '../support/load-texts.ts'

const crawl = (request: string, top = ''): string =>
  `version: 2\n${top}request:\n  url: https://example.com/docs\n${request}`

/** Returns the messages about a crawl, with their help. */
function told(text: string): string[] {
  const { diagnostics } = loadTexts({ 'crawls/docs.yaml': text })
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ message, help, fix }) =>
      [message, help, fix?.edits.map((edit) => `(${edit.text})`).join(' ')]
        .filter((part) => part !== undefined)
        .join(' '),
    )
}

describe('a wrong value', () => {
  it.each([
    ['limit: "10k"', ['"limit" is "10k"; expected a whole number. Write only digits: 10000.']],
    ['limit: "1,000"', ['"limit" is "1,000"; expected a whole number. Write only digits: 1000.']],
    [
      'limit: "1,00,0"',
      ['"limit" is "1,00,0"; expected a whole number. Write only the number; it is counted in pages.'],
    ],
    [
      'limit: ""',
      ['"limit" is an empty string; expected a whole number. Leave the setting out for its default.'],
    ],
    ['delay: 500ms', ['"delay" is "500ms"; expected a number. Write 0.5; it is counted in seconds.']],
    ['delay: 2 minutes', ['"delay" is "2 minutes"; expected a number. Write 120; it is counted in seconds.']],
    [
      'delay: 5000',
      [
        '"delay" is 5000 seconds (1h23m20s between two pages); at most 60 is allowed. For 5000 milliseconds write 5.',
      ],
    ],
    ['limit: 1.5', ['"limit" is 1.5; expected a whole number.']],
    [
      'limit: "12 pages"',
      ['"limit" is "12 pages"; expected a whole number. Write 12; it is counted in pages.'],
    ],
    [
      'sitemap: Include',
      ['"sitemap" is "Include"; allowed are skip, include and only. Did you mean "include"? (include)'],
    ],
    ['sitemap: inc', ['"sitemap" is "inc"; allowed are skip, include and only. Did you mean "include"?']],
    [
      'sitemap: &s Include\n  prompt: *s',
      ['"sitemap" is "Include"; allowed are skip, include and only. Did you mean "include"? (include)'],
    ],
    [
      'sitemap: only-it',
      ['"sitemap" is "only-it"; allowed are skip, include and only. Did you mean "only"?'],
    ],
    ['sitemap: never', ['"sitemap" is "never"; allowed are skip, include and only. Write "sitemap: skip".']],
    [
      'scrapeOptions: { formats: [htm] }',
      [
        'Item 1 of "formats" is "htm"; allowed are html, markdown, rawHtml, links, images and 10 others. Did you mean "html"?',
      ],
    ],
    [
      'scrapeOptions: { formats: [summery] }',
      [
        'Item 1 of "formats" is "summery"; allowed are summary, markdown, html, rawHtml, links and 10 others. Did you mean "summary"?',
      ],
    ],
    [
      'scrapeOptions: { timeout: 30s }',
      ['"timeout" is "30s"; expected a whole number. Write 30000; it is counted in milliseconds.'],
    ],
    [
      'scrapeOptions: { timeout: 30 }',
      ['"timeout" is 30 milliseconds; at least 1000 is allowed. For 30 seconds write 30000.'],
    ],
    [
      'scrapeOptions: { timeout: 250ms }',
      ['"timeout" is "250ms"; expected a whole number. Write 250; it is counted in milliseconds.'],
    ],
    [
      'scrapeOptions: { proxy: Stealth }',
      [
        '"proxy" is "Stealth"; allowed are basic, stealth, enhanced and auto. Did you mean "stealth"? (stealth)',
      ],
    ],
    [
      'scrapeOptions: { actions: [{ type: wait, milliseconds: 2s }] }',
      ['"milliseconds" is "2s"; expected a whole number. Write 2000; it is counted in milliseconds.'],
    ],
    [
      'scrapeOptions: { actions: [{ type: clik, selector: a }] }',
      [
        '"type" is "clik"; allowed are click, wait, screenshot, write, press and 4 others. Did you mean "click"?',
      ],
    ],
    [
      'scrapeOptions: { actions: [{ type: click, text: a }] }',
      [
        '"selector" is missing in a "click" action. Add "selector:".',
        '"text" is not a setting of a "click" action. "text" is a setting of "write".',
      ],
    ],
    [
      'excludePaths: { appendd: ["^/a"] }',
      ['"excludePaths" is a mapping; expected a list. Write a list: "- " before each item.'],
    ],
    [
      'excludePaths: { append: "^/a" }',
      ['"append" is a single value; expected a list. Write ["^/a"]. (["^/a"])'],
    ],
    ['includePaths: ^/a', ['"includePaths" is a single value; expected a list. Write ["^/a"]. (["^/a"])']],
    [
      'prompt: &s Include\n  sitemap: *s',
      ['"sitemap" is "Include"; allowed are skip, include and only. Did you mean "include"?'],
    ],
    [
      'scrapeOptions: { actions: [{ type: click, selectr: a }] }',
      ['"selectr" is not a setting of a "click" action. Did you mean "selector"?'],
    ],
    ['scrapeOptions: { actions: [{ selectr: a }] }', ['"type" is missing in the action. Add "type:".']],
    [
      'scrapeOptions: { formats: [{ type: json, promt: p }] }',
      ['"promt" is not a setting of a "json" format. Did you mean "prompt"?'],
    ],
    [
      'scrapeOptions: { formats: [{ type: screenshot, promt: p }] }',
      [
        '"promt" is not a setting of a "screenshot" format. Did you mean "prompt"? It belongs directly under "request".',
      ],
    ],
    ['scrapeOptions: { formats: 5 }', ['"formats" is 5; expected a list.']],
    [
      'limit: "1 0 0"',
      ['"limit" is "1 0 0"; expected a whole number. Write only the number; it is counted in pages.'],
    ],
    [
      'scrapeOptions: { formats: [{ type: screenshot, quality: "8,0" }] }',
      ['"quality" is "8,0"; expected a whole number. Write only the number; it is counted in percent.'],
    ],
    [
      'maxConcurrency: "1 0"',
      ['"maxConcurrency" is "1 0"; expected a whole number. Write only the number; it is counted in pages.'],
    ],
    ['delay: 1_0', ['"delay" is "1_0"; expected a number. Write only the number; it is counted in seconds.']],
    ['delay: "1,5"', ['"delay" is "1,5"; expected a number. Write 1.5.']],
    [
      'scrapeOptions: { location: { country: UK } }',
      [
        '"country" is not a country code of two letters (ISO 3166-1), such as DE or US. The United Kingdom is GB.',
      ],
    ],
    [
      'scrapeOptions: { location: { country: Germany } }',
      ['"country" is not a country code of two letters (ISO 3166-1), such as DE or US.'],
    ],
    [
      'webhook: { url: /hook }',
      ['"url" is not a whole URL. Write it with its scheme: "https://hooks.example.com/crawl".'],
    ],
  ])('is explained: %s', (setting, words) => {
    expect(told(crawl(`  ${setting}\n`))).toEqual(words)
  })

  it.each([
    ['"https://a.example/a b"', ['"url" is not a URL. Write a space inside a URL as "%20".']],
    ['" /docs"', ['"url" is not a URL. Write it like "https://docs.example.com/".']],
    ['/docs', ['"url" is not a URL. Write the whole URL with its host, not only the path.']],
    ['ftp://a.example/', ['"url" is not a URL. Only http:// and https:// can be crawled.']],
    ['https://https://a.example/', ['"url" is not a URL. The scheme is written twice; keep one.']],
    ['‘https://a.example/’', ['"url" is not a URL. Use straight quotes (") or no quotes.']],
  ])('of a start URL is explained: %s', (url, words) => {
    expect(told(`version: 2\nrequest: { url: ${url} }\n`)).toEqual(words)
  })
})

describe('a wrong outline', () => {
  it.each([
    [
      'version: 1\n',
      ['"request" is missing in a crawl file. Add "request:" with the settings of the crawl below it.'],
    ],
    [
      'version: 2\nrequest:\n',
      ['"request" is null, which is not allowed. Write the settings below it, indented; at least "url:".'],
    ],
    ['version: 3\nrequest: { url: https://a.example/ }\n', ['"version" is 3; allowed are 1 and 2.']],
    [
      'version: "2"\nrequest: { url: https://a.example/ }\n',
      ['"version" is "2"; allowed are 1 and 2. Write "version: 2". (2)'],
    ],
    [
      'request: { url: https://a.example/ }\n',
      [
        '"version" is missing; it says which version of the crawl API the file is written for. Write "version: 2" at the top.',
      ],
    ],
    [
      'version: 2\nrequest:\nurl: https://a.example/\nlimit: 1\n',
      [
        '"url" is a setting of the request, but is next to "request:" instead of below it. Indent the settings of the request by two spaces.',
      ],
    ],
    [
      'version: 2\nrequest:\n  url: https://a.example/\n  scrapeOptions:\n  mobile: true\n  onlyMainContent: true\n',
      [
        '"scrapeOptions" is empty, because its settings are next to it instead of below it: "mobile", "onlyMainContent". Indent them by two more spaces.',
      ],
    ],
    [
      'version: 2\nrequest: { url: https://a.example/, scrapeOptions: { headers: { sk-ant-api03-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: b } } }\n',
      [
        'The name of a setting contains an API key ("sk-..."). Replace the key at its issuer, and write a name in its place.',
      ],
    ],
  ])('is explained: %j', (text, words) => {
    expect(told(text)).toEqual(words)
  })
})

describe('a wrong project file', () => {
  const toldOfProject = (project: string): string[] =>
    loadTexts({ 'crawlform.yaml': `version: 2\n${project}`, 'crawls/docs.yaml': crawl('') })
      .diagnostics.filter(({ severity }) => severity === 'error')
      .map(({ rule, line, column }) => `${rule} ${line}:${column}`)

  it.each([
    ['budget: 5\n', ['schema/wrong-type 2:9']],
    ['environments: 5\n', ['schema/wrong-type 2:15']],
    ['environments: { a: 5 }\n', ['schema/wrong-type 2:20']],
    ['environments: { a: { service: embedded, embedded: 5 } }\n', ['schema/wrong-type 2:51']],
    [
      'environments: { a: { service: embedded, state: 5, prices: 5 } }\n',
      ['schema/wrong-type 2:48', 'schema/wrong-type 2:59'],
    ],
    ['profiles: { p: 5 }\n', ['schema/wrong-type 2:16']],
    ['defaults: 5\n', ['schema/wrong-type 2:11']],
    ['rules: { a: 5 }\n', ['schema/unknown-key 2:10']],
    ['crawls: 5\n', ['schema/wrong-type 2:9']],
  ])('is reported once: %j', (project, problems) => {
    expect(toldOfProject(project)).toEqual(problems)
  })
})
