// dist/: the library as ES modules with types (tsc), and the command line as one CommonJS bundle whose commands are
// chunks of their own, loaded when they are called (rolldown).
import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleProgram } from './bundle-program.mjs'
import { makeCodeCache } from './make-code-cache.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

rmSync('dist', { recursive: true, force: true })
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'src'], { stdio: 'inherit' })

const startFiles = await bundleProgram()
for (const file of readdirSync('dist/cli')) {
  const code = readFileSync(`dist/cli/${file}`, 'utf8')
  writeFileSync(`dist/cli/${file}`, forLauncher(code))
}
writeFileSync('dist/cli/import-module.cjs', 'module.exports = (id) => import(id)\n')
copyFileSync('scripts/launcher.cjs', 'dist/cli/main.cjs')
makeCodeCache(path.join(root, 'dist/cli'), startFiles)

/**
 * A chunk as the launcher wants it. Pure ASCII is decoded and compiled faster; and what is compiled by hand has no import()
 * of its own without a warning of Node's.
 */
function forLauncher(code) {
  const own = code
    .replace(/^#!.*\n/, '')
    .replaceAll(/(?<![\w$.])import(?=\(["'`][^"'`$]+["'`]\))/g, 'require("./import-module.cjs")')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[^\0-\x7f]/g, escapeUnit)
  if (/(?<![\w$.])import\(/.test(own))
    throw new Error('a chunk imports a module whose name is not written out')
  return own
}

/** One UTF-16 unit as every string, template and regular expression may hold it. */
function escapeUnit(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
