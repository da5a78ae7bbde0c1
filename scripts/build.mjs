// dist/: types (tsc), and bundles (rolldown) of the command line, the library, the service, and the explorer's page.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { bundlePage, bundleProgram } from './bundle.mjs'
import { dropUnexported } from './drop-unexported.mjs'

process.chdir(path.dirname(import.meta.dirname))
rmSync('dist', { recursive: true, force: true })
for (const project of ['src', 'src/explore/page'])
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project], { stdio: 'inherit' })
dropUnexported()
await bundleProgram()
await bundlePage()
