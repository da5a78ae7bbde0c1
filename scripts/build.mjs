// dist/: the library as ES modules with types (tsc); the service, and the command line, as CommonJS bundles (rolldown); a
// script for the explorer's page.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { bundlePage } from './bundle-page.mjs'
import { bundleProgram } from './bundle-program.mjs'
import { bundleService } from './bundle-service.mjs'
import { dropUnexported } from './drop-unexported.mjs'

process.chdir(path.dirname(import.meta.dirname))
rmSync('dist', { recursive: true, force: true })
for (const project of ['src', 'src/explore/page'])
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project], { stdio: 'inherit' })
await bundleService()
await bundlePage()
await bundleProgram()
dropUnexported()
