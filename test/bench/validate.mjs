// Start-up and bulk validation, beside an empty script and beside the script a team would write instead.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
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

try {
  const one = path.join(scratch, 'one')
  mkdirSync(path.join(one, 'crawls'), { recursive: true })
  writeFileSync(path.join(one, 'crawls/guide.yaml'), small)
  const empty = path.join(scratch, 'empty.cjs')
  writeFileSync(empty, '')
  print(
    'validate one small valid file',
    compare(
      [
        { name: 'an empty script', args: [empty], cwd: one },
        { name: 'crawlform validate', args: [program, 'validate'], cwd: one },
      ],
      25,
    ),
    'at most 1.3x an empty script',
  )
  const many = corpus('many', 1000)
  const plain = path.join(here, 'peers/plain-script.cjs')
  const schema = path.join(here, 'peers/crawl.schema.json')
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
