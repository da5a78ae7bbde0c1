// Start-up of validate and plan, and bulk validation, compared with an empty script and the script a team would write instead.
// `npm run bench -- validate --jsonschema FILE` also measures a binary of @sourcemeta/jsonschema, as its first row.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { cleanProject } from './clean-project.mjs'
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
    'CPU at most 1.9x an empty ES module; plan 2.5x (npm run bench -- costs)',
  )
  const plain = path.join(here, 'peers/plain-script.cjs')
  const schema = path.join(here, 'peers/crawl.schema.json')
  const clean = cleanProject(path.join(scratch, 'clean'), 10_000)
  print(
    'validate 10,000 clean files of 450 bytes',
    compare(
      [
        ...jsonschema(clean),
        { name: 'plain script: yaml + ajv', args: [plain, schema, 'crawls'], cwd: clean },
        { name: 'an empty script', args: [empty], cwd: clean },
        { name: 'crawlform validate', args: [program, 'validate'], cwd: clean },
        { name: 'crawlform plan --summary', args: [program, 'plan', '--summary'], cwd: clean },
      ],
      5,
    ),
    'validate at most 1.0x the plain script; plan --summary at most 3x validate',
  )
  const plainScript = { name: 'plain script: yaml + ajv', args: [plain, schema, 'crawls'], exits: [0, 1] }
  const validate = { name: 'crawlform validate', args: [program, 'validate'], exits: [0, 1] }
  for (const [count, runs, bar] of [
    [1000, 7, 1.0],
    [10_000, 3, 1.3],
  ]) {
    const cwd = corpus(`unlike-${count}`, count)
    print(
      `validate ${count.toLocaleString('en')} unlike files: all settings, many hosts, several problems in each`,
      compare(
        [plainScript, validate].map((side) => ({ ...side, cwd })),
        runs,
      ),
      `at most ${bar.toFixed(1)}x the plain script`,
    )
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
