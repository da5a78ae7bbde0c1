#!/usr/bin/env node
// Starts the program with the code that V8 compiled when it was built: compiling it anew takes longer than all the rest
// of checking a file. The build copies this to dist/cli/main.cjs. V8 refuses code of another version, of other flags or of
// another source, and compiles as ever.
'use strict'
const { readFileSync } = require('node:fs')

const compiled = `${__dirname}/code-${process.version}-${process.arch}/`
const first = readCode('program.cjs')
if (first === undefined) {
  // The package was built by another version of Node; newer ones keep compiled code of their own.
  require('node:module').enableCompileCache?.()
  require('./program.cjs')
} else startWith(first)

function readCode(file) {
  try {
    return readFileSync(`${compiled}${file}.bin`)
  } catch {
    return undefined
  }
}

function startWith(code) {
  const { Script } = require('node:vm')
  const modules = new Map()
  const chunkRequire = (id) =>
    id.startsWith('./') && id !== './import-module.cjs' ? load(id.slice(2)) : require(id)
  const load = (file, firstCode) => {
    const known = modules.get(file)
    if (known !== undefined) return known.exports
    const filename = `${__dirname}/${file}`
    const module = { exports: {} }
    modules.set(file, module)
    const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, 'latin1')}\n})`
    const script = new Script(source, { filename, cachedData: firstCode ?? readCode(file) })
    script.runInThisContext().call(module.exports, module.exports, chunkRequire, module, filename, __dirname)
    return module.exports
  }
  load('program.cjs', code)
}
