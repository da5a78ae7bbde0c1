import { describe, expect, it } from 'vitest'
import { importText } from '../../src/import/import.ts'
import { parse } from 'yaml'
import { imported, requestOf } from '../support/imported.ts'

describe('code that prints a value', () => {
  it.each([
    ['-u "$(cat ~/.key):"', 'Basic ${secret:EXAMPLE_AUTHORIZATION}'],
    ['--user "$USER:`pass show site`"', 'Basic ${secret:EXAMPLE_AUTHORIZATION}'],
    ['--oauth2-bearer "$(gcloud auth print-access-token)"', 'Bearer ${secret:EXAMPLE_AUTHORIZATION}'],
    ['-H "Authorization: Bearer ${{ secrets.KEY }}"', 'Bearer ${secret:EXAMPLE_AUTHORIZATION}'],
  ])('becomes a secret in a login: %s', (option, value) => {
    const { headers } = requestOf(`curl ${option} https://example.com/`).scrapeOptions ?? {}
    expect(headers).toEqual({ Authorization: value })
  })

  it.each([
    ['-b "session=$(cat jar)"', 'Cookie'],
    ['-b "$(cat jar)"', 'Cookie'],
    ['-H "X-API-Key: $(op read key)"', 'X-API-Key'],
  ])('becomes a secret in a header: %s', (option, header) => {
    const { headers } = requestOf(`curl ${option} https://example.com/`).scrapeOptions ?? {}
    expect(Object.keys(headers ?? {})).toEqual([header])
    expect(Object.values(headers ?? {})[0]).toMatch(/^\$\{secret:\w+\}$/)
  })

  it.each(['-o "$(date +%F).html"', '--cacert "$(mktemp)"', '-sSx "$(proxy)"'])(
    'is ignored in options of curl: %s',
    (option) => {
      expect(requestOf(`curl ${option} https://example.com/`)).toEqual({ url: 'https://example.com/' })
    },
  )
})

describe('a login in the address', () => {
  it.each(['curl https://me:s3cr3t@example.com/docs/', '{"url": "https://me:s3cr3t@example.com/docs/"}'])(
    'becomes a header: %s',
    (source) => {
      expect(requestOf(source)).toMatchObject({
        url: 'https://example.com/docs/',
        scrapeOptions: { headers: { Authorization: 'Basic ${secret:EXAMPLE_AUTHORIZATION}' } },
      })
      expect(JSON.stringify(imported(source))).not.toContain('s3cr3t')
    },
  )
})

describe('a header without a value', () => {
  it.each(["-H 'Accept:'", "-A ''", "-e ''"])('is left out, as curl does: %s', (option) => {
    expect(requestOf(`curl ${option} https://example.com/`)).toEqual({ url: 'https://example.com/' })
  })

  it('is sent empty if it has a semicolon', () => {
    const { headers } = requestOf("curl -H 'X-Note;' https://example.com/").scrapeOptions ?? {}
    expect(headers).toEqual({ 'X-Note': '' })
  })
})

describe('a variable in a body', () => {
  it.each([
    String.raw`-d "{\"url\": \"https://example.com/\", \"limit\": $LIMIT}"`,
    `-d '{"url": "https://example.com/", "limit": '$LIMIT'}'`,
    '-d @- <<E\n{"url": "https://example.com/", "limit": ${LIMIT}}\nE',
  ])('may be a number: %s', (data) => {
    expect(requestOf(`curl https://api.example.com/v2/crawl ${data}`)).toEqual({
      url: 'https://example.com/',
      limit: '${env:LIMIT}',
    })
  })
})

it('a body with a lot of white space before a variable is read', () => {
  const body = `{"url": "https://example.com/", "limit":${' '.repeat(200_000)}$LIMIT}`
  expect(requestOf(`curl https://api.example.com/v2/crawl -d @- <<E\n${body}\nE`)).toMatchObject({
    limit: '${env:LIMIT}',
  })
})

describe('a command inside another text', () => {
  const call = 'curl https://api.example.com/v2/crawl -d \'{"url": "https://example.com/"}\''
  it.each([
    `RESPONSE=\`${call}\``,
    `if ! ${call}; then exit 1; fi`,
    `until ${call}; do sleep 1; done`,
    `timeout 60 ${call}`,
    `on: push\njobs:\n  crawl:\n    steps:\n      - run: |\n          ${call}\n`,
    `\`\`\`sh\n${call}\n\`\`\`\n`,
  ])('is read: %s', (text) => {
    expect(requestOf(text)).toEqual({ url: 'https://example.com/' })
  })
})

describe('a body with the doubled quotes of cmd', () => {
  it('is read without carets', () => {
    const text = 'curl https://api.example.com/v2/crawl -d "{""url"":""https://example.com/"",""limit"":7}"'
    expect(requestOf(text)).toEqual({ url: 'https://example.com/', limit: 7 })
  })
})

describe('formats of a body', () => {
  const formatsOf = (formats: readonly unknown[]) =>
    parse(
      imported(JSON.stringify({ url: 'https://example.com/', scrapeOptions: { formats } })).text,
    ) as object

  it('lose only those that no service knows', () => {
    expect(
      formatsOf(['markdown', 'yaml', { type: 'json', prompt: 'x' }, 'llm-extraction', 'links']),
    ).toMatchObject({
      request: { scrapeOptions: { formats: ['markdown', { type: 'json', prompt: 'x' }, 'links'] } },
    })
    expect(formatsOf(['yaml'])).toEqual({ version: 2, request: { url: 'https://example.com/' } })
  })

  it('may have the names of the Python SDK', () => {
    expect(
      formatsOf(['markdown', 'raw_html', { type: 'change_tracking', modes: ['git-diff'] }]),
    ).toMatchObject({
      request: {
        scrapeOptions: { formats: ['markdown', 'rawHtml', { type: 'changeTracking', modes: ['git-diff'] }] },
      },
    })
  })
})

describe('a body from a program', () => {
  it('may have Python values, and grouped digits', () => {
    const text = "{'url': 'https://example.com/', 'limit': 1_000, 'prompt': None, 'crawlEntireDomain': True}"
    expect(requestOf(text)).toEqual({ url: 'https://example.com/', limit: 1000, crawlEntireDomain: true })
  })
})

describe('a start URL without a scheme', () => {
  it('still names the crawl and its pages', () => {
    const { crawls, reach } = imported('{"url": "docs.example.com/guide/"}')
    expect(crawls).toEqual(['docs-example'])
    expect(reach[0]).toContain('pages linked from there at /guide/ and below')
  })
})

describe('a file of another kind', () => {
  it.each([
    ['version: 2\nrequest:\n  url: https://example.com/\n', 'a crawl file already'],
    ['{"log": {"version": "1.2", "entries": []}}', 'a HAR file'],
    ['{"info": {"name": "a"}, "item": []}', 'a collection of Postman'],
    ['{"nodes": [], "connections": {}}', 'a workflow of n8n'],
    ['{"name": "firecrawl_crawl", "arguments": {"url": "https://example.com/"}}', 'a call of a tool'],
    ['from firecrawl import Firecrawl\ndocs = Firecrawl().crawl(url="https://example.com/")\n', 'code,'],
    ["const docs = await app.crawl('https://example.com/', { limit: 10 })\n", 'code,'],
    ['loader = FireCrawlLoader(url="https://example.com/", mode="crawl")\n', 'code,'],
  ])('is named in the message: %s', (text, what) => {
    const outcome = importText('source', text)
    expect(outcome.ok ? '' : outcome.diagnostics[0]?.message).toContain(`This is ${what}`)
  })
})

describe('a URL without quotes', () => {
  it.each([
    ['curl -v https://example.com/s?a=1&b=2&c', 'https://example.com/s?a=1&b=2'],
    ['curl https://example.com/s?a=1&&echo x=y', 'https://example.com/s?a=1'],
    ['curl https://example.com/s?a=1 & b=2', 'https://example.com/s?a=1'],
    ['curl https://example.com/s&b=2', 'https://example.com/s'],
  ])('has the whole query: %s', (command, url) => {
    expect(requestOf(command).url).toBe(url)
  })

  it('in a text is kept as it is', () => {
    const body = { url: 'https://example.com/', prompt: 'as https://example.com/?a=1&b=2 says' }
    const command = `curl https://api.example.com/v2/crawl -d '${JSON.stringify(body)}'`
    expect(requestOf(command)).toEqual(body)
  })
})

describe('variables of curl', () => {
  it.each([
    ['curl --expand-url https://example.com/', 'https://example.com/'],
    ['curl --expand-url "https://example.com/{{path:trim}}"', 'import/shell-code'],
    ['curl --variable a=b https://example.com/ --expand-header "X-Name: {{a}}"', 'import/unknown-option'],
  ])('are reported if they replace a value: %s', (command, expected) => {
    const outcome = importText('request.txt', command)
    expect(outcome.ok ? requestOf(command).url : outcome.diagnostics[0]?.rule).toBe(expected)
  })
})
