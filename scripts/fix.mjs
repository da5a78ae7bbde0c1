// npm run fix: formats and lints everything, and mends what can be mended. `-- FILES` does so for some files, `-- --changed` for
// those that differ from the last commit.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\0').filter(existsSync)
const changed = () => [
  ...git('diff', '--name-only', '--relative', '-z', 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard', '-z'),
]
const given = process.argv.slice(2)
const files = given[0] === '--changed' ? changed() : given
if (given.length > 0 && files.length === 0) process.exit()
const linted = files.filter((file) => /\.[cm]?[jt]s$/.test(file))
const run = (program, ...args) => {
  const { status } = spawnSync('npm', ['exec', '--no', '--', program, ...args], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
run('oxfmt', ...files)
if (files.length === 0 || linted.length > 0) run('oxlint', '--type-aware', '--fix', ...linted)
