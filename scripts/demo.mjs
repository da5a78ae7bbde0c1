// The README's first command: serves the bundled site, then plans and applies its crawl on the embedded service, in a
// temporary directory, and shows the pages on disk.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveDirectory } from './static-site.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const program = path.join(root, 'dist/cli/main.cjs')
const project = mkdtempSync(path.join(tmpdir(), 'crawlform-demo-'))
const site = await serveDirectory(path.join(root, 'test/fixtures/site/handbook'))

const crawlform = (...args) => {
  console.log(`\n$ crawlform ${args.join(' ')}`)
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: project,
      stdio: 'inherit',
      env: { ...process.env, HANDBOOK_PORT: new URL(site.url).port },
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`crawlform ${args[0]} exited with ${code}`)),
    )
  })
}

try {
  mkdirSync(path.join(project, 'crawls'))
  for (const name of ['crawlform.yaml', 'crawls/handbook.yaml']) {
    cpSync(path.join(root, name), path.join(project, name))
    console.log(`\n# ${name}\n${readFileSync(path.join(project, name), 'utf8').trim()}`)
  }
  await crawlform('apply', '--yes', '--wait', '--output', 'pages')
  await crawlform('plan')
  console.log(`\n$ cd pages; find`)
  for (const name of readdirSync(path.join(project, 'pages'), { recursive: true }).toSorted())
    console.log(name)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  await site.close()
  rmSync(project, { recursive: true, force: true })
}
