// For --require: prints at the end of each worker thread what it has loaded: files, and modules of Node's own. Prints of
// every thread which compiled code V8 took.
const Module = require('node:module')
const path = require('node:path')
const vm = require('node:vm')
const { isMainThread } = require('node:worker_threads')

vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options)
    if (this.cachedDataRejected === false) process._rawDebug(`taken: ${path.basename(options.filename)}`)
  }
}
if (!isMainThread) {
  process.on('exit', () => {
    const builtins = process.moduleLoadList.map((name) => name.replace('NativeModule ', 'node:'))
    process._rawDebug(`thread: ${JSON.stringify({ files: Object.keys(Module._cache), builtins })}`)
  })
}
