#!/usr/bin/env node
// Starts the program with the code that V8 compiled when it was built: compiling it anew takes longer than all the rest
// of checking a file. The build copies this to dist/cli/main.cjs. V8 refuses code of another version, of other flags or of
// another source, and compiles as ever.
'use strict'
const { closeSync, openSync, readFileSync, readSync } = require('node:fs')

const compiled = `${__dirname}/code-${process.version}-${process.arch}/`
const start = readStart()
if (start === undefined) {
  // The package was built by another version of Node; newer ones keep compiled code of their own.
  require('node:module').enableCompileCache?.()
  require('./program.cjs')
} else startWith(start)

/**
 * What scripts/make-code-cache.mjs packed: the chunks of every start in one script, because reading and handing over eight
 * files takes half a millisecond longer.
 */
function readStart() {
  try {
    const file = openSync(`${compiled}start.pack`, 'r')
    // Larger than the file: what is not read into costs nothing, and asking for the size does.
    const pack = new Uint8Array(1 << 20)
    const length = readSync(file, pack, 0, pack.length, 0)
    closeSync(file)
    const [packLength, codeEnd] = new Uint32Array(pack.buffer, 0, 2)
    if (packLength !== length) return undefined
    return {
      code: new Uint8Array(pack.buffer, 8, codeEnd - 8),
      source: Buffer.prototype.latin1Slice.call(pack, codeEnd, length),
    }
  } catch {
    return undefined
  }
}

function startWith({ source: startSource, code: startCode }) {
  const { Script } = require('node:vm')
  const compile = (filename, source, cachedData) =>
    new Script(source, { filename, cachedData }).runInThisContext()
  const chunks = compile(`${__dirname}/start.cjs`, startSource, startCode)
  const modules = new Map()
  const chunkRequire = (id) =>
    id.startsWith('./') && id !== './import-module.cjs' ? load(id.slice(2)) : require(id)
  const load = (file) => {
    const known = modules.get(file)
    if (known !== undefined) return known.exports
    const filename = `${__dirname}/${file}`
    const module = { exports: {} }
    modules.set(file, module)
    const run = chunks[file] ?? compile(filename, wrapped(readFileSync(filename, 'latin1')), readCode(file))
    run.call(module.exports, module.exports, chunkRequire, module, filename, __dirname)
    return module.exports
  }
  load('program.cjs')
}

function wrapped(source) {
  return `(function (exports, require, module, __filename, __dirname) {${source}\n})`
}

function readCode(file) {
  try {
    return readFileSync(`${compiled}${file}.bin`)
  } catch {
    return undefined
  }
}
