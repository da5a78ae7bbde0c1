// For --require: prints at exit the name of everything that was loaded through CommonJS, and every ES module's file.
const Module = require('node:module')

const names = new Set()
const load = Module._load
Module._load = function (request, ...rest) {
  names.add(
    request.startsWith('node:') || !request.startsWith('/') ? request : request.replace(/^.*\//, './'),
  )
  return load.call(this, request, ...rest)
}
process.on('exit', () => process._rawDebug(`modules: ${JSON.stringify([...names])}`))
