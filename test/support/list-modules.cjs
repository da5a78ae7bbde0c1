// For --require: prints what a process has loaded when it ends: the packages, and Node's modules that an empty script does
// not load. With `thread` in LIST_MODULES_OF it prints that of worker threads.
const Module = require('node:module')
const { isMainThread } = require('node:worker_threads')

const before = new Set(process.moduleLoadList)
if (isMainThread !== (process.env.LIST_MODULES_OF === 'threads')) {
  process.on('exit', () => {
    const packages = Object.keys(Module._cache).flatMap(
      (file) => /node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[^]*$/.exec(file)?.[1] ?? [],
    )
    const builtins = process.moduleLoadList
      .filter((name) => name.startsWith('NativeModule ') && !before.has(name))
      .map((name) => name.replace('NativeModule ', 'node:'))
    process._rawDebug(`modules: ${JSON.stringify([...new Set([...packages, ...builtins])])}`)
  })
}
