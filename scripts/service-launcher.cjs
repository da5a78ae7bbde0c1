// Starts a part of the service with the code that V8 compiled of it when it was built: each thread would compile it anew,
// which takes longer than a page. scripts/make-service-code.mjs copies this beside each program of the service. V8 refuses
// code of another version, of other flags or of another source, and compiles as ever.
'use strict'
const { readFileSync } = require('node:fs')

const name = __filename.slice(__dirname.length + 1, -'.cjs'.length)
const program = `${__dirname}/${name}-program.cjs`
const code = readCode()
if (code === undefined) module.exports = require(program)
else {
  const { Script } = require('node:vm')
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(program, 'latin1')}\n})`
  const script = new Script(source, { filename: program, cachedData: code })
  script.runInThisContext().call(exports, exports, require, module, program, __dirname)
}

function readCode() {
  try {
    return readFileSync(`${__dirname}/code-${process.version}-${process.arch}/${name}.bin`)
  } catch {
    return undefined
  }
}
