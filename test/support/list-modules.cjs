// For --require: prints at exit the name of everything that was loaded through CommonJS, by Node or by the program's own
// loader.
const fs = require('node:fs')
const Module = require('node:module')

const names = new Set()
const add = (name) => names.add(name.startsWith('/') ? name.replace(/^.*\//, './') : name)

const load = Module._load
Module._load = function (request, ...rest) {
  add(request)
  return load.call(this, request, ...rest)
}
const readFileSync = fs.readFileSync
fs.readFileSync = function (file, ...rest) {
  if (String(file).endsWith('.cjs')) add(String(file))
  return readFileSync.call(this, file, ...rest)
}
process.on('exit', () => process._rawDebug(`modules: ${JSON.stringify([...names])}`))
