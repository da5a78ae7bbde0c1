// dist/: the library as ES modules with types (tsc); the service, and the command line, whose commands are chunks of their
// own that are loaded when they are called, as CommonJS bundles (rolldown).
import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleProgram } from './bundle-program.mjs'
import { bundleService } from './bundle-service.mjs'
import { makeCodeCache } from './make-code-cache.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

rmSync('dist', { recursive: true, force: true })
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'src'], { stdio: 'inherit' })

await bundleService()
const startFiles = await bundleProgram()
for (const file of readdirSync('dist/cli')) {
  const code = readFileSync(`dist/cli/${file}`, 'utf8')
  writeFileSync(`dist/cli/${file}`, forLauncher(code))
}
writeFileSync('dist/cli/import-module.cjs', 'module.exports = (id) => import(id)\n')
copyFileSync('scripts/launcher.cjs', 'dist/cli/main.cjs')
makeCodeCache(path.join(root, 'dist/cli'), startFiles)

/**
 * A chunk as the launcher wants it. Pure ASCII is decoded and compiled faster; what is compiled by hand has no import()
 * of its own without a warning of Node's; and exports that never change need no functions that look them up.
 */
function forLauncher(code) {
  const own = withPlainPath(code)
    .replace(/^#!.*\n/, '')
    .replaceAll(
      /Object\.defineProperty\(exports,("\w+"),\{enumerable:!0,get:function\(\)\{return ([^{}]+)\}\}\)/g,
      'exports[$1]=$2',
    )
    .replaceAll(/(?<![\w$.])import(?=\(["'`][^"'`$]+["'`]\))/g, 'require("./import-module.cjs")')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[^\0-\x7f]/g, escapeUnit)
  if (/(?<![\w$.])import\(/.test(own))
    throw new Error('a chunk imports a module whose name is not written out')
  return own
}

/** Imported as a default, `node:path` would be copied member by member at every start. */
function withPlainPath(code) {
  const [copied, name] = /([\w$]+)=[\w$]+\.n\(\1,1\);/.exec(code) ?? []
  if (name === undefined || !code.includes(`${name}=require("node:path")`)) return code
  return code
    .replace(copied, '')
    .replaceAll(new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}\\.default\\.`, 'g'), `${name}.`)
}

/** One UTF-16 unit as every string, template and regular expression may hold it. */
function escapeUnit(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
