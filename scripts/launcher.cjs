#!/usr/bin/env node
// Starts the program with the code that V8 compiled when it was built: compiling it anew takes longer than all the rest
// of checking a file. The build copies this to dist/cli/main.cjs. V8 refuses a cache of another version, of other flags or
// of another source, and compiles as ever.
'use strict'
const { readFileSync } = require('node:fs')
const path = require('node:path')

const cache = readCache()
if (cache === undefined) {
  // Newer versions of Node keep a cache of their own.
  require('node:module').enableCompileCache?.()
  require('./program.cjs')
} else startFrom(cache)

/** Compiled code by file name; none was made for this version of Node when the package was built elsewhere. */
function readCache() {
  try {
    const bytes = readFileSync(path.join(__dirname, `code-${process.version}-${process.arch}.bin`))
    const start = 4 + bytes.readUInt32LE(0)
    const sizes = JSON.parse(bytes.toString('utf8', 4, start))
    const files = new Map()
    let at = start
    for (const [file, size] of sizes) files.set(file, bytes.subarray(at, (at += size)))
    return at === bytes.length ? files : undefined
  } catch {
    return undefined
  }
}

function startFrom(codes) {
  const { Script } = require('node:vm')
  const modules = new Map()
  const chunkRequire = (id) =>
    id.startsWith('./') && id !== './import-module.cjs' ? load(id.slice(2)) : require(id)
  const load = (file) => {
    const known = modules.get(file)
    if (known !== undefined) return known.exports
    const filename = path.join(__dirname, file)
    const module = { exports: {} }
    modules.set(file, module)
    const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, 'latin1')}\n})`
    const script = new Script(source, { filename, cachedData: codes.get(file) })
    script.runInThisContext().call(module.exports, module.exports, chunkRequire, module, filename, __dirname)
    return module.exports
  }
  load('program.cjs')
}
