#!/usr/bin/env node
'use strict'
// CommonJS in the syntax of old versions of Node, so that they can report that they are too old.
const { engines } = require('../../package.json')

const [, major, minor] = /(\d+)\.(\d+)/.exec(engines.node).map(Number)
const [nodeMajor, nodeMinor] = process.versions.node.split('.').map(Number)
if (nodeMajor > major || (nodeMajor === major && nodeMinor >= minor)) require('./program.cjs')
else {
  const needed = engines.node.replace('>=', '')
  process.stderr.write(`crawlform needs Node.js ${needed} or newer; this is ${process.versions.node}.\n`)
  process.exitCode = 64
}
