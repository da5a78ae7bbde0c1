#!/usr/bin/env node
import manifest from '../../package.json' with { type: 'json' }
import type * as Program from './program.ts'
import { ChunkLoader } from './start/chunk-loader.ts'
import { codeFile } from './start/code-file.ts'
import { KeptCode } from './start/kept-code.ts'

const file = codeFile(manifest.version, process.argv[2])
const code = file === undefined ? undefined : new KeptCode(file)
// What is wrong with a command line, or with the program, says nothing about what the next run needs.
process.on('exit', (status) => {
  if (status < 64) code?.write()
})
const { run } = new ChunkLoader(import.meta.dirname, code).load('program.cjs') as unknown as typeof Program
run(() => code?.drop())
