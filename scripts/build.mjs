// dist/: the library as ES modules with types (tsc); the service, and the command line, whose commands are chunks of their
// own that are loaded when they are called, as CommonJS bundles (rolldown).
import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleProgram } from './bundle-program.mjs'
import { bundleService } from './bundle-service.mjs'
import { importModule, toAscii, withLentImport } from './launched-code.mjs'
import { makeCodeCache } from './make-code-cache.mjs'
import { makeServiceCode } from './make-service-code.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

rmSync('dist', { recursive: true, force: true })
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'src'], { stdio: 'inherit' })

await bundleService()
makeServiceCode(path.join(root, 'dist/service'))
const startFiles = await bundleProgram()
for (const file of readdirSync('dist/cli').filter((name) => name.endsWith('.cjs'))) {
  const code = readFileSync(`dist/cli/${file}`, 'utf8')
  writeFileSync(`dist/cli/${file}`, forLauncher(code))
}
writeFileSync('dist/cli/import-module.cjs', importModule)
copyFileSync('scripts/launcher.cjs', 'dist/cli/main.cjs')
makeCodeCache(path.join(root, 'dist/cli'), startFiles)

/** A chunk as the launcher wants it. Exports that never change need no functions that look them up. */
function forLauncher(code) {
  const own = withPlainPath(code)
    .replace(/^#!.*\n/, '')
    .replaceAll(
      /Object\.defineProperty\(exports,("\w+"),\{enumerable:!0,get:function\(\)\{return ([^{}]+)\}\}\)/g,
      'exports[$1]=$2',
    )
  return toAscii(withLentImport(own))
}

/** Imported as a default, `node:path` would be copied member by member at every start. */
function withPlainPath(code) {
  const [copied, name] = /([\w$]+)=[\w$]+\.n\(\1,1\);/.exec(code) ?? []
  if (name === undefined || !code.includes(`${name}=require("node:path")`)) return code
  return code
    .replace(copied, '')
    .replaceAll(new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}\\.default\\.`, 'g'), `${name}.`)
}
