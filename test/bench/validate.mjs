// Start-up of validate and plan, and bulk validation, beside an empty script and beside the script a team would write instead.
// `npm run bench -- validate --jsonschema FILE` measures beside a binary of @sourcemeta/jsonschema too, as its first row.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { compare, print } from './measure.mjs'

const here = import.meta.dirname
const program = path.join(here, '../../dist/cli/main.cjs')
const scratch = mkdtempSync(path.join(tmpdir(), 'crawlform-bench-'))

const small = `version: 2
request:
  url: https://docs.example.com/guide
  limit: 200
  excludePaths: ["^/guide/changelog/"]
  scrapeOptions:
    formats: [markdown]
`

function corpus(name, count, ...options) {
  const root = path.join(scratch, name)
  const make = path.join(here, 'make-crawls.mjs')
  execFileSync(
    process.execPath,
    [make, String(count), path.join(root, 'crawls'), '1', '--crawl-files', ...options],
    { stdio: 'ignore' },
  )
  return root
}

/** Crawls of one site each, in files that no rule has a word about. */
function cleanCorpus(count) {
  const root = path.join(scratch, 'clean')
  mkdirSync(path.join(root, 'crawls'), { recursive: true })
  for (let site = 0; site < count; site++)
    writeFileSync(
      path.join(root, `crawls/site-${site}.yaml`),
      `version: 2
# The guides of site ${site}, for the search of the help centre.
request:
  url: https://site-${site}.example.com/guides/
  limit: ${100 + (site % 400)}
  maxDiscoveryDepth: ${2 + (site % 4)}
  sitemap: include
  delay: 1
  includePaths:
    - "^/guides/"
  excludePaths:
    - "^/guides/v${site % 7}/changelog"
    - "\\\\.pdf$"
  scrapeOptions:
    formats: [markdown, links]
    onlyMainContent: true
    excludeTags: [nav, header, footer, ".cookie-banner", ".advertisement"]
    timeout: 30000
`,
    )
  return root
}

/** What the peer in C++ does with the clean files; nothing where it is not given. */
function jsonschema(clean) {
  const { values } = parseArgs({ options: { jsonschema: { type: 'string' } }, strict: false })
  if (values.jsonschema === undefined) return []
  const request = JSON.parse(readFileSync(path.join(here, 'peers/crawl.schema.json'), 'utf8'))
  const file = path.join(scratch, 'file.schema.json')
  const properties = { version: { const: 2 }, request }
  writeFileSync(
    file,
    JSON.stringify({ $schema: request.$schema, type: 'object', required: ['request'], properties }),
  )
  const args = ['validate', file, 'crawls', '--extension', '.yaml', '--fast']
  return [{ name: '@sourcemeta/jsonschema --fast', command: values.jsonschema, args, cwd: clean }]
}

try {
  const one = path.join(scratch, 'one')
  mkdirSync(path.join(one, 'crawls'), { recursive: true })
  writeFileSync(path.join(one, 'crawls/guide.yaml'), small)
  const [empty, plainEmpty] = ['empty.mjs', 'empty.cjs'].map((name) => path.join(scratch, name))
  for (const file of [empty, plainEmpty]) writeFileSync(file, '')
  print(
    'start: one small valid file',
    compare(
      [
        { name: 'an empty script, an ES module', args: [empty], cwd: one },
        { name: 'an empty script of CommonJS', args: [plainEmpty], cwd: one },
        { name: 'crawlform validate', args: [program, 'validate'], cwd: one },
        { name: 'crawlform plan', args: [program, 'plan'], cwd: one },
      ],
      25,
    ),
    'at most 1.2x an empty ES module; plan 1.4x',
  )
  const many = corpus('many', 1000)
  const plain = path.join(here, 'peers/plain-script.cjs')
  const schema = path.join(here, 'peers/crawl.schema.json')
  const clean = cleanCorpus(10_000)
  print(
    'validate 10,000 clean files of 450 bytes',
    compare(
      [
        ...jsonschema(clean),
        { name: 'plain script: yaml + ajv', args: [plain, schema, 'crawls'], cwd: clean },
        { name: 'an empty script', args: [empty], cwd: clean },
        {
          name: 'crawlform validate',
          args: [program, 'validate'],
          cwd: clean,
          env: { CRAWLFORM_NO_CHECK_CACHE: '1' },
        },
        { name: 'crawlform validate, again', args: [program, 'validate'], cwd: clean },
        { name: 'crawlform plan --summary', args: [program, 'plan', '--summary'], cwd: clean },
      ],
      5,
    ),
    '0.08 ms a file; 1.0x, 0.4x and 1.5x @sourcemeta/jsonschema --fast',
  )
  print(
    'validate 1,000 files',
    compare(
      [
        { name: 'plain script: yaml + ajv', args: [plain, schema, 'crawls'], cwd: many, exits: [0, 1] },
        { name: 'crawlform validate', args: [program, 'validate'], cwd: many, exits: [0, 1] },
      ],
      7,
    ),
    'at most 0.8x the plain script',
  )
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
