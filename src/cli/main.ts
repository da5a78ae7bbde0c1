#!/usr/bin/env node
import path from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import type * as Program from './program.ts'
import { ChunkLoader } from './start/chunk-loader.ts'
import { codeFolder } from './start/code-folder.ts'
import { KeptCode } from './start/kept-code.ts'

const folder = codeFolder(manifest.version, process.argv[2])
const code = folder === undefined ? undefined : new KeptCode(folder)
// What is wrong with a command line, or with the program, says nothing about what the next run needs.
process.on('exit', (status) => {
  if (status < 64) code?.write()
})
const { run } = new ChunkLoader(path.dirname(import.meta.dirname), code).load(
  'cli/program.cjs',
) as unknown as typeof Program
run(code)
