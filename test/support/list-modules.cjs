// For --require: prints at exit the name of everything that was loaded: packages, files of the program, and modules of
// Node's own that an empty script does not load.
const fs = require('node:fs')
const Module = require('node:module')

const names = new Set()
const add = (name) => names.add(name.startsWith('/') ? name.replace(/^.*\//, './') : name)
const before = new Set(process.moduleLoadList)

const load = Module._load
Module._load = function (request, ...rest) {
  add(request)
  return load.call(this, request, ...rest)
}
const openSync = fs.openSync
fs.openSync = function (file, ...rest) {
  if (String(file).endsWith('.cjs')) add(String(file))
  return openSync.call(this, file, ...rest)
}
process.on('exit', () => {
  const added = process.moduleLoadList.filter((name) => name.startsWith('NativeModule ') && !before.has(name))
  for (const name of added) add(name.replace('NativeModule ', 'node:'))
  process._rawDebug(`modules: ${JSON.stringify([...names])}`)
})
