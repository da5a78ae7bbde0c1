// For --require: at exit, writes the compiled code of every vm.Script that was made, by file name.
'use strict'
const { writeFileSync } = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

const made = []
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options)
    made.push([path.basename(options.filename), this])
  }
}
process.on('exit', () => {
  const codes = made.map(([file, script]) => [file, script.createCachedData().toString('base64')])
  writeFileSync(process.env.CRAWLFORM_RECORD_CODE, JSON.stringify(Object.fromEntries(codes)))
})
