// Writes docs/ as far as it follows from the built program: the rules with what is really said of their examples, the
// commands with their help, the files with their settings. `--check` compares instead, and exits 1 naming what is out of date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { catalogue } from '../dist/diagnostics/catalogue.js'
import { repairedExample } from '../dist/diagnostics/repaired-examples.js'
import { rulePages } from './docs/rule-pages.mjs'
import { runDocument } from './docs/run-document.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const { values } = parseArgs({ options: { check: { type: 'boolean' } } })

const pages = new Map()
for (const [file, markdown] of rulePages(catalogue, repairedExample))
  pages.set(file, await runDocument(markdown, { root }))

for (const [file, text] of pages) {
  const target = path.join(root, file)
  if (values.check !== true) {
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text)
  } else if (read(target) !== text) {
    console.error(`${file} is not what npm run generate writes`)
    process.exitCode = 1
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
