// Every page of docs/ that is generated, without what its commands show: run-document.mjs fills that in.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { bundle } from '../generate/bundle.mjs'
import { commandPage } from './command-page.mjs'
import { formatPage } from './format-page.mjs'
import { ruleList } from './rule-list.mjs'

/** @type {import('./generated-pages.d.mts').generatedPages} */
export function generatedPages({ root, catalogue, commands }) {
  const names = ['request.v1.schema.json', 'request.v2.schema.json']
  const read = (name) => JSON.parse(readFileSync(path.join(root, 'schema', name), 'utf8'))
  const sources = Object.fromEntries(names.map((name) => [name, read(name)]))
  const format = formatPage({
    crawlFile: read('source/crawl-file.json'),
    projectFile: read('source/project-file.json'),
    requestV1: bundle(sources, 'request.v1.schema.json'),
    requestV2: bundle(sources, 'request.v2.schema.json'),
  })
  return new Map([
    [
      'docs/rules/README.md',
      ruleList(catalogue, (area) => readFileSync(path.join(root, `docs/rules/${area}.md`), 'utf8')),
    ],
    ['docs/commands.md', commandPage(commands)],
    ['docs/file-format.md', format],
  ])
}
