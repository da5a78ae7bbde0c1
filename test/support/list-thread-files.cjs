// For --require: prints at the end of each worker thread what it has loaded: files, and modules of Node's own.
const Module = require('node:module')
const { isMainThread } = require('node:worker_threads')

if (!isMainThread) {
  process.on('exit', () => {
    const builtins = process.moduleLoadList.map((name) => name.replace('NativeModule ', 'node:'))
    process._rawDebug(`thread: ${JSON.stringify({ files: Object.keys(Module._cache), builtins })}`)
  })
}
