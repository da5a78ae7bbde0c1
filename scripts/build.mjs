// dist/: the library as ES modules with types (tsc); the service, and the command line, as CommonJS bundles (rolldown).
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { bundleProgram } from './bundle-program.mjs'
import { bundleService } from './bundle-service.mjs'

process.chdir(path.dirname(import.meta.dirname))
rmSync('dist', { recursive: true, force: true })
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'src'], { stdio: 'inherit' })
await bundleService()
await bundleProgram()
