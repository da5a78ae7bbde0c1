// Writes the generated pages of docs/ from the schemas and the built program: the rules with the real messages of their
// examples, the commands with their help, the files with their settings. test/docs/ holds what is committed against it.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadSource } from './load-source.mjs'
import { generatedPages } from './docs/generated-pages.mjs'
import { runDocument } from './docs/run-document.mjs'
import { terminalPicture } from './docs/terminal-picture.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const { ruleTexts, commandNames } = await loadSource({
  rules: 'cli/output/rule-texts.ts',
  declarations: 'cli/declarations/declarations.ts',
})
const pages = generatedPages({
  root,
  catalogue: ruleTexts(),
  commands: commandNames,
})
for (const [file, markdown] of pages) {
  const target = path.join(root, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, await runDocument(markdown, { root }))
}

writeFileSync(path.join(root, 'docs/terminal.svg'), await terminalPicture({ root }))
