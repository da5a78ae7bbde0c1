// For --require: at exit, writes the compiled code of every vm.Script that was made, by file name. Of the main thread, or of
// the last other one.
'use strict'
const { writeFileSync } = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')
const { isMainThread } = require('node:worker_threads')

const made = []
vm.Script = class extends vm.Script {
  constructor(source, options) {
    // V8 keeps the name with the code, and where this machine keeps its files is nobody's business. A slice of a text would
    // keep the whole, so this is a copy.
    const filename = Buffer.from(path.basename(options.filename)).toString()
    super(source, { ...options, filename })
    made.push([filename, this])
  }
}
process.on('exit', () => {
  if (isMainThread !== (process.env.CRAWLFORM_RECORD_THREAD !== 'worker')) return
  const codes = made.map(([file, script]) => [file, script.createCachedData().toString('base64')])
  writeFileSync(process.env.CRAWLFORM_RECORD_CODE, JSON.stringify(Object.fromEntries(codes)))
})
