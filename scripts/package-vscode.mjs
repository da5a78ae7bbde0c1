// Writes crawlform-vscode-VERSION.vsix, the extension of editors/vscode with the packages that it needs. Downloads them and the packager
// into a temporary folder, so that neither is a dependency of the project. Checks the types, which the project cannot without them.
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rolldown } from 'rolldown'

const root = path.dirname(import.meta.dirname)
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const stage = mkdtempSync(path.join(tmpdir(), 'crawlform-vscode-'))
const target = path.join(process.cwd(), `crawlform-vscode-${version}.vsix`)
const run = (command, ...args) =>
  execFileSync(command, args, { cwd: stage, stdio: 'inherit', shell: process.platform === 'win32' })

try {
  cpSync(path.join(root, 'editors/vscode'), stage, { recursive: true })
  copyFileSync(path.join(root, 'LICENSE'), path.join(stage, 'LICENSE'))
  const manifest = JSON.parse(readFileSync(path.join(stage, 'package.json'), 'utf8'))
  writeFileSync(path.join(stage, 'package.json'), JSON.stringify({ ...manifest, version }, null, 2))
  run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund')
  const checks = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', '--types', 'node']
  run(path.join(root, 'node_modules/.bin/tsc'), ...checks, '--module', 'nodenext', 'extension.ts')
  const bundle = await rolldown({
    input: path.join(stage, 'extension.ts'),
    platform: 'node',
    external: ['vscode'],
  })
  await bundle.write({ file: path.join(stage, 'dist/extension.cjs'), format: 'cjs', minify: true })
  // 3.9 is the last one that runs on Node 20.
  const options = ['--no-dependencies', '--allow-missing-repository', '--out', target]
  run('npx', '--yes', '@vscode/vsce@3.9.2', 'package', ...options)
} finally {
  rmSync(stage, { recursive: true })
}
