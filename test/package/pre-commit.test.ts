// pre-commit installs its clone with npm, runs `npm pack`, and installs the file that this prints.
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')

it('npm pack prints the name of its file and nothing else', () => {
  const printed = execFileSync('npm', ['pack', '--dry-run'], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  expect(printed).toMatch(/^crawlform-\S+\.tgz\n$/)
})
